// Makes pages for the site from the Thai documents in docs/th, so that they can be read offline, too. The
// Markdown is what these documents use: headings, paragraphs, lists, tables, code, links and images.

import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/** Documents that the site lacks. */
const ELSEWHERE = /^\.\.\//;

/** @param {string} text */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** The address of a heading, as GitHub makes it. @param {string} heading */
const anchor = (heading) => heading.toLowerCase().replace(/[^\p{L}\p{M}\p{N}_ -]/gu, "").replaceAll(" ", "-");

/** The address of a page or picture of the site; documents that the site lacks have none. @param {string} target */
function address(target) {
  if (target.startsWith("../images/")) return `images/${basename(target)}`;
  if (ELSEWHERE.test(target)) return undefined;
  return target.replace(/README\.md/, "index.html").replace(/\.md/, ".html");
}

/** Links, images and code in a line. @param {string} line */
function inline(line) {
  const parts = line.split(/(`[^`]*`)/);
  return parts.map((part) => {
    if (part.startsWith("`")) return `<code>${escaped(part.slice(1, -1))}</code>`;
    return escaped(part)
      .replace(/!\[([^\]]*)\]\(([^)]*)\)/g, (_, text, target) => `<img src="${address(target)}" alt="${text}">`)
      .replace(/\[([^\]]*)\]\(([^)]*)\)/g, (_, text, target) => {
        const to = address(target);
        return to === undefined ? text : `<a href="${to}">${text}</a>`;
      });
  }).join("");
}

/** A table. @param {string[]} lines */
function table(lines) {
  const cells = lines.map((line) => line.slice(1, -1).split("|").map((cell) => inline(cell.trim())));
  const row = (/** @type {string[]} */ of, /** @type {string} */ tag) => `<tr>${of.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  const body = cells.slice(2).map((each) => row(each, "td"));
  return `<div class="wide" tabindex="0"><table><thead>${row(cells[0], "th")}</thead><tbody>${body.join("\n")}</tbody></table></div>`;
}

/** The body of a page. @param {string} markdown */
export function toHtml(markdown) {
  const blocks = markdown.replaceAll("\r", "").trim().split(/\n{2,}/);
  return blocks.map((block) => {
    const lines = block.split("\n");
    const heading = /^(#+) (.*)$/.exec(block);
    if (heading) return `<h${heading[1].length} id="${anchor(heading[2])}">${inline(heading[2])}</h${heading[1].length}>`;
    if (block.startsWith("```")) return `<pre tabindex="0"><code>${escaped(lines.slice(1, -1).join("\n"))}</code></pre>`;
    if (block.startsWith("|")) return table(lines);
    if (block.startsWith("- ")) return `<ul>${lines.map((line) => `<li>${inline(line.slice(2))}</li>`).join("\n")}</ul>`;
    return `<p>${inline(lines.join("\n"))}</p>`;
  }).join("\n");
}

/** A complete page. @param {string} body @param {string} title */
const page = (body, title) => `<!DOCTYPE html>
<html lang="th">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; base-uri 'none'; form-action 'none'">
<title>${title}</title>
<link rel="icon" href="../icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="../shared/board.css">
<link rel="stylesheet" href="../site.css">
<link rel="stylesheet" href="../help.css">
</head>
<body class="help">
<nav><a href="../index.html">ศักดิ์</a></nav>
<main>
${body}
</main>
</body>
</html>
`;

/** Writes the pages of a folder of documents. @param {string} documents @param {string} out */
export function buildHelp(documents, out) {
  mkdirSync(join(out, "images"), { recursive: true });
  for (const name of readdirSync(documents)) {
    const markdown = readFileSync(join(documents, name), "utf8");
    const title = /^# (.*)$/m.exec(markdown)?.[1] ?? name;
    const thai = markdown.replace(/ · \[English\]\([^)]*\)/, "");
    writeFileSync(join(out, address(name) ?? name), page(toHtml(thai), escaped(title)));
    for (const [, image] of markdown.matchAll(/\(\.\.\/images\/([\w.]+)\)/g)) {
      cpSync(join(documents, "..", "images", image), join(out, "images", image));
    }
  }
}
