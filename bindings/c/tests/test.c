/* Tests of the C interface: test [SESSIONS], the number of sessions that are made and freed. */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sakdi.h"

#define CHECK(condition)                                                               \
    do {                                                                               \
        if (!(condition)) {                                                            \
            fprintf(stderr, "%s:%d: %s (%s)\n", __FILE__, __LINE__, #condition, sakdi_error_text()); \
            exit(1);                                                                   \
        }                                                                              \
    } while (0)

/* What a session has written: the last lines that begin with words that are waited for. */
typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t written;
    char best[64];
    int lines, oks, bests;
} Output;

static void output_init(Output *output) {
    memset(output, 0, sizeof *output);
    pthread_mutex_init(&output->lock, NULL);
    pthread_cond_init(&output->written, NULL);
}

static void write_line(void *context, const char *line) {
    Output *output = context;
    pthread_mutex_lock(&output->lock);
    output->lines++;
    if (!strcmp(line, "uciok") || !strcmp(line, "readyok")) {
        output->oks++;
    } else if (!strncmp(line, "bestmove ", 9)) {
        output->bests++;
        snprintf(output->best, sizeof output->best, "%s", line + 9);
    }
    pthread_cond_broadcast(&output->written);
    pthread_mutex_unlock(&output->lock);
}

static void wait_for_oks(Output *output, int oks) {
    pthread_mutex_lock(&output->lock);
    while (output->oks < oks) {
        pthread_cond_wait(&output->written, &output->lock);
    }
    pthread_mutex_unlock(&output->lock);
}

static void wait_for_best(Output *output, int bests) {
    pthread_mutex_lock(&output->lock);
    while (output->bests < bests) {
        pthread_cond_wait(&output->written, &output->lock);
    }
    pthread_mutex_unlock(&output->lock);
}

static void check_text(char *found, const char *expected) {
    CHECK(found && !strcmp(found, expected));
    sakdi_text_free(found);
}

static void test_board(void) {
    SakdiBoard *board = sakdi_board_new(NULL, NULL, NULL);
    CHECK(board);
    check_text(sakdi_board_fen(board, false), "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1");
    CHECK(sakdi_board_perft(board, 4) == 273026);
    CHECK(sakdi_board_perft(board, 100000) == 0 && strstr(sakdi_error_text(), "at most 64"));
    CHECK(sakdi_board_turn(board) == 1 && !sakdi_board_is_check(board));
    CHECK(sakdi_board_play(board, "e4") == SAKDI_STATUS_OK);
    CHECK(sakdi_board_play(board, "e6e5") == SAKDI_STATUS_OK);
    check_text(sakdi_board_history(board, "san"), "e4 e5");
    check_text(sakdi_board_move_text(board, "b1d2", "official-thai-short"), "มง2");
    SakdiBoard *copy = sakdi_board_copy(board);
    CHECK(sakdi_board_take_back(copy) && sakdi_board_take_back(copy) && !sakdi_board_take_back(copy));
    check_text(sakdi_board_history(board, NULL), "e3e4 e6e5");
    char *moves = sakdi_board_moves(copy, "coordinate");
    int count = 1;
    for (const char *at = moves; *at; at++) {
        count += *at == ' ';
    }
    CHECK(count == 23);
    sakdi_text_free(moves);
    sakdi_board_free(copy);
    sakdi_board_free(board);
}

static void test_count(void) {
    SakdiBoard *board = sakdi_board_new("8/8/8/4k3/8/8/8/1K1S3R b - 32 6 1", "makruk", NULL);
    SakdiCount count = sakdi_board_count(board);
    CHECK(count.runs && count.is_pieces && !count.is_over && count.counter == -1);
    CHECK(count.counted == 3 && count.limit == 16 && count.moves_left == 13);
    char *text = sakdi_board_count_text(board, "th");
    CHECK(text && strstr(text, "16"));
    sakdi_text_free(text);
    sakdi_board_free(board);

    board = sakdi_board_new("8/8/8/4k3/8/8/8/1K1S3R b - - 0 1", NULL, "claimed");
    CHECK(!sakdi_board_count(board).runs && sakdi_board_claimant(board) == -1);
    CHECK(sakdi_board_claim_count(board) == SAKDI_STATUS_OK && sakdi_board_count(board).runs);
    CHECK(sakdi_board_stop_count(board) == SAKDI_STATUS_OK && !sakdi_board_count(board).runs);
    CHECK(sakdi_board_skip_number(board) == SAKDI_STATUS_COUNT && *sakdi_error_text());
    sakdi_board_free(board);
}

