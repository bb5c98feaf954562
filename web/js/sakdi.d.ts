/**
 * Sakdi, a Makruk (Thai chess) engine that knows how to count.
 *
 * ```js
 * import Sakdi, { Board, ready } from "sakdi";
 *
 * const engine = await Sakdi();
 * engine.addMessageListener((line) => console.log(line));
 * engine.postMessage("go movetime 1000");
 *
 * await ready();
 * const board = new Board();
 * board.push("d3d4");
 * ```
 */

/** Starts the engine in a worker of its own. Fails when the worker cannot start. */
export default function Sakdi(options?: EngineOptions): Promise<Engine>;

export interface EngineOptions {
  /**
   * Whether `stop` may reach a search through shared memory, where the page has it; default true. Otherwise the worker suspends the search
   * to receive messages, or in browsers that cannot suspend WebAssembly, and in pages that could share memory, the search requests the URL
   * of a blob every 20 ms, which a Content-Security-Policy must allow with `connect-src blob:`: otherwise the engine does not start. No
   * effect in Node.js.
   */
  sharedMemory?: boolean;
  /**
   * URL of `worker.js` in a copy of the folder `pkg/` on the page's own host. A page needs it whose bundle is on another host, because a
   * worker cannot start from there. No effect in Node.js.
   */
  worker?: string | URL;
  /**
   * Number of search threads at the beginning, from 1 to 8: the engine has `Threads` up to 8 then. Without this it has one thread, and
   * `Threads` above 1 is refused. Threads need shared memory: Node.js has it, and a page whose server sends the headers
   * `Cross-Origin-Opener-Policy: same-origin` and `Cross-Origin-Embedder-Policy: require-corp` with the page and the files of this package.
   * Elsewhere the engine does not start: the error is a {@link SakdiError} of the subject `threads`. Another 0.34 MB are loaded.
   */
  threads?: number;
}

/**
 * The engine, which speaks UCI: the same commands and options as the native program. It has one thread, or {@link
 * EngineOptions.threads | several}, at most 1,024 MiB of `Hash`, and no files: `TablePath`, `EvalFile` and `BookFile` are refused. Without {@link
 * EngineOptions.threads | threads} a search answers only `isready`, `stop`, `ponderhit` and the commands that end it; others, such as `d` and
 * `eval`, wait for its end.
 */
export interface Engine {
  /** Sends a line of the protocol, or several. Throws when the engine has ended. */
  postMessage(line: string): void;
  /** Calls `listener` with each line that the engine writes. */
  addMessageListener(listener: (line: string) => void): void;
  removeMessageListener(listener: (line: string) => void): void;
  /**
   * Sends a line and resolves with the lines of its answer, up to the one that begins with `last` or for which `last` returns true. Rejects
   * when the engine dies, or with what `last` throws. Calls are answered in turn: while one waits, a later one gets no lines. So during a search send `stop` by {@link
   * postMessage}, and hear other answers by {@link addMessageListener}.
   */
  ask(line: string, last: string | ((line: string) => boolean)): Promise<string[]>;
  /** Loads endgame tables into the engine. Resolves with the names of their endings. Like `setoption`, it first ends a running search. */
  loadTables(file: ArrayBuffer | Uint8Array): Promise<string[]>;
  /**
   * Loads another net, a file written by `sakdi train`. Rejects with a {@link SakdiError} and keeps the present net if the file is invalid.
   * Like `setoption`, it first ends a running search.
   */
  loadNet(file: ArrayBuffer | Uint8Array): Promise<void>;
  /** Ends the engine at once. Pending promises are rejected. */
  terminate(): void;
  /** Whether a search, perft or bench is running. */
  readonly isBusy: boolean;
  readonly usesSharedMemory: boolean;
  /** Resolves when the engine has ended: with an error if it died. */
  readonly ended: Promise<Error | undefined>;
}

