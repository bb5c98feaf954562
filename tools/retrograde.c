/* A second solver of endings, to check the tables of Sakdi: `cc -O2 -o retrograde tools/retrograde.c`.
 *
 *     retrograde KSMvK < positions
 *
 * solves the ending and those that it leads to, and reads lines of `FEN DISTANCE` of any of them, with
 * White as the strong side and `-` for a position that White cannot win. It prints the number of legal
 * and won positions and the longest distance for each side to move, with mirror images once, and each
 * line that disagrees. The exit status is 1 if there is one, and 2 for input that it cannot use.
 *
 * It is written for plainness: one byte for each square of each man and each side to move, a board of
 * 64 squares, and moves taken one at a time. It shares nothing with the solver of the program, which
 * works on sets of squares. An ending of five men takes 2 GiB, with bia less. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NONE, BIA, MET, KHON, MA, RUEA, KHUN };
enum { STRONG, WEAK };
enum { MAX_OTHERS = 3, MAX_ENDINGS = 64, NEVER = 254, ILLEGAL = 255, MAX_DISTANCE = 253 };

static const char LETTERS[] = " PMSNRK";

typedef struct {
    int side, kind, square;
} Man;

/* The khuns are the men 0, the strong side's, and 1. */
typedef struct {
    Man men[MAX_OTHERS + 2];
    int count, to_move;
    int8_t at[64]; /* 1 + the man on a square */
} Position;

typedef struct {
    Man men[MAX_OTHERS + 2]; /* squares unused */
    int count;
    uint8_t *value[2];      /* by side to move: the distance in moves of the strong side */
    uint8_t *conversion[2]; /* the distance by captures and promotions alone; for the weak side the
                               best defence by them, 0 if there is none */
} Ending;

static Ending endings[MAX_ENDINGS];
static int ending_count;

/* Whether a man of this kind and side that stands on the first square attacks the second one on an empty
 * board. */
static uint8_t reaches[KHUN + 1][2][64][64];

/* The squares that a man can be on: the khun of a position or of its mirror image on the files a to d,
 * and bia on the three ranks between where they begin, less one that has moved, and where they promote. */
static int squares_of(const Man *m) {
    return m->kind == KHUN && m->side == STRONG ? 32 : m->kind == BIA ? 24 : 64;
}

static int first_square(const Man *m) {
    return m->kind == BIA ? m->side == STRONG ? 16 : 24 : 0;
}

static size_t size_of(const Ending *e) {
    size_t size = 1;
    for (int i = 0; i < e->count; i++) size *= (size_t)squares_of(&e->men[i]);
    return size;
}

static int order(const Man *m) {
    return m->kind == KHUN ? m->side : 2 + 8 * m->side + KHUN - m->kind;
}

/* The index of a position or its mirror image, whichever has the strong khun on the files a to d, with
 * like men in ascending order. The men are in the order of a name. */
static size_t index_of(const Position *p) {
    int squares[MAX_OTHERS + 2], mirror = p->men[0].square % 8 > 3 ? 7 : 0;
    for (int i = 0; i < p->count; i++) {
        int square = p->men[i].square ^ mirror, j = i;
        for (; j > 2 && squares[j - 1] > square && order(&p->men[j - 1]) == order(&p->men[i]); j--)
            squares[j] = squares[j - 1];
        squares[j] = square;
    }
    size_t index = 0;
    for (int i = 0; i < p->count; i++) {
        int number = i ? squares[i] - first_square(&p->men[i]) : squares[i] / 8 * 4 + squares[i] % 8;
        index = index * (size_t)squares_of(&p->men[i]) + (size_t)number;
    }
    return index;
}

/* Places the men; whether each square has one man at most. */
static int place(Position *p) {
    memset(p->at, 0, sizeof p->at);
    for (int i = 0; i < p->count; i++) {
        int square = p->men[i].square;
        if (p->at[square]) return 0;
        p->at[square] = (int8_t)(i + 1);
    }
    return 1;
}

