/** The limits of pieces' honour, in the order of their men, and the limit of board's honour. */
export const LIMITS = [8, 16, 22, 32, 44, 64];
