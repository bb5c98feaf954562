//! The texts of commands and pages in both languages.

use super::Language;

macro_rules! phrases {
    ($($name:ident $english:literal $thai:literal;)*) => {
        /// A sentence or a part of one. Numbers in braces are placeholders; `{0:game}` is a number with its noun.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Phrase { $(#[doc = concat!("`` ", $english, " ``")] $name,)* }

        impl Phrase {
            /// All sentences.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The sentence with its placeholders.
            pub const fn text(self, language: Language) -> &'static str {
                match (self, language) {
                    $((Self::$name, Language::English) => $english,
                      (Self::$name, Language::Thai) => $thai,)*
                }
            }
        }
    };
}

// White moves first and is ขาว, Black ดำ. Thai has no plural and puts no blank between words.
phrases! {
    // Sides, men, numbers.
    White "White" "ฝ่ายขาว";
    Black "Black" "ฝ่ายดำ";
    Moves "{0:move}" "{0} ตา";
    Bia "bia" "เบี้ย";
    Met "met" "เม็ด";
    Khon "khon" "โคน";
    Ma "ma" "ม้า";
    Ruea "ruea" "เรือ";
    Khun "khun" "ขุน";
    BiaNgai "bia ngai" "เบี้ยหงาย";

    // How games end.
    Ongoing "ongoing" "ยังไม่จบ";
    EndResigned "{0} resigns" "{0}ยอมแพ้";
    EndAgreed "draw by agreement" "เสมอโดยตกลงกัน";

    EngineNoStart "engine {0} does not start: {1}" "โปรแกรม {0} เริ่มไม่ได้: {1}";

    // Games of a match.
    MatchEvent "{0} match" "การแข่งขันจัดโดย {0}";
    MatchGame "game {0}: {1} v {2} {3} ({4}, {5:ply})" "เกม {0}: {1} พบ {2} {3} ({4}, รวม {5} ครึ่งตา)";

    MatchLate "hint: a busy machine makes engines late; {0}=MILLISECONDS for an engine allows for that" "คำแนะนำ: ถ้าเครื่องมีงานอื่นอยู่ด้วย โปรแกรมอาจเดินช้า กำหนด {0}=มิลลิวินาที เพื่อผ่อนเวลาให้โปรแกรมได้";

    // The totals of a match.
    MatchBegins "the first game in progress" "กำลังเล่นเกมแรก";
    MatchSpeed "{0} of {1} games, {2} games a minute" "{0} จาก {1} เกม นาทีละ {2} เกม";
    MatchTime "{0} s, {1} at a time; the engines thought {2} s, the rest is {3} %" "{0} วินาที เล่นพร้อมกัน {1} เกม โปรแกรมใช้เวลาคิด {2} วินาที เวลาอื่น {3} %";
    MatchScore "{0} v {1}: +{2} ={3} -{4}, {5}/{6} points, {7} % draws" "{0} พบ {1}: +{2} ={3} -{4} ได้ {5}/{6} แต้ม เสมอ {7} %";
    MatchPairs "pairs by points 0 to 2: {0}" "คู่เกมแยกตามแต้ม 0 ถึง 2: {0}";
    MatchReasons "reasons: {0}" "เหตุที่เกมจบ: {0}";
    TableMatches "matches" "คู่ที่ชนะ";
    TablePoints "points" "แต้ม";
    TablePercent "%" "ร้อยละ";
    TableFaults "faults" "ผิดพลาด";
    TableRating "rating" "เรตติง";
    ThaiMatch "{0} {1} v {2}: {3} ({4})" "{0} {1} พบ {2}: {3} ({4})";
    ThaiWon "won by {0}" "{0} ชนะ";
    ThaiShared "shared" "เสมอกัน";
    ThaiUnfinished "unfinished" "ยังไม่จบ";

    // Analysed games.
    Makruk "makruk" "หมากรุกไทย";
    Makpong "makpong" "หมากป้อง";
    AnalysedGame "game {0}" "เกมที่ {0}";
    AnalysedPosition "position" "รูปหมาก";
    SideToMove "{0} to move" "ถึงตา{0}เดิน";
    Loses "loses {0} %" "โอกาสได้แต้มลดลง {0} %";
    JudgedMove "{0}, {1}; better: {2}" "{0} {1} ควรเดิน: {2}";
    ScoresAreWhites "scores are White's, in pawns: above 0 White is better, #4 is White's mate in 4 moves, #-4 Black's" "ค่าประเมินคิดจากฝ่ายขาว หน่วยเป็นเบี้ย: มากกว่า 0 คือฝ่ายขาวได้เปรียบ #4 คือฝ่ายขาวรุกจนใน 4 ตา #-4 คือฝ่ายดำรุกจนใน 4 ตา";
    LossIsTheMovers "a move loses part of its side's expected score: 50 % turns a win into a draw" "โอกาสที่ลดลงเป็นของฝ่ายที่เดิน: 50 % คือเปลี่ยนจากชนะเป็นเสมอ";
    WdlIsWhites "after wdl: White's chances to win, draw and lose, in thousandths" "ชนะ เสมอ แพ้: โอกาสของฝ่ายขาว จากทั้งหมด 1000";
    AverageLoss "average loss {0} %" "โอกาสได้แต้มลดลงเฉลี่ย {0} %";
    LineChances "depth {0} wdl {1} {2} {3}" "ความลึก {0} ชนะ {1} เสมอ {2} แพ้ {3}";
    LinePlace "line {0}" "แนวที่ {0}";
    AfterAnnotator "after {0}" "ต่อจาก {0}";
    BudgetNodes "{0} nodes a position" "{0} โหนดต่อรูปหมาก";
    BudgetTime "{0} ms a position" "{0} มิลลิวินาทีต่อรูปหมาก";
    AnalysisDone "analysed {0} kept {1} skipped {2}" "วิเคราะห์ {0} เกม ของเดิม {1} ข้าม {2}";
    AnalysisContradicted "{0} contradictory {1}" "{0} ผลขัดกัน {1}";
    ResultContradicts "the result {0} contradicts the board: {1}" "ผล {0} ขัดกับกระดาน: {1}";
    EndedAfter "{0} after {1}" "{0} หลังตา {1}";
    TagContradicts "the tag Result says {0}, and the end of the moves {1}" "แท็ก 'Result' ระบุ {0} แต่ท้ายตาเดินระบุ {1}";
    BytesReplaced "{0}, line {1}: bytes that are not text were replaced" "{0} บรรทัด {1}: ไบต์ที่ไม่ใช่ข้อความถูกแทนที่แล้ว";
    CannotRead "cannot read {0}: {1}" "อ่าน {0} ไม่ได้: {1}";
    CannotWrite "cannot write {0}: {1}" "เขียน {0} ไม่ได้: {1}";
    NoGames "no games in it" "ไม่มีเกม";
    NoPgnFiles "no files in it whose names end with .pgn" "ไม่มีไฟล์ที่ชื่อลงท้ายด้วย '.pgn'";
    FileSkipped "cannot read {0}: {1}; skipped" "อ่าน {0} ไม่ได้: {1}; ข้าม";
    GameSkipped "{0}, game {1}: {2}; skipped" "{0} เกมที่ {1}: {2}; ข้าม";
    Converted "converted {0:game}, skipped {1}" "แปลง {0} เกม ข้าม {1} เกม";
    GamesAdded "added {0:game}, completed {1}, already there {2}, skipped {3}" "เพิ่ม {0} เกม เติมข้อมูลให้ครบขึ้น {1} เกม มีอยู่แล้ว {2} เกม ข้าม {3} เกม";
    GamesEarlier "{0:game} of these files had been read before an earlier run stopped" "อ่านเกมในไฟล์เหล่านี้ไว้แล้ว {0} เกม ก่อนที่คำสั่งครั้งก่อนจะหยุด";
    GamesInBase "the database has {0:game} of {1:player}" "ฐานข้อมูลมี {0} เกม ของผู้เล่น {1} คน";
    GamesPlayed "played {0}" "เล่นในปี {0}";
    GamesResults "White won {0}, drawn {1}, Black won {2}" "ฝ่ายขาวชนะ {0} เสมอ {1} ฝ่ายดำชนะ {2}";
    GamesFound "{0:game} found" "พบ {0} เกม";
    GamesShown "{0:game} found, shown {1} to {2}; --skip {2} shows what follows" "พบ {0} เกม แสดงเกมที่ {1} ถึง {2} ใช้ '--skip {2}' เพื่อดูต่อ";
    GamesMoves "{0:ply}" "{0} ครึ่งตา";
    GamesFoundAt "found after {0:ply}" "พบหลังเดิน {0} ครึ่งตา";
    GamesExported "wrote {0:game}" "เขียน {0} เกม";
    GamesWhole "{0:game}, no fault" "{0} เกม ไม่พบความเสียหาย";
    GamesFaults "{0:game}, faults: {1}" "{0} เกม ความเสียหาย: {1}";
    GamesExplorer "wrote {0:position}, {1} KB" "เขียน {0} รูปหมาก {1} กิโลไบต์";
    GamesInterrupted "interrupted; the games up to here are in the database, and the same command adds the rest" "หยุดกลางคัน เกมถึงตรงนี้อยู่ในฐานข้อมูลแล้ว ใช้คำสั่งเดิมเพื่อเพิ่มที่เหลือ";
    GamesProgress "{0} of {1} MB, {2:game} added" "{0} จาก {1} เมกะไบต์ เพิ่ม {2} เกม";
    ExploreTotal "{0:game} with this position, {1} to move" "{0} เกมมีรูปหมากนี้ ถึงตา{1}เดิน";
    ExploreMove "move" "ตาเดิน";
    ExploreGames "games" "เกม";
    ExploreWins "won" "ชนะ";
    ExploreDraws "drawn" "เสมอ";
    ExploreLosses "lost" "แพ้";
    ExploreScore "points" "แต้ม";
    ExploreYears "years" "ปี";
    ExploreEngine "engine" "โปรแกรม";
    ExploreEnd "(end)" "(จบ)";
    ReportNotKept "the analyses are not kept: {0}" "ไม่ได้เก็บผลวิเคราะห์: {0}";
    ReportNobody "no player has '{0}' in the name" "ไม่มีผู้เล่นชื่อที่มีคำว่า '{0}'";
    ReportWhich "'{0}' may be {1}" "'{0}' อาจหมายถึง {1}";
    ReportHead "{0}: {1:game}" "{0}: {1} เกม";
    ReportLine "{0}: {1:game}, won {2}, drawn {3}, lost {4}" "{0}: {1} เกม ชนะ {2} เสมอ {3} แพ้ {4}";
    ReportOpenings "Openings" "รูปเปิดหมาก";
    ReportNoOpening "without a name" "ไม่มีชื่อ";
    ReportCounts "Counts" "การนับศักดิ์";
    ReportOwnCount "counted" "เป็นฝ่ายนับ";
    ReportOtherCount "had to win in time" "เป็นฝ่ายไล่";
    ReportCompleted "saved by a complete count: {0}" "นับครบศักดิ์จนเสมอ {0} เกม";
    ReportRanOut "not won in time: {0}" "ไล่ไม่จนจนครบศักดิ์ {0} เกม";
    ReportPhases "Accuracy in {0:analysed game}" "ความแม่นยำใน {0} เกมที่วิเคราะห์";
    ReportPhase "{0}: {1} %, {2:move}, {3}" "{0}: {1} % {2} ตา {3}";
    ReportMistakes "Mistakes" "ตาพลาด";
    ReportMistakeKind "{0}: {1}" "{0}: {1} ครั้ง";
    ReportMistake "game {0}, {1}: {2}, {3}" "เกมที่ {0} {1}: {2} {3}";
    NotMakruk "not a game of Makruk" "ไม่ใช่เกมหมากรุกไทย";
    NotAnalysed "line {0}: a game without its analysis" "บรรทัด {0}: เกมที่ไม่มีบทวิเคราะห์";

    // The events of the count. Each is a sentence; its capital and full stop come later.
    EventRuns "{0} runs: {1} has counted {2} of {3}" "กำลังนับ{0}: {1}นับถึง {2} จาก {3}";
    EventBegins "{0} begins: {1} counts to {2}" "เริ่มนับ{0}: {1}ต้องนับให้ถึง {2}";
    EventBeginsBare "{0} begins: {1}, bare, counts from {2} to {3}" "เริ่มนับ{0}: {1}เหลือขุนตัวเดียว นับจาก {2} ถึง {3}";
    EventSkipped "a number was forgotten: the next one is {0}" "ลืมนับหนึ่งตา เลขต่อไปคือ {0}";
    EventDropped "the count is dropped" "เลิกนับศักดิ์";
    EventLeft "{0} has {1} to mate" "{0}ต้องรุกจนภายใน {1}";
    EventNeeds "{0} has {1} to mate, and needs {2}" "{0}ต้องรุกจนภายใน {1} รุกจนได้ใน {2} ตา";
    EventNotInTime "{0} has {1} to mate, and cannot force mate in time" "{0}ต้องรุกจนภายใน {1} แต่บังคับรุกจนไม่ทัน";
    EventCounterMates "mate by the side that counts, at {0} of {1}" "ฝ่ายที่นับรุกจนได้เมื่อนับถึง {0} จาก {1}";
    EventMate "mate at {0} of {1}, with {2} to spare" "รุกจนเมื่อนับถึง {0} จาก {1} เหลืออีก {2}";
    EventComplete "the count is complete: {0} has counted past {1}, a draw" "นับครบศักดิ์: {0}นับเกิน {1} แล้ว เสมอ";
    EventPassedOver "here the count would have been complete: {0} would have counted past {1}; play goes on, and nobody counts" "ถึงตรงนี้นับครบศักดิ์แล้ว: {0}นับเกิน {1} แต่เล่นต่อโดยไม่มีการนับ";
    EventRepetitionPassedOver "here the game could be drawn by repetition; nobody claims the draw, and play goes on" "ถึงตรงนี้ขอเสมอเพราะรูปหมากซ้ำได้ แต่ไม่มีฝ่ายใดขอ จึงเล่นต่อ";
    EventStops "the game stops at {0} of {1}" "เกมหยุดเมื่อนับถึง {0} จาก {1}";

    // The page of an analysis.
    PageGame "Game" "เกม";
    PageGames "{0:game}" "{0} เกม";
    PageAnalysis "Analysis" "บทวิเคราะห์";
    PageMen "The men" "ตัวหมาก";
    PageScript "The board and the graphs of this page need scripts." "กระดานและกราฟในหน้านี้ต้องเปิดใช้สคริปต์";
    PageBoard "Board" "กระดาน";
    PageStart "Start" "ตาแรก";
    PageBack "Back" "ก่อนหน้า";
    PageForth "Forward" "ถัดไป";
    PageEnd "End" "ตาสุดท้าย";
    PageNext "Next mistake" "ตาพลาดถัดไป";
    PageTurn "Turn" "กลับกระดาน";
    PageThisMove "This move" "ตานี้";
    PageGraphs "Graphs" "กราฟ";
    PageChances "What White can expect" "โอกาสได้แต้มของฝ่ายขาว";
    PageChancesGraph "Points that White can expect, move by move" "โอกาสได้แต้มของฝ่ายขาวทีละตา";
    PageCountLeft "The count: moves left and moves needed" "การนับศักดิ์: จำนวนตาที่เหลือและที่ต้องใช้";
    PageCountGraph "Moves left by the count and moves needed to mate, move by move" "จำนวนตาที่เหลือตามการนับศักดิ์และที่ต้องใช้รุกจน ทีละตา";
    PageBoardHonour "left by board's honour" "เหลือตามศักดิ์กระดาน";
    PagePiecesHonour "left by pieces' honour" "เหลือตามศักดิ์หมาก";
    PageNeeded "needed to mate" "ตาที่ต้องใช้รุกจน";
    PageMoves "Moves" "ตาเดิน";
    PageSide "Side" "ฝ่าย";
    PageInaccuracies "Inaccuracies" "ตาไม่แม่นยำ";
    PageMistakes "Mistakes" "ตาพลาด";
    PageBlunders "Blunders" "ตาพลาดหนัก";
    PageLoss "Average loss" "โอกาสลดลงต่อตา";
    PageLossMeaning "Points lost in expectation, on average" "โอกาสได้แต้มที่ลดลงโดยเฉลี่ย";
    PageAccuracy "Accuracy" "ความแม่นยำ";
    PageAccuracyMeaning "The mean over all moves: 100 % for the best one, 50 % for one that loses a tenth of a point" "ค่าเฉลี่ยทุกตา: ตาที่ดีที่สุดได้ 100 % ตาที่โอกาสได้แต้มลดลงหนึ่งในสิบแต้มได้ 50 %";
    PageCopyFen "Copy FEN" "คัดลอก FEN";
    PageCopyPgn "Copy PGN" "คัดลอก PGN";
    PageCopyLink "Copy link" "คัดลอกลิงก์";
    PageNotation "Notation" "วิธีเขียนตาเดิน";
    NotationCoordinate "coordinates" "พิกัดอย่างเดียว";
    NotationSan "English letters (SAN)" "อักษรอังกฤษ";
    NotationThai "Thai letters" "อักษรไทย";
    NotationThaiLong "Thai letters, both squares" "อักษรไทย บอกช่องเดิมด้วย";
    NotationOfficial "Thai rules of B.E. 2569, in full" "กติกา พ.ศ. 2569 แบบเต็ม";
    NotationOfficialShort "Thai rules of B.E. 2569, for competitions" "กติกา พ.ศ. 2569 แบบแข่งขัน";
    PageCopied "Copied" "คัดลอกแล้ว";
    PageOutOf "of {0}" "จาก {0}";
    PageKeys "{0} step, {1} go from mistake to mistake, {2} turns the board" "{0} ไปทีละตา {1} ไปยังตาพลาด {2} กลับกระดาน";
    PageTheStart "The start" "รูปหมากเริ่มต้น";
    PageValue "{0}, depth {1}: White can expect {2} %." "{0} ความลึก {1}: ฝ่ายขาวมีโอกาสได้แต้ม {2} %";
    PageBetter "Better" "ควรเดิน";
    PageBest "Best now" "ดีที่สุดขณะนี้";
    PageOf "{0} of {1}" "{0} จาก {1}";

    // Puzzles.
    PuzzleStart "type a move such as {0}, or help" "พิมพ์ตาเดิน เช่น {0} หรือพิมพ์ ช่วย";
    PuzzleHead "puzzle {0} of {1}: {2}" "ข้อ {0} จาก {1}: {2}";
    PuzzleLevel "level {0}, {1} Elo" "ระดับ {0} เรตติง {1}";
    PuzzleMate "{0} mates in {1}" "{0}รุกจนใน {1}";
    PuzzleInTime "{0} wins before the count ends" "{0}ต้องชนะก่อนนับครบศักดิ์";
    PuzzleSave "{0} saves the game by the count" "{0}เอาตัวรอดจนนับครบศักดิ์";
    PuzzleTechnique "{0} has one winning move" "{0}มีตาเดินที่ชนะเพียงตาเดียว";
    PuzzleAdvantage "{0} wins material or the game" "{0}ได้เปรียบตัวหมากหรือชนะ";
    PuzzleRight "right; {0} replies {1}" "ถูกต้อง {0}ตอบ {1}";
    PuzzleSolved "solved" "แก้ได้แล้ว";
    PuzzleWrong "{0} is wrong: {1}" "{0} ไม่ถูก: {1}";
    PuzzleRefuted "{0} is wrong: {1}; {2} replies {3}" "{0} ไม่ถูก: {1} {2}ตอบ {3}";
    PuzzleNotIt "{0} is not the move" "{0} ไม่ใช่ตาที่ถูก";
    PuzzleThemes "hint: {0}" "ใบ้: {0}";
    PuzzleMan "hint: the {0} on {1} moves" "ใบ้: {0}ที่ {1} เดิน";
    PuzzleSolution "solution: {0}" "เฉลย: {0}";
    PuzzleScore "solved {0} of {1}, {2} of them at the first try and without help" "แก้ได้ {0} จาก {1} ข้อ ในจำนวนนี้แก้ได้ตั้งแต่ครั้งแรกโดยไม่ขอคำใบ้ {2} ข้อ";
    PuzzleBeyond "--from {0}: the number of such puzzles is {1}" "'--from' {0}: ไฟล์มีโจทย์ที่ตรงเงื่อนไข {1} ข้อ";
    PuzzleLine "{0}, line {1}: {2}" "{0} บรรทัด {1}: {2}";
    PuzzlesNone "no puzzles in it" "ไม่มีโจทย์";
    PuzzleNone "no puzzle is of that kind and difficulty" "ไม่มีโจทย์ประเภทและความยากนั้น";
    PuzzleHelpHint "the themes; asked again, the man that moves" "ดูแนวคิด ขออีกครั้งจะบอกหมากที่เดิน";
    PuzzleHelpSolution "show the solution and go on" "ดูเฉลยแล้วไปข้อถัดไป";
    PuzzleHelpNext "go on without solving" "ข้ามไปข้อถัดไป";
    PuzzleHelpScore "how many are solved" "ดูคะแนน";
    PuzzleHelpMove "a move such as {0}" "ตาเดิน เช่น {0}";

    // Endgame tables.
    StatsEnding "ending" "หมากไล่";
    StatsToMove "to move" "ฝ่ายเดิน";
    StatsStrong "strong" "ฝ่ายเป็นต่อ";
    StatsWeak "weak" "ฝ่ายเป็นรอง";
    StatsLimit "limit" "ศักดิ์";
    StatsMoves "moves left" "เหลือ (ตา)";
    StatsPositions "positions" "รูปหมาก";
    StatsWon "won %" "ชนะ %";
    StatsLongest "longest" "ยาวสุด (ตา)";
    StatsTooLate "too late" "จนไม่ทันนับครบ";
    NotInTable "not in a table" "ไม่อยู่ในตาราง";
    NoTable "no table holds this position" "ไม่มีตารางของรูปหมากนี้";
    NoTableUnderRule "the tables of this ending are exact only without --counting and --count-limit" "ตารางของหมากชุดนี้ถูกต้องเฉพาะเมื่อไม่ใช้ '--counting' และ '--count-limit'";
    NoTableOf "no table of {0}: `sakdi tables build {0}` makes what is missing in the folder tables, and `--dir tables` uses it" "ไม่มีตารางของ {0} สร้างได้ด้วย 'sakdi tables build {0}' แล้วใช้ด้วย '--dir tables'";
    TooManyMen "tables hold at most {0} men, and this position has {1}" "ตารางมีหมากได้ไม่เกิน {0} ตัว แต่รูปหมากนี้มี {1} ตัว";
    RemoteAddress "'{0}' is not an address of tables: expected http:// or https:// and a name" "'{0}' ไม่ใช่ที่อยู่ของตารางหมากไล่ ต้องขึ้นต้นด้วย 'http://' หรือ 'https://' แล้วตามด้วยชื่อ";
    RemoteUnreachable "{0} cannot be reached: {1}" "ติดต่อ {0} ไม่ได้: {1}";
    RemoteTimedOut "{0} does not answer within {1} s" "{0} ไม่ตอบภายใน {1} วินาที";
    RemoteMissing "{0} is not there" "ไม่มี {0}";
    RemoteStatus "{0}: the server answers with status {1}" "{0}: เซิร์ฟเวอร์ตอบด้วยรหัส {1}";
    RemoteNoRanges "{0}: the server sends whole files only; tables need range requests" "{0}: เซิร์ฟเวอร์ส่งได้เพียงทั้งไฟล์ แต่ตารางหมากไล่ต้องขอเป็นช่วงได้";
    RemoteSize "{0}: {1} bytes came instead of {2}" "{0}: ได้มา {1} ไบต์ ไม่ใช่ {2}";
    RemoteChanged "{0} has changed on the server; what was kept of it is removed" "{0} ในเซิร์ฟเวอร์เปลี่ยนไป จึงลบส่วนที่เก็บไว้แล้ว";
    RemoteRefused "{0} refused: {1}" "ไม่รับ {0}: {1}";
    TableWins "{0} wins: {1} in {2}" "{0}ชนะ: {1}ใน {2} ตา";
    TableTooLate "draw by the count: {0} takes {1} {2}, the count leaves {1} {3}" "เสมอเพราะนับครบก่อน: {1}ต้องใช้ {2} ตาจึงจะ{0} แต่เหลือเพียง {3} ตา";
    TableDraw "draw: {0} cannot force {1}" "เสมอ: {0}บังคับ{1}ไม่ได้";
    TableCount "{0}, the count leaves {1} {2}" "{0} ({1}เหลือ {2} ตา)";
    GoalMate "mate" "รุกจน";
    GoalConversion "mate or conversion" "รุกจน กินหมาก หรือหงายเบี้ย";

    // The commands `d` and `eval`.
    Checkers "Checkers" "หมากที่รุก";
    Result "Result" "ผล";
    Opening "Opening" "รูปเปิดหมาก";
    Centipawns "centipawns" "หน่วย 1/100 เบี้ย";
    Lead "lead" "ต่าง";
    WithoutCount "without the count" "ไม่คิดการนับ";
    WhitesAdvantage "White's advantage" "ฝ่ายขาวได้เปรียบ";
    NetWorth "What each man is worth to White by the net, in centipawns" "ค่าของหมากแต่ละตัวต่อฝ่ายขาวตามโครงข่ายประสาท (หน่วย 1/100 เบี้ย)";
    NetWithoutCount "by the net, without the count" "ตามโครงข่ายประสาท ไม่คิดการนับ";
    NetAdvantage "White's advantage by the net" "ฝ่ายขาวได้เปรียบตามโครงข่ายประสาท";
    Evaluation "Evaluation: {0} (side to move)" "ค่าประเมิน: {0} (ฝ่ายที่จะเดิน)";

    // Lists, and a move that cannot be read.
    And "{0} and {1}" "{0} และ {1}";
    AndMore "{0} and {1} more" "{0} และอีก {1} บรรทัด";
    Or "{0} or {1}" "{0} หรือ {1}";
    MoveUnreadable "cannot read the move '{0}'" "อ่านตาเดิน '{0}' ไม่ได้";

    // `sakdi play`.
    PlayYou "You play {0}, level {1} of {2}. Type a move as {3}, {4} or in Thai, or help." "คุณเป็น{0} ระดับ {1} จาก {2} พิมพ์ตาเดิน เช่น {3} หรือ {4} หรือพิมพ์ ช่วย";
    PlayNoText "that line is not text; please type it again" "บรรทัดนี้ไม่ใช่ข้อความ โปรดพิมพ์ใหม่";
    PlayKeys "arrow keys and the like do nothing here; please type the line again" "ใช้แป้นลูกศรหรือแป้นพิเศษที่นี่ไม่ได้ โปรดพิมพ์ใหม่";
    PlayTooLong "that line is too long" "บรรทัดนี้ยาวเกินไป";
    PlaySeeHelp "{0}; help lists what can be typed" "{0} พิมพ์ ช่วย เพื่อดูสิ่งที่พิมพ์ได้";
    PlayPrompt "{0}> " "{0}> ";
    PlayClocks "clocks: White {0}, Black {1}" "นาฬิกา: ฝ่ายขาว {0} ฝ่ายดำ {1}";
    PlayMoved "{0} plays {1}" "{0}เดิน {1}";
    PlayCheck "check" "รุก";
    PlayHint "hint: {0}" "แนะนำ: {0}";
    PlayMoves "legal moves: {0}" "ตาที่เดินได้: {0}";
    PlayNoUndo "there is nothing to take back" "ไม่มีตาให้ถอย";
    PlayUndone "taken back" "ถอยแล้ว";
    PlayUndoneKept "taken back; the finished game stays in {0}" "ถอยแล้ว เกมที่จบไปแล้วยังอยู่ใน {0}";
    PlayDeclines "{0} declines the draw" "{0}ไม่รับเสมอ";
    PlayCounts "{0} begins to count" "{0}เริ่มนับ";
    PlayNotYours "it is {0} that may count" "ฝ่ายที่มีสิทธินับคือ{0}";
    PlayMayCount "{0}: type count" "{0}: พิมพ์ นับ";
    PlayLevel "level {0} of {1}" "ระดับ {0} จาก {1}";
    PlayNoTime "{0}: the time is a number of seconds, not below 0" "{0}: เวลาต้องเป็นจำนวนวินาที ไม่ต่ำกว่า 0";
    PlayBadLevel "the level is a number from {0} to {1}" "ระดับเป็นเลข {0} ถึง {1}";
    PlayWinner "{0}: {1} wins" "{0} {1}ชนะ";
    HelpMove "a move: {0}, {1}, or Thai notation" "ตาเดิน: {0} หรือ {1}";
    HelpHelp "this list" "แสดงคำสั่ง";
    HelpBoard "the board" "แสดงกระดาน";
    HelpMoves "all legal moves" "แสดงตาที่เดินได้";
    HelpHint "ask for advice" "ขอคำแนะนำ";
    HelpUndo "take back your last move" "ขอถอยตาเดิน";
    HelpCount "the state of the count; with --counting claim: begin to count" "ดูการนับ หรือขอเริ่มนับเมื่อกติกาให้ขอนับเอง";
    HelpSkip "you forgot to count your last move: the number before it stands" "ลืมนับตาล่าสุด: ให้คงเลขเดิมไว้";
    HelpStopCount "count no longer" "เลิกนับ";
    HelpDraw "offer a draw" "ขอเสมอ";
    HelpResign "resign" "ยอมแพ้";
    HelpLevel "show the level, or set it: -2 the weakest, 20 full strength" "ดูหรือตั้งระดับ: -2 อ่อนสุด 20 เต็มกำลัง";
    HelpFen "the position as a FEN" "แสดงรูปหมากเป็นข้อความ";
    HelpSave "add the game to a PGN file" "บันทึกเกมลงไฟล์";
    HelpLoad "go on with the last game of a PGN file" "เล่นต่อจากเกมสุดท้ายในไฟล์";
    HelpNew "begin a new game" "เริ่มเกมใหม่";
    HelpReview "what each move of the game cost" "วิเคราะห์ตาเดินทั้งเกม";
    HelpQuit "leave the game" "ออกจากเกม";
    PlaySaved "saved in {0}" "บันทึกไว้ที่ {0} แล้ว";
    PlaySaveWhere "save needs the name of a file, such as: save {0}" "ต้องบอกชื่อไฟล์ เช่น บันทึก {0}";
    PlayLoadWhat "load needs the name of a file, such as: load {0}" "ต้องบอกชื่อไฟล์ เช่น เปิด {0}";
    PlayLoadedOver "before {0} the game would have been over, but nobody claimed it and play went on: {1}" "ก่อนตา {0} เกมจบได้แล้ว แต่ไม่มีฝ่ายใดขอ จึงเล่นต่อ: {1}";
    PlayLoadedOther "the file gives the result {0}, but on the board it is another: {1}" "ไฟล์ระบุผล {0} แต่ผลบนกระดานคือ {1}";
    PlayLoadedEnded "the file gives the result {0}; the game goes on from its last position" "ไฟล์ระบุผล {0} เล่นต่อจากรูปหมากสุดท้าย";
    PlayEvent "Casual game" "เกมเล่นเอง";
    PlayContinues "from here on {0} is {1}" "ตั้งแต่ตานี้ {0}คือ {1}";
    PlayNotSaved "cannot save in {0}: {1}" "บันทึกที่ {0} ไม่ได้: {1}";
    PlaySavingFails "the game is no longer saved: {0}" "บันทึกเกมต่อไม่ได้: {0}";
    PlayNotLoaded "{0}: {1}" "เปิด {0} ไม่ได้: {1}";
    ReviewAccuracy "accuracy: White {0} %, Black {1} %" "ความแม่นยำ: ฝ่ายขาว {0} % ฝ่ายดำ {1} %";
    ScreenYou "You ({0})" "คุณ ({0})";
    ScreenEngine "Sakdi ({0}), level {1} of {2}" "ศักดิ์ ({0}) ระดับ {1} จาก {2}";
    ScreenYouShort "You" "คุณ";
    ScreenEngineLevel "Sakdi, level {0}" "ศักดิ์ ระดับ {0}";
    ScreenEngineShort "Sakdi" "ศักดิ์";
    ScreenCounts "{0} counts" "{0}นับ";
    ScreenCountsFrom "from {0} to {1}" "เริ่มที่ {0} ถึง {1}";
    ScreenMayCount "{0} may count" "{0}ขอนับได้";
    ScreenMovesLeft "{0} has {1} left" "{0}เหลือ {1}";
    ScreenLeft "{0} left" "เหลือ {0}";
    ScreenCountComplete "the count is complete" "นับครบศักดิ์แล้ว";
    ScreenComplete "complete" "นับครบแล้ว";
    ScreenType "a move ({0}, {1}), or help" "ตาเดิน ({0}, {1}) หรือ ช่วย";
    ScreenThinks "Sakdi is thinking" "ศักดิ์กำลังคิด";
    ScreenReviews "reviewing: {0} of {1} positions" "กำลังวิเคราะห์: {0} จาก {1} รูปหมาก";
    ScreenOver "[R] review, or type new, undo, save FILE, quit" "[พ] วิเคราะห์ หรือพิมพ์ ใหม่, ถอย, บันทึก ไฟล์, ออก";
    ScreenOverShort "[R] review, new, quit" "[พ] วิเคราะห์, ใหม่, ออก";
    ScreenHelp "help" "ช่วย";
    ScreenPage "arrow keys: scroll, Esc: back" "แป้นลูกศร: เลื่อน แป้น 'Esc': กลับ";
    ScreenSmall "the window is too small" "หน้าต่างเล็กเกินไป";
    PlayOver "review, new, undo, save FILE or quit" "พิมพ์ วิเคราะห์, ใหม่, ถอย, บันทึก ไฟล์ หรือ ออก";
    PlayIsOver "the game is over" "เกมจบแล้ว";

    // What the engine says of itself.
    OneTable "{0} table in {1}" "ตารางหมากไล่ {0} ตารางใน {1}";
    Tables "{0} tables in {1}" "ตารางหมากไล่ {0} ตารางใน {1}";
    HashStays "Hash stays as it was: {0}" "Hash คงเดิม: {0}";
    ByNet "evaluation by the net" "ประเมินค่าด้วยโครงข่ายประสาท";
    Handcrafted "handcrafted evaluation: Use NNUE is false" "ประเมินค่าด้วยสูตร: Use NNUE ปิดอยู่";
    IllegalInList "move {0} of the list: {1}" "ตาเดินที่ {0} ในรายการ: {1}";
    UciHelpPosition "'position startpos moves e3e4 e6e5' or 'position fen FEN': set up a game" "'position startpos moves e3e4 e6e5' หรือ 'position fen FEN': ตั้งเกม";
    UciHelpGo "'go movetime 1000', 'go depth 12', 'go infinite': search for a move; 'stop': end the search" "'go movetime 1000', 'go depth 12', 'go infinite': คิดหาตาเดิน; 'stop': หยุดคิด";
    UciHelpShow "'d': show the board and the count; 'eval': explain the evaluation" "'d': แสดงกระดานและการนับ; 'eval': อธิบายค่าประเมิน";
    UciHelpOptions "'uci': list the options; 'setoption name Threads value 4': set an option" "'uci': แสดงตัวเลือกทั้งหมด; 'setoption name Threads value 4': ตั้งตัวเลือก";
    UciHelpCount "'count start', 'count stop', 'count skip', 'count status': claim a count under the counting rule 'claimed'" "'count start', 'count stop', 'count skip', 'count status': ขอนับ เมื่อใช้กติกาการนับ 'claimed'";
    UciHelpMeasure "'go perft 5': count legal moves; 'bench': measure the speed; 'compiler': show the build" "'go perft 5': นับจำนวนตาเดิน; 'bench': วัดความเร็ว; 'compiler': แสดงรุ่นของโปรแกรม";
    UciHelpQuit "'ucinewgame': begin a new game; 'quit': end the program" "'ucinewgame': เริ่มเกมใหม่; 'quit': จบโปรแกรม";
    BenchStopped "bench was stopped" "หยุดคำสั่ง 'bench' แล้ว";
    FewerThreads "the system allows {0} of {1} threads" "ระบบให้ใช้ได้ {0} จาก {1} เธรด";
    NoThreads "cannot start the threads: {0}" "เริ่มเธรดไม่ได้: {0}";

    IllegalFen "illegal FEN: {0}" "FEN ผิด: {0}";
    FenRefused "illegal FEN: {0}; the position stays" "FEN ผิด: {0}; คงรูปหมากเดิม";

    // Files that cannot be used.
    TablesRefused "TablePath {0}: {1}; only the program's own tables are used" "TablePath {0}: {1}; ใช้เฉพาะตารางในโปรแกรม";
    TablesFar "the search reads tables in a folder only; `sakdi tables probe --url` asks a server" "การค้นหาอ่านตารางจากโฟลเดอร์เท่านั้น ใช้ 'sakdi tables probe --url' ถามเซิร์ฟเวอร์";
    BookRefused "BookFile {0}: {1}; no book is used" "BookFile {0}: {1}; ไม่ใช้ตำรา";
    NetRefused "EvalFile {0}: {1}; the evaluation stays" "EvalFile {0}: {1}; คงการประเมินเดิม";
    OutputIsInput "{0} is read by this command, and cannot be written over" "{0} เป็นไฟล์ที่คำสั่งนี้ใช้อ่าน เขียนทับไม่ได้";
    OutputTwice "{0} is given twice, as two different outputs" "ให้ {0} เป็นไฟล์ผลลัพธ์ซ้ำกันสองครั้ง";
    OutputInUse "another run writes to {0}" "โปรแกรมอื่นกำลังเขียน {0} อยู่";
    OutputDash "'{0}' is not a file to write; for standard output write /dev/stdout, where the system has it" "'{0}' ไม่ใช่ชื่อไฟล์ผลลัพธ์ ระบบที่มี '/dev/stdout' ใช้ชื่อนั้นแทนจอภาพได้";
    FileExists "{0} already exists" "มี {0} อยู่แล้ว";
    OtherGames "{0} holds games that are not in {1} and would be lost: give another name" "{0} มีเกมที่ไม่มีใน {1} เกมเหล่านั้นจะหายไป ใช้ชื่ออื่น";
    FileExistsResume "{0} already exists: give --resume to continue it" "มี {0} อยู่แล้ว: ใช้ '--resume' เพื่อทำต่อ";
}