/** Makes {@link Board} ready for use. */
export function ready(): Promise<void>;

export type Side = "white" | "black";
export type Variant = "makruk" | "makpong";
export type Language = "en" | "th";
/**
 * The counting rule; see the option `CountingRule` of the engine.
 */
export type CountingRule = "makruk" | "thai" | "thai-strict" | "claimed" | "none" | WhoCounts | `${WhoCounts}+${"smallest" | "highest"}`;
/** Who counts: the weaker side, the weaker side while it claims the count, the side that the position names (`makruk`), or nobody. */
export type WhoCounts = "weaker" | "claim" | "position" | "nobody";
/** A notation by name, or by its number in `ffish`. */
export type NotationName = "coordinate" | "san" | "thai" | "thai-long" | "official-thai" | "official-thai-short" | 0 | 1 | 2 | 8 | 9;

/** An invalid input. The message is the sentence that the native program prints. */
export interface SakdiError extends Error {
  readonly name: "SakdiError";
  readonly subject:
    | "count"
    | "countingRule"
    | "explorer"
    | "fen"
    | "language"
    | "move"
    | "net"
    | "notation"
    | "pgn"
    | "table"
    | "threads"
    | "variant"
    | "worker";
  /** The message in Thai. */
  readonly thai: string;
}

export interface Count {
  readonly counter: Side;
  /** Board's honour (ศักดิ์กระดาน), or pieces' honour (ศักดิ์หมาก) of a bare khun. */
  readonly honour: "board" | "pieces";
  /** The last number spoken. */
  readonly spoken: number;
  /** The first number to be spoken, while none has been spoken; null afterwards. */
  readonly first: number | null;
  /** The number that the count ends with. */
  readonly limit: number;
  /** Moves that the other side has left to mate. */
  readonly movesLeft: number;
  /** Whether the count is complete: the game is drawn, unless the counter is mated. */
  readonly isOver: boolean;
}

export interface Outcome {
  readonly reason: "mate" | "stalemate" | "count" | "repetition" | "material";
  /** null for a draw. */
  readonly winner: Side | null;
  readonly result: "1-0" | "0-1" | "1/2-1/2";
}

/** The result of a position by the endgame tables, including the count. */
export interface TableVerdict {
  readonly winner: Side | null;
  /** The side that may win. */
  readonly strong: Side;
  /** What the distance leads to: mate; or conversion, a capture or promotion that starts a count within which mate can be given. */
  readonly goal: "mate" | "conversion";
  /** Its moves to mate or conversion with best play, ignoring the count; null when it cannot be forced. */
  readonly distance: number | null;
  /** Moves that the count leaves it; null when no count limits it. */
  readonly movesLeft: number | null;
}

export interface TableMove {
  /** In coordinates. */
  readonly move: string;
  /** The result of the position after the move. */
  readonly verdict: TableVerdict | null;
  /** The outcome of the game, if the move ends it. */
  readonly outcome: Outcome | null;
}

/**
 * A game on a board. Methods that also exist in `ffish` have the same names and do the same, but for this:
 *
 * - The default variant is Makruk, and an empty FEN is the start position.
 * - `setFen` throws a {@link SakdiError} and changes nothing where `ffish` sets up what it understands.
 * - `push` also takes a promotion without its letter, and `pushSan` any notation, with NAGs such as `!?`.
 * - `pop` returns whether there was a move; there, a board without moves crashes.
 * - Moves are listed in another order.
 * - `Notation.DEFAULT` is SAN, and the notations of other games throw a `RangeError`.
 * - `toVerboseString` has neither SFEN nor keys.
 *
 * Create boards after {@link ready} has resolved, and free them with {@link Board.delete}.
 */
export class Board {
  /**
   * Throws a {@link SakdiError} if the FEN is invalid. `is960` is ignored.
   */
  constructor(variant?: Variant, fen?: string, is960?: boolean, countingRule?: CountingRule);
  delete(): void;
  free(): void;

