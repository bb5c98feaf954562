/* Asks the engine for a move. A program with a window would go on meanwhile instead of waiting. */

#include <pthread.h>
#include <stdio.h>

#include "sakdi.h"

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t answered;
    char best[16];
} Answer;

static void on_line(void *context, const char *line) {
    Answer *answer = context;
    pthread_mutex_lock(&answer->lock);
    if (sscanf(line, "bestmove %15s", answer->best) == 1) {
        pthread_cond_signal(&answer->answered);
    }
    pthread_mutex_unlock(&answer->lock);
}

int main(void) {
    Answer answer = {.best = ""};
    pthread_mutex_init(&answer.lock, NULL);
    pthread_cond_init(&answer.answered, NULL);
    SakdiSession *session = sakdi_session_new(on_line, &answer);
    sakdi_session_send(session, "setoption name Hash value 64");
    sakdi_session_send(session, "position startpos moves e3e4");
    sakdi_session_send(session, "go nodes 20000");
    pthread_mutex_lock(&answer.lock);
    while (!answer.best[0]) {
        pthread_cond_wait(&answer.answered, &answer.lock);
    }
    printf("%s\n", answer.best);
    pthread_mutex_unlock(&answer.lock);
    sakdi_session_free(session);
    pthread_cond_destroy(&answer.answered);
    pthread_mutex_destroy(&answer.lock);
    return 0;
}