static void test_outcomes(void) {
    SakdiBoard *board = sakdi_board_new("R3k3/1R6/8/8/8/8/8/4K3 b - - 0 1", NULL, NULL);
    SakdiOutcome outcome = sakdi_board_outcome(board);
    CHECK(outcome.reason == SAKDI_REASON_MATE && outcome.winner == 1 && sakdi_board_is_check(board));
    sakdi_board_free(board);
    board = sakdi_board_new(NULL, "makpong", NULL);
    CHECK(sakdi_board_outcome(board).reason == SAKDI_REASON_NONE);
    for (int i = 0; i < 2; i++) {
        CHECK(!sakdi_board_play(board, "Nd2") && !sakdi_board_play(board, "Nd7"));
        CHECK(!sakdi_board_play(board, "Nb1") && !sakdi_board_play(board, "Nb8"));
    }
    outcome = sakdi_board_outcome(board);
    CHECK(outcome.reason == SAKDI_REASON_REPETITION && outcome.winner == 0);
    sakdi_board_free(board);
}

static void test_bad_input(void) {
    CHECK(!sakdi_board_new("nonsense", NULL, NULL) && *sakdi_error_text());
    CHECK(!sakdi_board_new(NULL, "chess", NULL) && strstr(sakdi_error_text(), "chess"));
    CHECK(!sakdi_board_new(NULL, NULL, "often"));
    SakdiBoard *board = sakdi_board_new("", NULL, NULL);
    CHECK(board && sakdi_board_play(board, "e5") == SAKDI_STATUS_MOVE);
    CHECK(sakdi_board_play(board, "\xff\xfe") == SAKDI_STATUS_TEXT);
    CHECK(sakdi_board_play(board, NULL) == SAKDI_STATUS_NULL);
    CHECK(!sakdi_board_moves(board, "dots") && !sakdi_board_move_text(board, "e5", NULL));
    CHECK(!sakdi_board_count_text(board, "fr"));
    check_text(sakdi_board_history(board, NULL), "");
    sakdi_board_free(board);

    CHECK(sakdi_board_play(NULL, "e4") == SAKDI_STATUS_NULL && strstr(sakdi_error_text(), "board"));
    CHECK(!sakdi_board_copy(NULL) && !sakdi_board_fen(NULL, true) && !sakdi_board_take_back(NULL));
    CHECK(sakdi_board_turn(NULL) == 0 && sakdi_board_perft(NULL, 3) == 0);
    CHECK(sakdi_board_outcome(NULL).reason == SAKDI_REASON_NONE && !sakdi_board_count(NULL).runs);
    CHECK(!sakdi_session_read(NULL, 0));
    CHECK(sakdi_session_send(NULL, "uci") == SAKDI_STATUS_NULL);
    sakdi_board_free(NULL);
    sakdi_session_free(NULL);
    sakdi_text_free(NULL);
}

static void test_session(void) {
    Output output;
    output_init(&output);
    SakdiSession *session = sakdi_session_new(write_line, &output);
    CHECK(session);
    CHECK(sakdi_session_send(session, "uci") == SAKDI_STATUS_OK);
    wait_for_oks(&output, 1);
    CHECK(sakdi_session_send(session, "position startpos\ngo nodes 500\n") == SAKDI_STATUS_OK);
    wait_for_best(&output, 1);
    CHECK(strlen(output.best) >= 4);
    CHECK(sakdi_session_send(session, "go infinite") == SAKDI_STATUS_OK);
    CHECK(sakdi_session_send(session, "stop") == SAKDI_STATUS_OK);
    wait_for_best(&output, 2);
    CHECK(sakdi_session_send(session, "\xff") == SAKDI_STATUS_TEXT);
    CHECK(sakdi_session_send(session, "quit") == SAKDI_STATUS_ENDED);
    CHECK(sakdi_session_send(session, "isready") == SAKDI_STATUS_ENDED);
    sakdi_session_free(session);
    /* Nothing comes afterwards, also from a search that ran. */
    session = sakdi_session_new(write_line, &output);
    CHECK(sakdi_session_send(session, "go infinite") == SAKDI_STATUS_OK);
    sakdi_session_free(session);
    int lines = output.lines;
    sakdi_session_free(sakdi_session_new(write_line, &output));
    CHECK(output.lines == lines);
}

/* A game of the engine with itself, led by the function that gets its output. */
typedef struct {
    Output output;
    SakdiSession *session;
} Led;