  // As in ffish.
  variant(): Variant;
  /** All legal moves in coordinates, separated by spaces. */
  legalMoves(): string;
  legalMovesSan(): string;
  numberLegalMoves(): number;
  /** Makes a move in coordinates. Returns false if it is illegal. */
  push(uci: string): boolean;
  /** Makes a move in SAN or any other notation. Returns false if it is illegal. */
  pushSan(text: string, notation?: NotationName): boolean;
  /** Makes moves, and leaves illegal ones out. */
  pushMoves(moves: string): void;
  /** Makes moves, and leaves out what is none: numbers, NAGs, illegal moves. */
  pushSanMoves(moves: string, notation?: NotationName): void;
  /** Takes the last move back. Returns false if there is none. */
  pop(): boolean;
  reset(): void;
  /**
   * The position in FEN, with `~` after bia ngai if `showPromoted`. Board's honour is counted from the ply `countStarted` of the game on, as
   * {@link Board.gamePly} counts them; below 0 it has not begun, and 0 leaves it as the board counts it.
   */
  fen(showPromoted?: boolean, countStarted?: number): string;
  /** Sets up a position. Throws a {@link SakdiError} and changes nothing if the FEN is invalid. */
  setFen(fen: string): void;
  /** A legal move in a notation, default SAN; an empty string if it is illegal. */
  sanMove(uci: string, notation?: NotationName): string;
  variationSan(moves: string, notation?: NotationName, moveNumbers?: boolean): string;
  /** Whether White is to move. */
  turn(): boolean;
  fullmoveNumber(): number;
  halfmoveClock(): number;
  gamePly(): number;
  /** Without `claimDraw`, draws by the count and by repetition do not end the game. */
  isGameOver(claimDraw?: boolean): boolean;
  result(claimDraw?: boolean): "1-0" | "0-1" | "1/2-1/2" | "*";
  isCheck(): boolean;
  /** The square of the khun in check, or an empty string. */
  checkedPieces(): string;
  isCapture(uci: string): boolean;
  /** The moves made, in coordinates, separated by spaces. */
  moveStack(): string;
  hasInsufficientMaterial(white: boolean): boolean;
  isInsufficientMaterial(): boolean;
  is960(): boolean;
  isBikjang(): boolean;
  pocket(white: boolean): string;
  toString(): string;
  /** The board with lines between the squares, the FEN, and the squares of the men that give check. */
  toVerboseString(): string;

