/**
 * An error of this package: see `SakdiError` in sakdi.d.ts.
 *
 * @param {string} subject
 * @param {string} message
 * @param {string} [thai]
 */
export function sakdiError(subject, message, thai = message) {
  return Object.assign(new Error(message), { name: "SakdiError", subject, thai });
}
