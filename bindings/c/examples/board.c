/* Shows the start position, plays a few moves, and says how it stands with the count. */

#include <stdio.h>

#include "sakdi.h"

int main(void) {
    SakdiBoard *board = sakdi_board_new("8/8/8/4k3/8/8/8/1K1S3R b - - 0 1", NULL, "thai");
    if (!board) {
        fprintf(stderr, "%s\n", sakdi_error_text());
        return 1;
    }
    const char *moves[] = {"Ke4", "Rh4", "Ke3"};
    for (int i = 0; i < 3; i++) {
        if (sakdi_board_play(board, moves[i]) != SAKDI_STATUS_OK) {
            fprintf(stderr, "%s\n", sakdi_error_text());
        }
    }
    char *fen = sakdi_board_fen(board, false);
    char *count = sakdi_board_count_text(board, NULL);
    printf("%s\n%s\n", fen, count);
    sakdi_text_free(fen);
    sakdi_text_free(count);
    sakdi_board_free(board);
    return 0;
}