  // The methods below do not exist in ffish.
  /** Makes a move in any notation. Returns it in coordinates. Throws a {@link SakdiError} if it is illegal. */
  play(text: string): string;
  /** Parses a legal move in any notation. Returns it in coordinates. Throws a {@link SakdiError} if it is illegal. */
  parse(text: string): string;
  /** The moves made, in a notation, default SAN. */
  history(notation?: NotationName): string[];
  startFen(showPromoted?: boolean): string;
  /** The running count; null while none runs. */
  count(): Count | null;
  /** The state of the count as a sentence. While no count runs, it says so, and who may claim one. */
  countSentence(language?: Language): string;
  /** The pieces' honour count that the bare khun's next move would start; null if it would start none, or if a count runs already. */
  freshCount(): { readonly limit: number; readonly spoken: number } | null;
  /**
   * Sets the last number that a bare khun has counted, and the limit, by default the one that the men on the board set. Throws a {@link
   * SakdiError} if no khun is bare, if bia are left, or if the numbers are no count; this error is in English only. The position becomes the
   * first of a new game, with its move number: earlier moves and claims are forgotten. Throws a `RangeError` if a number is not whole, or not
   * from 0 to 65,535.
   */
  setCount(spoken: number, limit?: number): void;
  /** How the game ended by rule; null while it goes on. */
  outcome(): Outcome | null;
  /** How the game ended, as a sentence; undefined while it goes on. */
  outcomeSentence(language?: Language): string | undefined;
  countingRule(): CountingRule;
  /** Re-evaluates the whole game under another counting rule. Claims are forgotten. */
  setCountingRule(rule: CountingRule): void;
  /** The side that may begin a count under the rule `claimed`; null when none may. */
  claimant(): Side | null;
  /** Starts the count that the weaker side claims. Throws a {@link SakdiError} if it may not. */
  claimCount(): void;
  /** Takes back the number of the last move of the counting side, which forgot to count it. Throws a {@link SakdiError}. */
  skipNumber(): void;
  /** Whether {@link skipNumber} would succeed. */
  maySkipNumber(): boolean;
  /** The claims that were made, in their order. */
  claims(): { readonly ply: number; readonly kind: ClaimKind }[];
  /**
   * How the running count ends, as a sentence: proven by the loaded endgame tables, or by a mate that an engine has found, in moves, negative if
   * the side to move is mated. Without a proof the moves to mate a bare khun are estimated. Undefined while no count runs, and where nothing is
   * known.
   */
  countVerdict(language?: Language, mate?: number): string | undefined;
  /** Ends a claimed count. */
  stopCount(): void;
  /** The names of both sides' openings; undefined if neither has one. */
  opening(language?: Language): string | undefined;
  /** The result by the endgame tables; null if no loaded table holds the position. */
  tableVerdict(): TableVerdict | null;
  /** Every legal move with its result by the endgame tables. */
  tableMoves(): TableMove[];
  /** The game as PGN; `tags` alternates names and values. Throws a `RangeError` if a name has blanks, brackets or quotation marks. */
  pgn(tags: string[]): string;
}

/** Fetches the endgame tables of the package (7 MB), or those at another URL. A relative URL is relative to the page; in Node.js, to the package. */
export function fetchTables(url?: string | URL, signal?: AbortSignal): Promise<ArrayBuffer>;

/**
 * Loads endgame tables for all boards, by default those of the package. Resolves with the names of their endings. Each engine loads its
 * own: {@link Engine.loadTables}.
 */
export function loadTables(file?: ArrayBuffer | Uint8Array): Promise<string[]>;

/**
 * Endgame tables on a server that sends parts of files, such as those of five men that `sakdi tables build` writes. Of each table only
 * the parts that positions need are fetched; browsers keep up to 4,000 of them, also for use without a connection. From another origin
 * the server must allow the page to read the header `Content-Range` (`Access-Control-Expose-Headers`).
 *
 * @example
 * const tables = new RemoteTables("https://example.org/tables/");
 * const board = new Board("makruk", "8/8/3k4/8/2S1M3/3S4/8/K7 w - 44 10 1");
 * if (await tables.prepare(board)) console.log(board.tableVerdict());
 */
export class RemoteTables {
  /** `url` is the folder with the tables; a relative one is relative to the page. */
  constructor(url: string | URL, options?: { fetch?: typeof fetch });
  /**
   * Fetches what a position and its moves need. After that {@link Board.tableVerdict} and {@link Board.tableMoves} of all boards know
   * them, together with the tables that are loaded. Resolves with whether some table holds the position.
   * @throws if the server cannot be reached, sends whole files only or something that is no table
   */
  prepare(board: Board, signal?: AbortSignal): Promise<boolean>;
}

/**
 * The moves that many games played, by position: a file that `sakdi games explorer` has written.
 *
 * ```js
 * const explorer = new Explorer(new Uint8Array(await (await fetch("explorer.bin")).arrayBuffer()));
 * for (const { move, games, wins, draws } of explorer.moves(board)) console.log(move, games, (wins + draws / 2) / games);
 * ```
 */
