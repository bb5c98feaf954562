// The colours of the last visit, before anything is drawn: the page must not flash in others. settings.js does the rest.
try {
  const { theme, board } = JSON.parse(localStorage.getItem("sakdi.settings") ?? "{}");
  if (theme) document.documentElement.dataset.theme = theme;
  if (board) document.documentElement.dataset.board = board;
} catch {
  // Storage is forbidden or damaged.
}
