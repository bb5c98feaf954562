// What the page says, in English and Thai. Sentences about games come from the package.

/** @typedef {keyof typeof english} Word */
/** @typedef {"en" | "th"} Language */

const english = {
  title: "Sakdi: play Makruk",
  description: "Play Makruk, the chess of Thailand, against Sakdi, look through your games and learn the endings. Works offline.",
  play: "Play",
  review: "Review",
  endings: "Endings",
  sections: "Sections",
  language: "ภาษาไทย",
  theme: "Light or dark",
  about: "Sakdi plays Makruk and counts as the rules do. Nothing you do here leaves your device.",
  loading: "Loading…",
  failed: "Sakdi cannot start here: {0}",
  engineDied: "The engine has stopped: {0}. Your game is kept.",
  restart: "Start it again",

  white: "White",
  black: "Black",
  you: "You",
  level: "Level {0}",
  levelElo: "Level {0} · Elo {1}",
  full: "Full strength",
  newGame: "New game",
  start: "Start",
  cancel: "Cancel",
  close: "Close",
  opponent: "Opponent",
  colour: "Your side",
  either: "Either",
  game: "Game",
  makruk: "Makruk",
  makpong: "Makpong",
  makpongHint: "In check the khun may not step away",
  counting: "Counting",
  automatic: "Automatic",
  automaticHint: "The count runs by itself, as on most sites",
  claimed: "Claimed",
  claimedHint: "The weaker side counts only when it says so, as over the board",
  clock: "Clock",
  noClock: "None",
  minutes: "{0} min + {1} s",
  perMove: "{0} s a move",
  board: "Board",
  boardHelp: "Arrow keys go from square to square, Enter takes up a man and puts it down.",
  square: "{0}, empty",
  squareMan: "{0}, {1} {2}",
  manP: "bia", manB: "bia ngai", manM: "met", manS: "khon", manN: "ma", manR: "ruea", manK: "khun",
  takeBack: "Take back",
  hint: "Hint",
  draw: "Offer a draw",
  resign: "Resign",
  resignSure: "Resign this game?",
  turn: "Turn the board",
  moves: "Moves",
  noMoves: "No move yet",
  typeMove: "Move",
  typeMoveHint: "d4, Nd2, ม-ง๒",
  opening: "Opening: {0}",
  yourMove: "Your move",
  thinking: "Sakdi is thinking…",
  check: "Check!",
  drawDeclined: "Sakdi declines the draw.",
  drawAgreed: "Draw by agreement.",
  resigned: "{0} resigns. {1} wins.",
  lostOnTime: "{0} has run out of time. {1} wins.",
  mate: "Checkmate. {0} wins.",
  stalemate: "Stalemate (อับ): a draw.",
  countDraw: "The count is complete: a draw.",
  repetition: "The third time in this position: a draw.",
  material: "Neither side can mate any more: a draw.",
  youWin: "You win!",
  youLose: "You lose.",
  drawn: "Draw",
  reviewGame: "Review the game",
  hintIs: "Hint: {0}",
  noCount: "No count",
  boardHonour: "Board's honour",
  piecesHonour: "Pieces' honour",
  countOf: "of {0}",
  countBy: "{0} counts",
  countLeft: "{0}: {1} moves left",
  countLeftOne: "{0}: 1 move left",
  countLeftNone: "{0}: no move left",
  count: "Count",
  beginCount: "Begin the count",
  stopCount: "Stop counting",
  captured: "Taken by {0}",

  reviewTitle: "Review a game",
  reviewInput: "PGN or FEN",
  reviewHint: "Paste a game as PGN, moves, or a position as FEN",
  openFile: "Open a file…",
  lastGame: "The game just played",
  example: "An example",
  depth: "Depth",
  quick: "Quick",
  normal: "Normal",
  deep: "Deep",
  analyse: "Analyse",
  analysing: "Position {0} of {1}",
  cancelled: "Cancelled.",
  another: "Another game",
  playFrom: "Play from here",
  chooseGame: "Game",
  gameNumber: "{0}. {1}",
  keys: "← → step, ↑ ↓ go from mistake to mistake, F turns the board",

  endingsTitle: "Endings, move by move",
  endingsAbout: "Every move with its verdict, exact in distance and in count.",
  loadTables: "Load the tables (7 MB, once)",
  loadingTables: "Loading the tables…",
  tablesFailed: "The tables could not be loaded: {0}",
  ending: "Ending",
  random: "Another position",
  setUp: "Set up",
  done: "Done",
  erase: "Erase",
  sideToMove: "To move",
  countStarts: "Number spoken",
  countLimit: "Last number",
  winsIn: "{0} wins: mate in {1}",
  winsInTime: "{0} mates in {1}, {2} moves left",
  converts: "{0} wins: converts in {1}",
  tooLate: "Draw: mate in {0}, but only {1} moves left",
  tooLateNone: "Draw: mate in {0}, but no move left",
  drawnEnding: "Draw: no mate can be forced",
  notHeld: "No table has this position.",
  over: "The game is over.",
  best: "best",
  moveWins: "mate in {0}",
  moveConverts: "converts in {0}",
  moveLate: "{0} too late",
  moveDraws: "draw",
  moveMates: "mate",
  moveEnds: "ends",
  reply: "Best reply",
  undo: "Take back",
  strong: "{0} against {1}",
};