export class Explorer {
  /** Throws a {@link SakdiError} if the bytes are no such file. */
  constructor(file: Uint8Array);
  /** Number of positions in it. Those that are mirror images of each other, by files or by sides, are one. */
  positions(): number;
  /**
   * The moves played in the position of a board and in its mirror images, as legal moves of this board, the most frequent first; empty if the
   * file lacks the position. Throws a {@link SakdiError} if the file is damaged there.
   */
  moves(board: Board): PlayedMove[];
  /** Frees the memory. */
  free(): void;
  delete(): void;
}

/** The games in which a move was played. Games without a known result are in `games` only. */
export interface PlayedMove {
  /** In coordinates; null for games that ended in the position. */
  readonly move: string | null;
  readonly games: number;
  /** Games that the side to move won. */
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  /** The year of the first and of the last of them; null if it is unknown. */
  readonly firstYear: number | null;
  readonly lastYear: number | null;
}

export interface AnalysisOptions {
  /** Milliseconds for each position; default 200. */
  movetime?: number;
  /** Nodes for each position instead of a time: the result is then the same on every run. */
  nodes?: number;
  /** Number of best lines; default 1. */
  lines?: number;
  /** Size of the transposition table in MiB, at most 1024; default 16. */
  hash?: number;
  /** Language of the sentences. */
  language?: Language;
  /** Notation of the moves; default SAN, or Thai notation when the language is Thai. */
  notation?: NotationName;
  /** Default: the rule that a game names in its tag `CountingRule`, or `thai`: the weaker side counts. */
  countingRule?: CountingRule;
  /** The result of {@link fetchTables}. Without it, no endgame tables are used. */
  tables?: ArrayBuffer | Uint8Array;
  /** Called with the number of positions analysed and their total. */
  onProgress?: (done: number, all: number) => void;
  /** See {@link EngineOptions.worker}. */
  worker?: string | URL;
  /** Ends the analysis; its promise is then rejected with the reason of the signal. */
  signal?: AbortSignal;
}

export interface Analysis {
  /** The data of the page of `sakdi analyse --html`. */
  readonly report: Report;
  /** Why games were left out that cannot be read: a sentence for each. */
  readonly skipped: readonly string[];
  /** The games with their analysis, as `sakdi analyse --out` writes them. */
  readonly pgn: string;
}

/**
 * The data of a report. `words`, `files` and `ranks` are what the page of `sakdi analyse --html` needs besides the games; its own format of
 * `games` may change. For other uses read {@link Analysis.pgn}: its comments have the score and the depth of each position.
 */
export interface Report {
  readonly words: Readonly<Record<string, string>>;
  readonly files: string;
  readonly ranks: string;
  readonly games: readonly any[];
}

/**
 * Analyses every move of the games of a PGN in a separate worker, as `sakdi analyse` does. Rejects with a {@link SakdiError} if none of the
 * games can be read (others that cannot are in `skipped`), and with a `RangeError` if a limit in the options is no whole number from 1.
 */
export function analyse(pgn: string, options?: AnalysisOptions): Promise<Analysis>;

/**
 * Rebuilds the report of an earlier analysis, in any language, from its annotated PGN. Call it after {@link ready} has resolved.
 */
export function reportOf(
  pgn: string,
  options?: Pick<AnalysisOptions, "language" | "notation">,
): Report;

/** A game that was read from PGN. Free it with {@link Game.delete}. */
export class Game {
  private constructor();
  /** The names of the tags, separated by spaces. */
  headerKeys(): string;
  /** The value of a tag; empty without it. */
  headers(name: string): string;
  /** The moves of the main line in coordinates, separated by spaces. */
  mainlineMoves(): string;
  delete(): void;
  free(): void;

  // Not in ffish.
  /** The first position, with `~` after bia ngai. */
  startFen(): string;
  variant(): Variant;
  /** That of the tag `CountingRule`; without it `claimed` if the comments hold claims, or else `thai`: the weaker side counts. */
  countingRule(): CountingRule;
  /** `1-0`, `0-1`, `1/2-1/2`, or `*` without a result. */
  result(): string;
  /** How its moves are written. */
  dialect(): Dialect;
  /**
   * The game as PGN with its moves in a dialect; tags, comments, variations and the result stay. Throws a {@link SakdiError} for an unknown
   * one.
   */
  inDialect(dialect: Dialect): string;
}

