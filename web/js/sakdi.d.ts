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
   * Whether a search may hear of `stop` by shared memory, where the page has any; true unless set.
   * Without shared memory the search asks for the address of a blob every 20 ms, which a
   * Content-Security-Policy has to allow by `connect-src blob:`.
   */
  sharedMemory?: boolean;
}

/**
 * The engine, which speaks UCI: the same commands and options as the native program. It has one
 * thread, and no files: `Threads` above 1, `TablePath`, `EvalFile` and `BookFile` are refused.
 */
export interface Engine {
  /** Sends a line of the protocol, or several. Throws when the engine has ended. */
  postMessage(line: string): void;
  /** Calls `listener` with each line that the engine says. */
  addMessageListener(listener: (line: string) => void): void;
  removeMessageListener(listener: (line: string) => void): void;
  /**
   * Sends a line and waits for the line that ends its answer: one that begins with `last`, or for
   * which `last` is true. Fails when the engine dies.
   */
  ask(line: string, last: string | ((line: string) => boolean)): Promise<string[]>;
  /** Gives the engine endgame tables. Gives the names of their endings. */
  loadTables(file: ArrayBuffer | Uint8Array): Promise<string[]>;
  /** Evaluates by another net: a file that `sakdi train` writes. Fails with a {@link SakdiError}, and nothing changes, when it is none. */
  loadNet(file: ArrayBuffer | Uint8Array): Promise<void>;
  /** Ends the engine at once. What waits for it fails. */
  terminate(): void;
  /** Whether a search, a perft or a bench is at work. */
  readonly isBusy: boolean;
  readonly usesSharedMemory: boolean;
  /** When the engine has ended: with an error when it has died. */
  readonly ended: Promise<Error | undefined>;
}

/** Makes {@link Board} ready for use. */
export function ready(): Promise<void>;

export type Side = "white" | "black";
export type Variant = "makruk" | "makpong";
export type Language = "en" | "th";
/**
 * How counts run; see the option `CountingRule` of the engine.
 */
export type CountingRule = "makruk" | "thai" | "thai-strict" | "claimed" | "none";
/** A notation by name, or by its number in `ffish`. */
export type NotationName = "coordinate" | "san" | "thai" | "thai-long" | 0 | 1 | 2 | 8 | 9;

/** What is wrong with an input: the sentence that the native program prints. */
export interface SakdiError extends Error {
  readonly name: "SakdiError";
  readonly subject:
    | "count"
    | "countingRule"
    | "fen"
    | "language"
    | "move"
    | "net"
    | "notation"
    | "pgn"
    | "table"
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
  /** The last number there is. */
  readonly limit: number;
  /** Moves that the other side has left to mate. */
  readonly movesLeft: number;
  /** Whether the count is complete: the game is drawn, unless the counter is mated. */
  readonly isOver: boolean;
}

export interface Outcome {
  readonly reason: "mate" | "stalemate" | "count" | "repetition" | "material";
  /** Nobody in a draw. */
  readonly winner: Side | null;
  readonly result: "1-0" | "0-1" | "1/2-1/2";
}

/** What the endgame tables say of a position, the count taken into account. */
export interface TableVerdict {
  readonly winner: Side | null;
  /** The side whose winning was asked about. */
  readonly strong: Side;
  /** What the distance leads to: mate, or also a capture or promotion that starts a count within which mate can be given. */
  readonly goal: "mate" | "conversion";
  /** Its fewest moves to the goal, the count left aside; null when it cannot be forced. */
  readonly distance: number | null;
  /** Moves that the count leaves it; null when no count limits it. */
  readonly movesLeft: number | null;
}

export interface TableMove {
  /** In coordinates. */
  readonly move: string;
  /** On the position after the move. */
  readonly verdict: TableVerdict | null;
  /** Of the game, when the move ends it. */
  readonly outcome: Outcome | null;
}

/**
 * A game on a board. The methods that `ffish` has, too, have its names and do the same.
 * Use it after {@link ready}, and free it by {@link Board.delete}.
 */
export class Board {
  /**
   * Throws a {@link SakdiError} on a position that is none. `is960` means nothing.
   */
  constructor(variant?: Variant, fen?: string, is960?: boolean, countingRule?: CountingRule);
  delete(): void;
  free(): void;

  // As in ffish.
  variant(): Variant;
  /** Every legal move in coordinates, blanks between them. */
  legalMoves(): string;
  legalMovesSan(): string;
  numberLegalMoves(): number;
  /** Makes a move; false when it is illegal. */
  push(uci: string): boolean;
  /** Makes a move in SAN, or any other notation; false when it is illegal. */
  pushSan(text: string): boolean;
  /** Makes moves, as far as they are legal. */
  pushMoves(moves: string): void;
  pushSanMoves(moves: string): void;
  /** Takes the last move back; false when there is none. */
  pop(): boolean;
  reset(): void;
  fen(showPromoted?: boolean): string;
  /** Sets up a position. Throws a {@link SakdiError} and changes nothing when it is none. */
  setFen(fen: string): void;
  /** A legal move in a notation, SAN unless named; empty when it is illegal. */
  sanMove(uci: string, notation?: NotationName): string;
  variationSan(moves: string, notation?: NotationName, moveNumbers?: boolean): string;
  /** Whether White is to move. */
  turn(): boolean;
  fullmoveNumber(): number;
  halfmoveClock(): number;
  gamePly(): number;
  /** Without `claimDraw` draws by count and by repetition do not end the game. */
  isGameOver(claimDraw?: boolean): boolean;
  result(claimDraw?: boolean): "1-0" | "0-1" | "1/2-1/2" | "*";
  isCheck(): boolean;
  /** The square of the khun in check, or nothing. */
  checkedPieces(): string;
  isCapture(uci: string): boolean;
  /** The moves made, blanks between them. */
  moveStack(): string;
  hasInsufficientMaterial(white: boolean): boolean;
  isInsufficientMaterial(): boolean;
  is960(): boolean;
  isBikjang(): boolean;
  pocket(white: boolean): string;
  toString(): string;