/** @type {Record<keyof typeof english, string>} */
const thai = {
  title: "ศักดิ์: เล่นหมากรุกไทย",
  description: "เล่นหมากรุกไทยกับศักดิ์ ทบทวนเกม และเรียนรู้หมากปลายกระดาน ใช้งานได้แม้ไม่มีอินเทอร์เน็ต",
  play: "เล่น",
  review: "ทบทวน",
  endings: "หมากไล่",
  sections: "ส่วนต่าง ๆ",
  language: "English",
  theme: "สว่างหรือมืด",
  about: "ศักดิ์เล่นหมากรุกไทยและนับศักดิ์ตามกติกา ทุกอย่างที่ทำในหน้านี้อยู่ในเครื่องของคุณเท่านั้น",
  loading: "กำลังโหลด…",
  failed: "ศักดิ์เริ่มทำงานไม่ได้: {0}",
  engineDied: "เอนจินหยุดทำงาน: {0} เกมของคุณยังอยู่",
  restart: "เริ่มใหม่อีกครั้ง",

  white: "ฝ่ายขาว",
  black: "ฝ่ายดำ",
  you: "คุณ",
  level: "ระดับ {0}",
  levelElo: "ระดับ {0} · เรตติง {1}",
  full: "เต็มกำลัง",
  newGame: "เกมใหม่",
  start: "เริ่ม",
  cancel: "ยกเลิก",
  close: "ปิด",
  opponent: "คู่ต่อสู้",
  colour: "คุณเล่น",
  either: "สุ่ม",
  game: "เกม",
  makruk: "หมากรุกไทย",
  makpong: "หมากป้อง",
  makpongHint: "เมื่อถูกรุก ขุนห้ามเดินหนี",
  counting: "การนับศักดิ์",
  automatic: "อัตโนมัติ",
  automaticHint: "โปรแกรมนับให้เอง เหมือนเว็บส่วนใหญ่",
  claimed: "ผู้เล่นนับเอง",
  claimedHint: "ฝ่ายเสียเปรียบนับเมื่อขอนับเท่านั้น เหมือนเล่นบนกระดานจริง",
  clock: "นาฬิกา",
  noClock: "ไม่จับเวลา",
  minutes: "{0} นาที + {1} วินาที",
  perMove: "ตาละ {0} วินาที",
  board: "กระดาน",
  boardHelp: "ใช้ปุ่มลูกศรเลื่อนไปทีละช่อง กด Enter เพื่อหยิบและวางตัวหมาก",
  square: "{0} ว่าง",
  squareMan: "{0} {2}{1}",
  manP: "เบี้ย", manB: "เบี้ยหงาย", manM: "เม็ด", manS: "โคน", manN: "ม้า", manR: "เรือ", manK: "ขุน",
  takeBack: "ขอคืนตา",
  hint: "ขอคำแนะนำ",
  draw: "ขอเสมอ",
  resign: "ยอมแพ้",
  resignSure: "ยอมแพ้เกมนี้หรือไม่",
  turn: "กลับกระดาน",
  moves: "ตาเดิน",
  noMoves: "ยังไม่มีการเดิน",
  typeMove: "เดินหมาก",
  typeMoveHint: "ม-ง๒ หรือ Nd2",
  opening: "รูปเปิดหมาก: {0}",
  yourMove: "ตาคุณเดิน",
  thinking: "ศักดิ์กำลังคิด…",
  check: "รุก!",
  drawDeclined: "ศักดิ์ไม่รับเสมอ",
  drawAgreed: "ตกลงเสมอกัน",
  resigned: "{0}ยอมแพ้ {1}ชนะ",
  lostOnTime: "{0}หมดเวลา {1}ชนะ",
  mate: "รุกจน {0}ชนะ",
  stalemate: "อับ เสมอกัน",
  countDraw: "นับครบศักดิ์ เสมอกัน",
  repetition: "ตำแหน่งซ้ำครั้งที่สาม เสมอกัน",
  material: "ไม่มีฝ่ายใดรุกจนได้แล้ว เสมอกัน",
  youWin: "คุณชนะ!",
  youLose: "คุณแพ้",
  drawn: "เสมอ",
  reviewGame: "ทบทวนเกมนี้",
  hintIs: "คำแนะนำ: {0}",
  noCount: "ยังไม่นับศักดิ์",
  boardHonour: "ศักดิ์กระดาน",
  piecesHonour: "ศักดิ์หมาก",
  countOf: "จาก {0}",
  countBy: "{0}เป็นฝ่ายนับ",
  countLeft: "{0}เหลือ {1} ตา",
  countLeftOne: "{0}เหลือ 1 ตา",
  countLeftNone: "{0}ไม่เหลือตาเดินแล้ว",
  count: "นับศักดิ์",
  beginCount: "เริ่มนับศักดิ์",
  stopCount: "หยุดนับ",
  captured: "{0}กินได้",

  reviewTitle: "ทบทวนเกม",
  reviewInput: "PGN หรือ FEN",
  reviewHint: "วางเกมในรูป PGN ลำดับตาเดิน หรือตำแหน่งในรูป FEN",
  openFile: "เปิดไฟล์…",
  lastGame: "เกมที่เพิ่งเล่น",
  example: "เกมตัวอย่าง",
  depth: "ความละเอียด",
  quick: "เร็ว",
  normal: "ปกติ",
  deep: "ละเอียด",
  analyse: "วิเคราะห์",
  analysing: "ตำแหน่งที่ {0} จาก {1}",
  cancelled: "ยกเลิกแล้ว",
  another: "เกมอื่น",
  playFrom: "เล่นต่อจากตรงนี้",
  chooseGame: "เกม",
  gameNumber: "{0}. {1}",
  keys: "← → ไปทีละตา ↑ ↓ ไปยังตาพลาด F กลับกระดาน",

  endingsTitle: "หมากไล่ทีละตา",
  endingsAbout: "ทุกตาเดินพร้อมผล แม่นยำทั้งจำนวนตาและการนับศักดิ์",
  loadTables: "โหลดตารางหมากไล่ (7 MB ครั้งเดียว)",
  loadingTables: "กำลังโหลดตาราง…",
  tablesFailed: "โหลดตารางไม่ได้: {0}",
  ending: "หมากไล่",
  random: "ตำแหน่งอื่น",
  setUp: "จัดตัวหมาก",
  done: "เสร็จ",
  erase: "ลบ",
  sideToMove: "ฝ่ายเดิน",
  countStarts: "นับถึง",
  countLimit: "ศักดิ์ที่ต้องนับ",
  winsIn: "{0}ชนะ รุกจนได้ใน {1} ตา",
  winsInTime: "{0}รุกจนได้ใน {1} ตา ทันการนับ (เหลือ {2} ตา)",
  converts: "{0}ชนะ เปลี่ยนเป็นหมากที่ชนะได้ใน {1} ตา",
  tooLate: "เสมอ รุกจนต้องใช้ {0} ตา แต่เหลือเพียง {1} ตา",
  tooLateNone: "เสมอ รุกจนต้องใช้ {0} ตา แต่ไม่เหลือตาเดินแล้ว",
  drawnEnding: "เสมอ บังคับรุกจนไม่ได้",
  notHeld: "ไม่มีตารางสำหรับตำแหน่งนี้",
  over: "เกมจบแล้ว",
  best: "ดีที่สุด",
  moveWins: "รุกจนใน {0} ตา",
  moveConverts: "เปลี่ยนหมากใน {0} ตา",
  moveLate: "ช้าไป {0} ตา",
  moveDraws: "เสมอ",
  moveMates: "รุกจน",
  moveEnds: "จบเกม",
  reply: "ตาตอบที่ดีที่สุด",
  undo: "ถอยหนึ่งตา",
  strong: "{0} ไล่ {1}",
};