/**
 * A way to write moves. `makruk` is SAN with the letters K M S N R; the official ones are those of the Thai rules of B.E. 2569, `short` their
 * form for competitions.
 */
export type Dialect =
  | "makruk"
  | "lan"
  | "uci"
  | "playok"
  | "schemingmind"
  | "official-thai"
  | "official-thai-dots"
  | "official-thai-short"
  | "official-english"
  | "official-english-short"
  | "thai"
  | "thai-long";

/** What the weaker side says, under the rule `claimed`: it begins to count, counts no longer, or forgot to count its last move. */
export type ClaimKind = "start" | "stop" | "skip";

/**
 * A game with its variations, comments and Numeric Annotation Glyphs. Its nodes are numbers: 0 is the first position, each other one the position
 * after a move. A number stays valid while other parts of the tree change; methods throw a `RangeError` for one that the tree does not have,
 * and those that change the tree also for one that was removed.
 *
 * ```js
 * const [tree] = readGameTrees("1. e4 e5 (1... d5) *");
 * const [e4] = tree.children(0);
 * const reply = tree.add(e4, "c6c5");
 * tree.setComments(reply, ["why not?"]);
 * tree.promote(reply);
 * tree.pgn(); // 1. e4 e5 (1... c5 {why not?}) (1... d5) *
 * ```
 */
export class GameTree {
  /** A tree without moves. Throws a {@link SakdiError} if the FEN is invalid. */
  constructor(variant?: Variant, fen?: string, countingRule?: CountingRule);
  delete(): void;
  free(): void;
  /** Why its text could not be read further; undefined if it was read to the end. */
  problem(): SakdiError | undefined;
  variant(): Variant;
  /** That of the tag `CountingRule`; without it `claimed` if the comments hold claims, or else `thai`. */
  countingRule(): CountingRule;
  /** The first position, with `~` after bia ngai. */
  startFen(): string;
  /** The value of a tag; empty without it. */
  tag(name: string): string;
  /**
   * Sets the value of a tag; an empty one removes it. `Result` is also the result of the game. Throws a `RangeError` if the name has blanks,
   * brackets or quotation marks, if the result is none of `1-0`, `0-1`, `1/2-1/2` and `*`, and for `Variant`, `CountingRule`, `SetUp` and `FEN`, which follow from the first
   * position.
   */
  setTag(name: string, value: string): void;
  result(): "1-0" | "0-1" | "1/2-1/2" | "*";
  /** The whole tree as PGN in SAN. */
  pgn(): string;

  // What a node holds.
  parent(node: number): number | undefined;
  /** The positions after it, the main continuation first. */
  children(node: number): Uint32Array;
  /** Its move in a notation, default SAN; empty for the first position. */
  moveName(node: number, notation?: NotationName): string;
  /** `12.` or `12...`; empty for the first position. */
  moveNumber(node: number): string;
  /** Number of moves before it. */
  ply(node: number): number;
  /** With `~` after bia ngai. */
  fen(node: number): string;
  /** The square of the khun in check, or an empty string. */
  checkedPieces(node: number): string;
  /** The comments before its move, where it begins a variation. */
  commentsBefore(node: number): string[];
  comments(node: number): string[];
  nags(node: number): Uint8Array;
  /** Whether it is part of the tree still. */
  holds(node: number): boolean;
  /**
   * A board with the game up to the node, for the caller to free. Draws by the count and by repetition after which moves follow are passed over,
   * as people do when nobody claims them.
   */
  board(node: number): Board;

