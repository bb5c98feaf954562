/* Sakdi: Makruk (Thai chess) for C. Made by cbindgen from bindings/c/src: see bindings/c/README.md.
 *
 * Texts are UTF-8 and end with a zero. A text that a function returns is freed with sakdi_text_free.
 * A function that can fail returns a SakdiStatus; sakdi_error_text says what was wrong. No function
 * ends the process because of its arguments.
 */

#ifndef SAKDI_H
#define SAKDI_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/*
 What came of a call.
 */
typedef enum {
  /*
   It was done.
   */
  SAKDI_STATUS_OK = 0,
  /*
   A pointer that must not be null is null.
   */
  SAKDI_STATUS_NULL = 1,
  /*
   A text is not UTF-8.
   */
  SAKDI_STATUS_TEXT = 2,
  /*
   A position is none.
   */
  SAKDI_STATUS_FEN = 3,
  /*
   A move cannot be read, or is illegal.
   */
  SAKDI_STATUS_MOVE = 4,
  /*
   No count can be claimed, skipped or set.
   */
  SAKDI_STATUS_COUNT = 5,
  /*
   The name of a variant, of a counting rule, of a notation or of a language does not exist.
   */
  SAKDI_STATUS_NAME = 6,
  /*
   The session has ended.
   */
  SAKDI_STATUS_ENDED = 7,
  /*
   A fault of the library.
   */
  SAKDI_STATUS_FAULT = 8,
  /*
   A number is too large.
   */
  SAKDI_STATUS_NUMBER = 9,
} SakdiStatus;

/*
 Why a game has ended.
 */
typedef enum {
  /*
   It goes on.
   */
  SAKDI_REASON_NONE = 0,
  /*
   A khun is mated.
   */
  SAKDI_REASON_MATE = 1,
  /*
   The side to move has no move, and is not in check.
   */
  SAKDI_REASON_STALEMATE = 2,
  /*
   The count is complete.
   */
  SAKDI_REASON_COUNT = 3,
  /*
   The position is on the board for the third time.
   */
  SAKDI_REASON_REPETITION = 4,
  /*
   Neither side can win.
   */
  SAKDI_REASON_MATERIAL = 5,
} SakdiReason;

/*
 A game on a board, with take-back. One thread at a time may use it.
 */
typedef struct SakdiBoard SakdiBoard;

/*
 A UCI engine. Several may exist at once, and different threads may use one.
 */
typedef struct SakdiSession SakdiSession;

/*
 How a game has ended.
 */
typedef struct {
  /*
   Why.
   */
  SakdiReason reason;
  /*
   1 if White has won, −1 if Black has, 0 for a draw and while the game goes on.
   */
  int32_t winner;
} SakdiOutcome;

/*
 The state of a count.
 */
typedef struct {
  /*
   Whether one runs; without it everything else is 0.
   */
  bool runs;
  /*
   Whether it is complete.
   */
  bool is_over;
  /*
   Whether it is pieces' honour; else it is board's honour.
   */
  bool is_pieces;
  /*
   The side that counts: 1 for White, −1 for Black.
   */
  int32_t counter;
  /*
   The last number counted.
   */
  uint16_t counted;
  /*
   The first number that will be counted, while none has been; else 0.
   */
  uint16_t first;
  /*
   The number that it ends with.
   */
  uint16_t limit;
  /*
   Moves that the other side has left to mate with.
   */
  uint16_t moves_left;
} SakdiCount;

/*
 Gets a line of the engine's output, without its line end. It is called on a thread that the session
 has for it, and may use the session and free it. `line` is valid until it returns.
 */
typedef void (*SakdiWriteLine)(void *context, const char *line);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 The version of the library, such as `0.1.0`. It lives as long as the library.
 */
const char *sakdi_version(void);

/*
 A new board, or null after an error. `fen` is the position; null for the start position. `variant` is
 `makruk` or `makpong`; `counting` is `makruk`, `thai`, `thai-strict`, `claimed` or `none`. For both,
 null means `makruk`.

 # Safety
 Each argument is null or a text that ends with a zero.
 */
SakdiBoard *sakdi_board_new(const char *fen,
                            const char *variant,
                            const char *counting);

/*
 A copy of a board, or null after an error.

 # Safety
 `board` is null or a board.
 */
SakdiBoard *sakdi_board_copy(const SakdiBoard *board);

/*
 Frees a board. Null is ignored.

 # Safety
 `board` is null or a board that has not been freed.
 */
void sakdi_board_free(SakdiBoard *board);

/*
 The position in FEN, to be freed; null after an error. Bia ngai have a `~` if `show_promoted`.

 # Safety
 `board` is null or a board.
 */
char *sakdi_board_fen(const SakdiBoard *board, bool show_promoted);

/*
 The legal moves, separated by spaces, to be freed; null after an error. `notation` is `coordinate`
 (the default for null), `san`, `thai`, `thai-long`, `official-thai` or `official-thai-short`.

 # Safety
 `board` is null or a board, `notation` null or a text that ends with a zero.
 */