const KEY = "sakdi.language";

/** The language chosen before, or that of the browser. @returns {Language} */
function firstLanguage() {
  const chosen = localStorage.getItem(KEY) ?? navigator.language;
  return chosen.startsWith("th") ? "th" : "en";
}

/** @type {Language} */
let language = firstLanguage();
/** @type {Set<() => void>} */
const listeners = new Set();

/** The language that is spoken. */
export const spoken = () => language;

/** @param {Language} next */
export function speak(next) {
  language = next;
  localStorage.setItem(KEY, next);
  for (const listener of listeners) listener();
}

/** Calls a listener whenever another language is chosen. @param {() => void} listener */
export function onLanguage(listener) {
  listeners.add(listener);
}

/** A sentence with its gaps filled in. @param {Word} word @param {unknown[]} gaps */
export function say(word, ...gaps) {
  const sentence = (language === "th" ? thai : english)[word];
  return sentence.replace(/\{(\d)\}/g, (_, gap) => String(gaps[Number(gap)]));
}

/** A side by its name. @param {"white" | "black"} side */
export const sideName = (side) => say(side);

/** The notation of moves for people. @returns {"thai" | "san"} */
export const notation = () => (language === "th" ? "thai" : "san");

/** How the board's edge names files and ranks. */
export function boardNames() {
  return language === "th" ? { files: "กขคงจฉชญ", ranks: "๑๒๓๔๕๖๗๘" } : { files: "abcdefgh", ranks: "12345678" };
}

/** Fills in every element that says a word by itself: its attribute `data-say` names it. */
export function sayAll() {
  document.documentElement.lang = language;
  document.title = say("title");
  for (const each of document.querySelectorAll("[data-say]")) {
    each.textContent = say(/** @type {Word} */ (each.getAttribute("data-say")));
  }
  for (const each of document.querySelectorAll("[data-label]")) {
    const text = say(/** @type {Word} */ (each.getAttribute("data-label")));
    each.setAttribute("aria-label", text);
    if (each.tagName === "BUTTON") each.setAttribute("title", text);
  }
}