  // Changes.
  /** Makes a legal move in coordinates, which may be in the tree already. Returns its node. Throws a {@link SakdiError} if it is illegal. */
  add(node: number, uci: string): number;
  /** Makes the variation that holds the node one rank higher. Returns false in the main line. */
  promote(node: number): boolean;
  /** Makes the line that leads to the node the main line. */
  makeMain(node: number): void;
  /** Removes a move and all that follows it. Returns the node before it. */
  remove(node: number): number;
  /** Replaces the comments after a move. Claims of counts in them, as docs/rules.md has them, hold from then on. */
  setComments(node: number, comments: string[]): void;
  setNags(node: number, nags: Uint8Array): void;
  /** Makes a claim, and writes it into a comment. Throws a {@link SakdiError} if it cannot be made. */
  claim(node: number, kind: ClaimKind): void;
}

/**
 * Reads all games of a PGN with their variations, each as far as it can be read: see {@link GameTree.problem}. Call it after {@link ready} has
 * resolved.
 */
export function readGameTrees(pgn: string): GameTree[];

/**
 * Reads the first game of a PGN. Throws a {@link SakdiError} if there is none, or it has an illegal move. Call it after {@link ready} has
 * resolved.
 */
export function readGamePGN(pgn: string): Game;
/** Reads all games of a PGN. Throws a {@link SakdiError} if one has an illegal move. Call it after {@link ready} has resolved. */
export function readGamesPGN(pgn: string): Game[];

/**
 * The Elo of each `Skill Level`, the weakest first, without full strength. Those below 0 are for beginners. Call it after {@link ready} has
 * resolved.
 */
export function levels(): Map<number, number>;

/** The start position in FEN. Call it after {@link ready} has resolved. */
export function startingFen(variant?: Variant): string;
/**
 * 1 if a FEN is valid; otherwise the code of `ffish`: 0 empty, -1 move number, -2 half-move clock or count, -3 number of khun, -5 castling,
 * -6 side to move, -8 ranks and files, -9 khun side by side, -10 letters, -14 limit of the count. What `ffish` accepts and this package
 * refuses is -100, such as a side in check that is not to move; a rank of fewer than eight files is -8. A square of an en
 * passant capture in place of the limit is accepted. The error of {@link Board.setFen}
 * says what is wrong. Call it after {@link ready} has resolved.
 */
export function validateFen(fen: string, variant?: Variant): number;
/** The variants, separated by spaces. */
export function variants(): string;
/** The name and the version. Call it after {@link ready} has resolved. */
export function info(): string;
/** Always false: nothing that is taken comes back. */
export function capturesToHand(variant?: string): boolean;
/** Does nothing: a board has no options. */
export function setOption(name: string, value: string): void;
/** Does nothing: a board has no options. */
export function setOptionInt(name: string, value: number): void;
/** Does nothing: a board has no options. */
export function setOptionBool(name: string, value: boolean): void;
/** Throws: there are no other variants. */
export function loadVariantConfig(text: string): never;
/** The notations by the names that `ffish` has; those of other games throw where they are used. */
export const Notation: {
  readonly DEFAULT: 0;
  readonly SAN: 1;
  readonly LAN: 2;
  readonly SHOGI_HOSKING: 3;
  readonly SHOGI_HODGES: 4;
  readonly SHOGI_HODGES_NUMBER: 5;
  readonly JANGGI: 6;
  readonly XIANGQI_WXF: 7;
  readonly THAI_SAN: 8;
  readonly THAI_LAN: 9;
};
/** Ends of games by the names that `ffish` has, which has no function that returns them. {@link Board.outcome} says how a game ended. */
export const Termination: {
  readonly ONGOING: 0;
  readonly CHECKMATE: 1;
  readonly STALEMATE: 2;
  readonly INSUFFICIENT_MATERIAL: 3;
  readonly N_MOVE_RULE: 4;
  readonly N_FOLD_REPETITION: 5;
  readonly VARIANT_END: 6;
};