char *sakdi_board_moves(const SakdiBoard *board, const char *notation);

/*
 The moves made, separated by spaces, to be freed; null after an error. `notation` as for
 `sakdi_board_moves`.

 # Safety
 As for `sakdi_board_moves`.
 */
char *sakdi_board_history(const SakdiBoard *board, const char *notation);

/*
 A legal move, given in any notation, in another one; to be freed, null after an error.

 # Safety
 `board` is null or a board, `text` and `notation` null or texts that end with a zero.
 */
char *sakdi_board_move_text(const SakdiBoard *board, const char *text, const char *notation);

/*
 Makes a move, given in any notation. After an error nothing has changed.

 # Safety
 `board` is null or a board that nobody else uses, `text` null or a text that ends with a zero.
 */
SakdiStatus sakdi_board_play(SakdiBoard *board, const char *text);

/*
 Takes the last move back, with the claims after it. Returns whether there was one.

 # Safety
 `board` is null or a board that nobody else uses.
 */
bool sakdi_board_take_back(SakdiBoard *board);

/*
 The side to move: 1 for White, −1 for Black, 0 after an error.

 # Safety
 `board` is null or a board.
 */
int32_t sakdi_board_turn(const SakdiBoard *board);

/*
 Whether the side to move is in check.

 # Safety
 `board` is null or a board.
 */
bool sakdi_board_is_check(const SakdiBoard *board);

/*
 How the game has ended by the rules, counts and repetitions included.

 # Safety
 `board` is null or a board.
 */
SakdiOutcome sakdi_board_outcome(const SakdiBoard *board);

/*
 The state of the count.

 # Safety
 `board` is null or a board.
 */
SakdiCount sakdi_board_count(const SakdiBoard *board);

/*
 The state of the count as a sentence, to be freed; null after an error. `language` is `en` (null) or
 `th`.

 # Safety
 `board` is null or a board, `language` null or a text that ends with a zero.
 */
char *sakdi_board_count_text(const SakdiBoard *board,
                             const char *language);

/*
 The side that may begin a count under the rule `claimed`: 1 for White, −1 for Black, 0 for none.

 # Safety
 `board` is null or a board.
 */
int32_t sakdi_board_claimant(const SakdiBoard *board);

/*
 Starts the count that the weaker side claims.

 # Safety
 `board` is null or a board that nobody else uses.
 */
SakdiStatus sakdi_board_claim_count(SakdiBoard *board);

/*
 Takes back the number of the last move of the counting side, which forgot to count it.

 # Safety
 `board` is null or a board that nobody else uses.
 */
SakdiStatus sakdi_board_skip_number(SakdiBoard *board);

/*
 Ends a claimed count.

 # Safety
 `board` is null or a board that nobody else uses.
 */
SakdiStatus sakdi_board_stop_count(SakdiBoard *board);

/*
 The number of positions after `depth` plies, at most 64; 0 after an error.

 # Safety
 `board` is null or a board.
 */
uint64_t sakdi_board_perft(const SakdiBoard *board, uint32_t depth);

/*
 What was wrong with the last call of this thread that failed, as a sentence. It is valid until
 the next such call of the thread.
 */
const char *sakdi_error_text(void);

/*
 A new session, or null after an error. `write` gets its output, with `context` as it is; both must
 stay valid until the session is freed, and other threads must be allowed to use `context`. Without
 `write` the output waits for `sakdi_session_read`.
 */
SakdiSession *sakdi_session_new(SakdiWriteLine write, void *context);

/*
 The next line of output of a session without `write`, to be freed. Waits for it, but at most so many
 milliseconds, and not after `quit`; null if there is none, and after an error. Another thread may
 send meanwhile.

 # Safety
 `session` is null or a session that has not been freed.
 */
char *sakdi_session_read(const SakdiSession *session,
                         uint32_t milliseconds);

/*
 Sends a line to the engine, such as `go depth 8`. It returns at once, or after the end of a search
 that the line ends. Answers may come before it returns, and later. After `quit` the status is
 `SAKDI_STATUS_ENDED`.

 # Safety
 `session` is null or a session that has not been freed, `line` null or a text that ends with a zero.
 */
SakdiStatus sakdi_session_send(const SakdiSession *session,
                               const char *line);

/*
 Ends a session and frees it. A running search is stopped. `write` gets the output from before, and
 nothing after this returns. `write` may call this, too. Null is ignored.

 # Safety
 `session` is null or a session that has not been freed, and no other call uses it, except those of
 `write`.
 */
void sakdi_session_free(SakdiSession *session);

/*
 Frees a text that a function of this library has returned. Null is ignored.

 # Safety
 `text` is null, or was returned by this library as a text to free, and has not been freed.
 */
void sakdi_text_free(char *text);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SAKDI_H */