  // What ffish lacks.
  /** Makes a move in any notation. Gives it in coordinates. Throws a {@link SakdiError}. */
  play(text: string): string;
  /** Reads a legal move in any notation. Gives it in coordinates. Throws a {@link SakdiError}. */
  parse(text: string): string;
  /** The moves made in a notation, SAN unless named. */
  history(notation?: NotationName): string[];
  startFen(showPromoted?: boolean): string;
  /** The running count; null while none runs. */
  count(): Count | null;
  /** The count as a sentence; or that none runs, and who may claim one. */
  countSentence(language?: Language): string;
  /** The count of pieces' honour that begins with the bare khun's next move; null when none would, or one runs. */
  freshCount(): { readonly limit: number; readonly spoken: number } | null;
  /**
   * Sets the number that a bare khun has spoken last, and the last number: that of the men on the
   * board unless another is given. Throws a {@link SakdiError} when no khun is bare or bia are left.
   */
  setCount(spoken: number, limit?: number): void;
  /** How the game ended by rule; null while it goes on. */
  outcome(): Outcome | null;
  outcomeSentence(language?: Language): string | undefined;
  countingRule(): CountingRule;
  /** Judges the whole game by another rule of counting. */
  setCountingRule(rule: CountingRule): void;
  /** The side that may begin a count under the rule `claimed`; null when none may. */
  claimant(): Side | null;
  /** Begins the count that the weaker side claims. Throws a {@link SakdiError}. */
  claimCount(): void;
  /** Gives up a count that was claimed. */
  dropCount(): void;
  /** The openings of both sides by name. */
  opening(language?: Language): string | undefined;
  /** What the endgame tables say; null when none of those loaded holds the position. */
  tableVerdict(): TableVerdict | null;
  /** What the endgame tables say of each legal move. */
  tableMoves(): TableMove[];
  /** The game as PGN; `tags` are names and values in turn. */
  pgn(tags: string[]): string;
}

/** The file of endgame tables that belongs to the package, or one of another address: 7 MB. */
export function fetchTables(url?: string | URL): Promise<ArrayBuffer>;

/**
 * Gives boards endgame tables, those of the package unless others are given. Gives the names of
 * their endings. Engines have tables of their own: {@link Engine.loadTables}.
 */
export function loadTables(file?: ArrayBuffer | Uint8Array): Promise<string[]>;

export interface AnalysisOptions {
  /** Milliseconds for each position: 200 unless set. */
  movetime?: number;
  /** Nodes for each position, in the place of a time: the analysis is then always the same. */
  nodes?: number;
  /** Best lines to find: 1 unless set. */
  lines?: number;
  /** Transposition table in MiB: 16 unless set. */
  hash?: number;
  /** Of the sentences. */
  language?: Language;
  /** Of the moves: SAN, or in Thai Thai notation, unless set. */
  notation?: NotationName;
  countingRule?: CountingRule;
  /** The file of {@link fetchTables}: without it the search alone finds mates. */
  tables?: ArrayBuffer | Uint8Array;
  /** Hears how many positions are done. */
  onProgress?: (done: number, all: number) => void;
  /** Ends the analysis: it then fails with the reason of the signal. */
  signal?: AbortSignal;
  sharedMemory?: boolean;
}

export interface Analysis {
  /** What the page of `sakdi analyse --html` draws from. */
  readonly report: Report;
  /** The games with their analysis, as `sakdi analyse --out` writes them. */
  readonly pgn: string;
}

/** The data of a report; src/analysis/report/mod.rs writes it. */
export interface Report {
  readonly words: Readonly<Record<string, string>>;
  readonly files: string;
  readonly ranks: string;
  readonly games: readonly any[];
}

/**
 * Judges every move of the games of a PGN, in a worker of its own, by the code of
 * `sakdi analyse`. Fails with a {@link SakdiError} when the PGN cannot be read.
 */
export function analyse(pgn: string, options?: AnalysisOptions): Promise<Analysis>;

/**
 * The report of games that were analysed before, in any language, from their annotated PGN. Use it
 * after {@link ready}.
 */
export function reportOf(
  pgn: string,
  options?: Pick<AnalysisOptions, "language" | "notation" | "countingRule">,
): Report;

/** The Elo of each level below full strength, by the option `Skill Level` from 0. Use it after {@link ready}. */
export function levels(): Uint16Array;

/** The start position in FEN. */
export function startingFen(variant?: Variant): string;
/** 1 when a FEN is a position, -1 otherwise; {@link Board.setFen} says what is wrong. */
export function validateFen(fen: string, variant?: Variant): number;
/** The variants, blanks between them. */
export function variants(): string;
/** The notations by the names that `ffish` has. */
export const Notation: {
  readonly DEFAULT: 0;
  readonly SAN: 1;
  readonly LAN: 2;
  readonly THAI_SAN: 8;
  readonly THAI_LAN: 9;
};
