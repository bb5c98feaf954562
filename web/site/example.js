/** An example game: ruea and khon against ma under board's honour, then against the bare khun under pieces' honour. */
export const EXAMPLE = `[White "Somchai"]
[Black "Malee"]
[SetUp "1"]
[FEN "8/2k5/8/3n4/8/1R1K4/8/3S4 w - - 0 40"]
[Result "1-0"]

40. Kd4 Kc6 41. Rf3 Nc7 42. Sd2 Nd5 43. Se3 Ne7 44. Rf7 Ng8 45. Rf3 Kb5 46. Rf2
Kc6 47. Rf7 Kb6 48. Rg7 Ka6 49. Rg6+ Kb7 50. Ke5 Kb8 51. Ke6 Nf6 52. Rxf6 Ka8
53. Kd6 Kb7 54. Rf8 Ka6 55. Rf6 Kb7 56. Rf7+ Kc8 57. Rd7 Kb8 58. Sd4 Ka8 59. Kc7
Ka7 60. Rd6 Ka8 61. Ra6# 1-0`;