static void lead(void *context, const char *line) {
    Led *led = context;
    const char *next = NULL;
    bool is_best = !strncmp(line, "bestmove ", 9);
    if (!strcmp(line, "uciok")) {
        next = "isready";
    } else if (!strcmp(line, "readyok")) {
        next = "go infinite";
    } else if (!strncmp(line, "info depth 3 ", 13)) {
        next = "stop";
    } else if (is_best && led->output.bests < 3) {
        next = "position startpos\ngo nodes 300";
    }
    if (next) {
        CHECK(sakdi_session_send(led->session, next) == SAKDI_STATUS_OK);
    } else if (is_best) {
        sakdi_session_free(led->session);
    }
    write_line(&led->output, line);
}

static void test_calls_from_the_function(void) {
    Led led;
    output_init(&led.output);
    led.session = sakdi_session_new(lead, &led);
    CHECK(led.session && sakdi_session_send(led.session, "uci") == SAKDI_STATUS_OK);
    wait_for_best(&led.output, 4);
}

/* Sends until the session is being freed. */
static void send_on(void *context, const char *line) {
    Led *led = context;
    SakdiStatus status = sakdi_session_send(led->session, "isready");
    CHECK(status == SAKDI_STATUS_OK || status == SAKDI_STATUS_ENDED);
    write_line(&led->output, line);
}

static void test_a_call_while_the_session_is_freed(void) {
    Led led;
    output_init(&led.output);
    led.session = sakdi_session_new(send_on, &led);
    CHECK(led.session && sakdi_session_send(led.session, "isready") == SAKDI_STATUS_OK);
    wait_for_oks(&led.output, 100);
    sakdi_session_free(led.session);
    int oks = led.output.oks;
    sakdi_session_free(sakdi_session_new(NULL, NULL));
    CHECK(led.output.oks == oks);
}

static void test_reading(void) {
    SakdiSession *session = sakdi_session_new(NULL, NULL);
    CHECK(session && !sakdi_session_read(session, 0));
    CHECK(sakdi_session_send(session, "isready") == SAKDI_STATUS_OK);
    check_text(sakdi_session_read(session, 0), "readyok");
    CHECK(sakdi_session_send(session, "go nodes 300") == SAKDI_STATUS_OK);
    for (bool is_best = false; !is_best;) {
        char *line = sakdi_session_read(session, 120000);
        CHECK(line);
        is_best = !strncmp(line, "bestmove ", 9);
        sakdi_text_free(line);
    }
    CHECK(sakdi_session_send(session, "isready") == SAKDI_STATUS_OK);
    sakdi_session_free(session);
    Output output;
    output_init(&output);
    session = sakdi_session_new(write_line, &output);
    CHECK(!sakdi_session_read(session, 0) && *sakdi_error_text());
    sakdi_session_free(session);
}

static void *search(void *context) {
    Output *output = context;
    SakdiSession *session = sakdi_session_new(write_line, output);
    for (int i = 1; i <= 5; i++) {
        CHECK(sakdi_session_send(session, "position startpos moves e3e4") == SAKDI_STATUS_OK);
        CHECK(sakdi_session_send(session, "go nodes 400") == SAKDI_STATUS_OK);
        wait_for_best(output, i);
    }
    /* Errors are those of the thread. */
    CHECK(!sakdi_board_new("nonsense", NULL, NULL));
    sakdi_session_free(session);
    return NULL;
}

static void test_two_threads(void) {
    Output outputs[2];
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        output_init(&outputs[i]);
        CHECK(!pthread_create(&threads[i], NULL, search, &outputs[i]));
    }
    for (int i = 0; i < 2; i++) {
        CHECK(!pthread_join(threads[i], NULL));
    }
    CHECK(!strcmp(outputs[0].best, outputs[1].best));
}

int main(int argc, char **argv) {
    CHECK(strchr(sakdi_version(), '.'));
    test_board();
    test_count();
    test_outcomes();
    test_bad_input();
    test_session();
    test_calls_from_the_function();
    test_a_call_while_the_session_is_freed();
    test_reading();
    test_two_threads();
    Output output;
    output_init(&output);
    long sessions = argc > 1 ? atol(argv[1]) : 100;
    for (long i = 0; i < sessions; i++) {
        SakdiSession *session = sakdi_session_new(write_line, &output);
        CHECK(session && sakdi_session_send(session, "isready") == SAKDI_STATUS_OK);
        sakdi_session_free(session);
    }
    CHECK(output.oks == sessions);
    printf("sakdi %s: all tests passed, %ld sessions\n", sakdi_version(), sessions);
    return 0;
}