static void from_index(const Ending *e, size_t index, int to_move, Position *p) {
    p->count = e->count;
    p->to_move = to_move;
    for (int i = e->count - 1; i >= 0; i--) {
        p->men[i] = e->men[i];
        int squares = squares_of(&e->men[i]), number = (int)(index % (size_t)squares);
        p->men[i].square = i ? number + first_square(&e->men[i]) : number / 4 * 8 + number % 4;
        index /= (size_t)squares;
    }
}

/* The steps of a man that does not move along lines: pairs of file and rank, of the strong side. */
static int steps_of(int kind, const int (**steps)[2]) {
    static const int khun[][2] = {{-1, 1}, {1, 1}, {-1, -1}, {1, -1}, {0, 1}, {-1, 0}, {1, 0}, {0, -1}};
    static const int ma[][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    *steps = kind == MA ? ma : khun;
    switch (kind) {
    case BIA: return 2; /* captures only */
    case MET: return 4;
    case KHON: return 5;
    default: return 8;
    }
}

/* The squares that a man attacks; `backwards` those that a like man attacks its square from. */
static int attacks(const Position *p, Man m, int backwards, int squares[]) {
    int file = m.square % 8, rank = m.square / 8, found = 0;
    if (m.kind == RUEA) {
        static const int lines[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
        for (int d = 0; d < 4; d++) {
            int f = file + lines[d][0], r = rank + lines[d][1];
            for (; f >= 0 && f < 8 && r >= 0 && r < 8; f += lines[d][0], r += lines[d][1]) {
                squares[found++] = 8 * r + f;
                if (p->at[8 * r + f]) break;
            }
        }
        return found;
    }
    const int(*steps)[2];
    int count = steps_of(m.kind, &steps);
    int up = (m.side == STRONG) != (backwards != 0) ? 1 : -1;
    for (int s = 0; s < count; s++) {
        int f = file + steps[s][0], r = rank + up * steps[s][1];
        if (f >= 0 && f < 8 && r >= 0 && r < 8) squares[found++] = 8 * r + f;
    }
    return found;
}

static void fill_reaches(void) {
    static const Position empty;
    int squares[28];
    for (int kind = BIA; kind <= KHUN; kind++)
        for (int side = STRONG; side <= WEAK; side++)
            for (int from = 0; from < 64; from++) {
                int count = attacks(&empty, (Man){side, kind, from}, 0, squares);
                while (count--) reaches[kind][side][from][squares[count]] = 1;
            }
}

static int is_attacked(const Position *p, int by, int square) {
    for (int i = 0; i < p->count; i++) {
        const Man *m = &p->men[i];
        if (m->side != by || !reaches[m->kind][by][m->square][square]) continue;
        if (m->kind != RUEA) return 1;
        int far = square > m->square ? 1 : -1, step = square / 8 == m->square / 8 ? far : 8 * far;
        int between = m->square + step;
        while (between != square && !p->at[between]) between += step;
        if (between == square) return 1;
    }
    return 0;
}

/* Whether a side's khun is attacked; it is the man of that number. */
static int in_check(const Position *p, int side) {
    return is_attacked(p, !side, p->men[side].square);
}

static int has_bia(const Position *p) {
    for (int i = 0; i < p->count; i++)
        if (p->men[i].kind == BIA) return 1;
    return 0;
}

static int others(const Position *p, int side) {
    int count = 0;
    for (int i = 2; i < p->count; i++) count += p->men[i].side == side;
    return count;
}

/* The moves of the strong side that a count leaves when it starts and the bare khun is to move. */
static int moves_left(const Position *p) {
    if (others(p, WEAK) > 0) return 64;
    int n[KHUN + 1] = {0};
    for (int i = 0; i < p->count; i++) n[p->men[i].kind]++;
    int limit = n[RUEA] > 1 ? 8 : n[RUEA] ? 16 : n[KHON] > 1 ? 22 : n[KHON] ? 44 : n[MA] > 1 ? 32 : 64;
    return limit - p->count;
}

/* Sorts the men as in a name: insertion sort, stable. */
static void sort_men(Man men[], int count) {
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && order(&men[j]) < order(&men[j - 1]); j--) {
            Man m = men[j];
            men[j] = men[j - 1];
            men[j - 1] = m;
        }
}

static Ending *solve(const Man men[], int count);

/* The distance after a capture or promotion, in the ending that it leads to; `before` has no count
 * yet if bia are left or both sides have men. The side to move of `after` is the one that follows. */
static int value_of_conversion(const Position *before, Position *after) {
    if (others(after, STRONG) == 0) return NEVER;
    sort_men(after->men, after->count);
    Ending *e = solve(after->men, after->count);
    int value = e->value[after->to_move][index_of(after)];
    if (value >= NEVER || has_bia(after)) return value;
    int starts = has_bia(before) || (others(after, WEAK) == 0 && others(before, WEAK) > 0);
    if (!starts) return value;
    /* After a move of the weak side the strong side has one move more. */
    return value <= moves_left(after) + (after->to_move == STRONG) ? 0 : NEVER;
}

/* Calls `take` with every legal move, or with the captures and promotions only: the position after it, not
 * yet in the order of a name if it is a conversion. Returns the number of moves; stops when `take` returns
 * 0. */
static int each_move(const Position *p, int quiet, int (*take)(const Position *, Position *, int, void *), void *to) {
    int squares[28], moves = 0;
    for (int i = 0; i < p->count; i++) {
        Man m = p->men[i];
        if (m.side != p->to_move) continue;
        int count = attacks(p, m, 0, squares);
        int attacked = count;
        if (m.kind == BIA) squares[count++] = m.square + (m.side == STRONG ? 8 : -8);
        for (int s = 0; s < count; s++) {
            int square = squares[s], taken = p->at[square] - 1;
            if (m.kind == BIA && (s < attacked) != (taken >= 0)) continue;
            if (taken >= 0 && (p->men[taken].side == m.side || taken < 2)) continue;
            int promotes = m.kind == BIA && square / 8 == (m.side == STRONG ? 5 : 2);
            if (!quiet && !promotes && taken < 0) continue;
            Position after = *p;
            after.men[i].square = square;
            if (promotes) after.men[i].kind = MET;
            after.to_move = !p->to_move;
            after.at[m.square] = 0;
            after.at[square] = (int8_t)(i + 1);
            if (taken >= 0) {
                after.count--;
                for (int j = taken; j < after.count; j++) after.men[j] = after.men[j + 1];
                place(&after);
            }
            if (in_check(&after, p->to_move)) continue;
            moves++;
            if (!take(p, &after, promotes || taken >= 0, to)) return moves;
        }
    }
    return moves;
}

/* What the moves of a position lead to. */
typedef struct {
    const Ending *ending;
    int level;   /* what is lost on this level or before is lost */
    int escapes; /* whether a move leads to something else; then no other move is looked at */
    int conversion;
} Sum;

static int sum_up(const Position *before, Position *after, int converts, void *to) {
    Sum *sum = to;
    int value;
    if (converts) {
        int strong = before->to_move == STRONG;
        value = value_of_conversion(before, after);
        if (strong && value < NEVER && value + 1 < sum->conversion) sum->conversion = value + 1;
        if (!strong && value > sum->conversion) sum->conversion = value;
    } else {
        value = sum->ending->value[after->to_move][index_of(after)];
    }
    sum->escapes = sum->level >= 0 && value > sum->level;
    return !sum->escapes;
}

/* Marks illegal positions and indices that no position has, and finds mates and conversions. */
static void prepare(Ending *e) {
    size_t size = size_of(e);
    for (int to_move = STRONG; to_move <= WEAK; to_move++) {
        e->value[to_move] = malloc(size);
        e->conversion[to_move] = malloc(size);
        if (!e->value[to_move] || !e->conversion[to_move]) {
            fputs("retrograde: no memory\n", stderr);
            exit(2);
        }
        memset(e->value[to_move], NEVER, size);
    }
    Position p;
    for (size_t index = 0; index < size; index++)
        for (int to_move = STRONG; to_move <= WEAK; to_move++) {
            from_index(e, index, to_move, &p);
            int legal = place(&p) && index_of(&p) == index && !in_check(&p, !to_move);
            if (!legal) e->value[to_move][index] = ILLEGAL;
            Sum sum = {e, -1, 0, to_move == STRONG ? NEVER : 0};
            int moves = legal ? each_move(&p, to_move == WEAK, sum_up, &sum) : 1;
            e->conversion[to_move][index] = (uint8_t)sum.conversion;
            if (moves == 0 && to_move == WEAK && in_check(&p, WEAK)) e->value[WEAK][index] = 0;
        }
}

/* Takes back quiet moves. Calls `take` with the index of each position before one. */
static void each_unmove(Ending *e, size_t index, int mover, void (*take)(Ending *, size_t, int), int level) {
    Position p;
    int squares[28];
    from_index(e, index, !mover, &p);
    place(&p);
    for (int i = 0; i < p.count; i++) {
        Man m = p.men[i];
        if (m.side != mover) continue;
        int count;
        if (m.kind == BIA) {
            squares[0] = m.square + (m.side == STRONG ? -8 : 8);
            count = 1;
        } else {
            count = attacks(&p, m, 1, squares);
        }
        for (int s = 0; s < count; s++) {
            int bia = squares[s] - first_square(&m);
            if (p.at[squares[s]] || (m.kind == BIA && (bia < 0 || bia >= squares_of(&m)))) continue;
            p.men[i].square = squares[s];
            take(e, index_of(&p), level);
        }
        p.men[i].square = m.square;
    }
}

static void win(Ending *e, size_t index, int level) {
    if (e->value[STRONG][index] == NEVER) e->value[STRONG][index] = (uint8_t)level;
}

/* The weak side is lost when each of its moves is. */
static void check_lost(Ending *e, size_t index, int level) {
    if (e->value[WEAK][index] != NEVER) return;
    Position p;
    from_index(e, index, WEAK, &p);
    place(&p);
    Sum sum = {e, level, 0, 0};
    if (each_move(&p, 1, sum_up, &sum) > 0 && !sum.escapes) e->value[WEAK][index] = (uint8_t)level;
}

/* The next index from `index` on with a value; the size of the ending if there is none. */
static size_t next(const uint8_t *values, size_t index, size_t size, int value) {
    const uint8_t *found = index < size ? memchr(values + index, value, size - index) : NULL;
    return found ? (size_t)(found - values) : size;
}

/* The ending with these men, in the order of a name, if it has been begun. */
static Ending *find(const Man men[], int count) {
    for (int i = 0; i < ending_count; i++) {
        int same = endings[i].count == count;
        for (int j = 0; same && j < count; j++)
            same = endings[i].men[j].side == men[j].side && endings[i].men[j].kind == men[j].kind;
        if (same) return &endings[i];
    }
    return NULL;
}

static Ending *solve(const Man men[], int count) {
    Ending *solved = find(men, count);
    if (solved) return solved;
    if (ending_count == MAX_ENDINGS) exit(2);
    /* The endings that it leads to are solved by `prepare`, and take the next places. */
    Ending *e = &endings[ending_count++];
    memcpy(e->men, men, sizeof(Man) * (size_t)count);
    e->count = count;
    prepare(e);
    size_t size = size_of(e);
    int last = 1;
    for (size_t index = 0; index < size; index++)
        for (int to_move = STRONG; to_move <= WEAK; to_move++)
            if (e->conversion[to_move][index] < NEVER && e->conversion[to_move][index] > last)
                last = e->conversion[to_move][index];
    for (int level = 0, found = 1; (found || level <= last) && level <= MAX_DISTANCE; level++) {
        found = 0;
        for (size_t i = next(e->conversion[STRONG], 0, size, level); level > 0 && i < size;) {
            win(e, i, level);
            i = next(e->conversion[STRONG], i + 1, size, level);
        }
        for (size_t i = next(e->value[WEAK], 0, size, level - 1); level > 0 && i < size;) {
            each_unmove(e, i, STRONG, win, level);
            i = next(e->value[WEAK], i + 1, size, level - 1);
        }
        for (size_t i = next(e->value[STRONG], 0, size, level); i < size;) {
            each_unmove(e, i, WEAK, check_lost, level);
            i = next(e->value[STRONG], i + 1, size, level);
        }
        for (size_t i = next(e->conversion[WEAK], 0, size, level); i < size;) {
            check_lost(e, i, level);
            i = next(e->conversion[WEAK], i + 1, size, level);
        }
        found = next(e->value[WEAK], 0, size, level) < size;
    }
    return e;
}

static Ending *solve_name(const char *name) {
    Man men[MAX_OTHERS + 2] = {{STRONG, KHUN, 0}, {WEAK, KHUN, 0}};
    int count = 2, side = STRONG;
    if (*name++ != 'K') return NULL;
    for (; *name; name++) {
        const char *letter = strchr(LETTERS, *name);
        if (side == STRONG && name[0] == 'v' && name[1] == 'K') {
            side = WEAK;
            name++;
        } else if (!letter || letter == LETTERS || *letter == 'K' || count == MAX_OTHERS + 2) {
            return NULL;
        } else {
            men[count++] = (Man){side, (int)(letter - LETTERS), 0};
        }
    }
    if (side == STRONG) return NULL;
    sort_men(men, count);
    return solve(men, count);
}

static void print_statistics(const Ending *e) {
    for (int to_move = STRONG; to_move <= WEAK; to_move++) {
        unsigned long long legal = 0, won = 0;
        int longest = 0;
        size_t size = size_of(e);
        for (size_t index = 0; index < size; index++) {
            int value = e->value[to_move][index];
            if (value == ILLEGAL) continue;
            legal++;
            if (value == NEVER) continue;
            won++;
            if (value > longest) longest = value;
        }
        printf("%s\t%llu\t%llu\t%d\n", to_move == STRONG ? "strong" : "weak", legal, won, longest);
    }
}

/* The distance of a position in FEN, of one of the endings; -1 if it is not one. */
static int look_up(const char *fen) {
    Man men[MAX_OTHERS + 2];
    int count = 0, square = 56;
    for (; *fen && *fen != ' '; fen++) {
        if (*fen >= '1' && *fen <= '8') {
            square += *fen - '0';
        } else if (*fen == '/') {
            square -= 16;
        } else {
            int weak = *fen >= 'a';
            const char *letter = strchr(LETTERS, weak ? *fen - 32 : *fen);
            if (!letter || count == MAX_OTHERS + 2 || square < 0 || square > 63) return -1;
            men[count++] = (Man){weak, (int)(letter - LETTERS), square++};
        }
    }
    sort_men(men, count);
    const Ending *e = find(men, count);
    if (!e || !*fen) return -1;
    Position p;
    p.count = count;
    p.to_move = fen[1] == 'w' ? STRONG : WEAK;
    for (int i = 0; i < count; i++) {
        int number = men[i].square - first_square(&men[i]);
        if (men[i].kind == BIA && (number < 0 || number >= squares_of(&men[i]))) return -1;
        p.men[i] = men[i];
    }
    return e->value[p.to_move][index_of(&p)];
}

int main(int argc, char **argv) {
    fill_reaches();
    Ending *e = argc == 2 ? solve_name(argv[1]) : NULL;
    if (!e) {
        fputs("usage: retrograde ENDING < positions\n", stderr);
        return 2;
    }
    print_statistics(e);
    char line[256];
    unsigned long long lines = 0, wrong = 0;
    while (fgets(line, sizeof line, stdin)) {
        const char *last = strrchr(line, ' ');
        int value = last ? look_up(line) : -1;
        if (value < 0) {
            fprintf(stderr, "retrograde: no position of a solved ending: %s", line);
            return 2;
        }
        int expected = last[1] == '-' ? NEVER : atoi(last + 1);
        lines++;
        if (value != expected && wrong++ < 10) printf("here %d: %s", value, line);
    }
    printf("compared\t%llu\twrong\t%llu\n", lines, wrong);
    return wrong > 0;
}
