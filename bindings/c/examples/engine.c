/* Asks the engine for a move. A program with a window would go on meanwhile instead of waiting. */

#include <stdio.h>
#include <string.h>
#include <threads.h>

#include "sakdi.h"

typedef struct {
    mtx_t lock;
    cnd_t answered;
    char best[16];
} Answer;

static void on_line(void *context, const char *line) {
    Answer *answer = context;
    mtx_lock(&answer->lock);
    if (sscanf(line, "bestmove %15s", answer->best) == 1) {
        cnd_signal(&answer->answered);
    }
    mtx_unlock(&answer->lock);
}

int main(void) {
    Answer answer = {.best = ""};
    mtx_init(&answer.lock, mtx_plain);
    cnd_init(&answer.answered);
    SakdiSession *session = sakdi_session_new(on_line, &answer);
    sakdi_session_send(session, "setoption name Hash value 64");
    sakdi_session_send(session, "position startpos moves e3e4");
    sakdi_session_send(session, "go nodes 20000");
    mtx_lock(&answer.lock);
    while (!answer.best[0]) {
        cnd_wait(&answer.answered, &answer.lock);
    }
    printf("%s\n", answer.best);
    mtx_unlock(&answer.lock);
    sakdi_session_free(session);
    cnd_destroy(&answer.answered);
    mtx_destroy(&answer.lock);
    return 0;
}
