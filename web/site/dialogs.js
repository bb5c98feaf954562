// Dialogs that ask for confirmation.

/** Asks a question. Resolves with whether the answer is yes. @param {string} question @param {string} yes label of the button for yes */
export function confirmed(question, yes) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("sure"));
  const [text, button] = [dialog.querySelector("p"), dialog.querySelector(".main")];
  if (text) text.textContent = question;
  if (button) button.textContent = yes;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((/** @type {(answer: boolean) => void} */ resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}
