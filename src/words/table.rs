//! All sentences, in all languages.

use super::Language;

macro_rules! phrases {
    ($($name:ident $english:literal $thai:literal;)*) => {
        /// A sentence, or a part of one. Numbers in braces are gaps to be filled in.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Phrase { $(#[doc = $english] $name,)* }

        impl Phrase {
            /// All sentences.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The sentence with its gaps.
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
    OneMove "{0} move" "{0} ตา";
    Moves "{0} moves" "{0} ตา";
    Bia "bia" "เบี้ย";
    Met "met" "เม็ด";
    Khon "khon" "โคน";
    Ma "ma" "ม้า";
    Ruea "ruea" "เรือ";
    Khun "khun" "ขุน";
    BiaNgai "bia ngai" "เบี้ยหงาย";

    // The count.
    BoardHonour "board's honour" "ศักดิ์กระดาน";
    PiecesHonour "pieces' honour" "ศักดิ์หมาก";
    CountRuns "{0}: {1} has counted {2} of {3}, {4} has {5} left" "{0}: {1}นับถึง {2} จาก {3} {4}เหลือ {5}";
    CountComplete "{0}: {1} has counted past {2}, the count is complete" "{0}: {1}นับเกิน {2} แล้ว นับครบศักดิ์";
    NoCount "no count runs" "ยังไม่มีการนับศักดิ์";
    WonInTime "won in {0}, count allows {1}" "รุกจนได้ใน {0} ตา ทันการนับ (เหลือ {1} ตา)";
    WonByConversion "won: a capture or promotion within {0} leads to mate in time" "ชนะ: กินหรือหงายเบี้ยภายใน {0} แล้วรุกจนทันการนับ";
    CounterWins "{0}, who counts, wins in {1}" "{0}เป็นฝ่ายนับแต่ชนะใน {1}";
    MateTooLate "draw: mate in {0} comes {1} late" "เสมอ: รุกจนได้ใน {0} ตา ช้าไป {1}";
    NoMate "draw: {0} cannot force mate" "เสมอ: {0}บังคับรุกจนไม่ได้";
    CountMayBegin "no count runs, {0} may begin to count" "ยังไม่มีการนับศักดิ์ {0}ขอนับได้";
    CountStopped "{0} no longer counts" "{0}เลิกนับ";
    ClaimBia "no count while bia are left on the board" "ยังมีเบี้ยคว่ำบนกระดาน นับศักดิ์ไม่ได้";
    ClaimRuns "a count runs already" "กำลังนับศักดิ์อยู่แล้ว";
    ClaimBare "two bare khun: there is nothing to count" "เหลือขุนทั้งสองฝ่าย ไม่ต้องนับ";
    ClaimRule "the count is asked for only under the counting rule claimed" "ขอนับได้เฉพาะเมื่อใช้กติกานับแบบ claimed";

    // How games end.
    Ongoing "ongoing" "ยังไม่จบ";
    EndMate "{0} mates" "{0}รุกจน";
    EndStalemate "draw by stalemate" "เสมอเพราะอับ";
    EndCount "draw: the count ran out" "เสมอเพราะนับครบศักดิ์";
    EndRepetition "draw by the third occurrence of the position" "เสมอเพราะรูปหมากซ้ำครบสามครั้ง";
    EndMaterial "draw: neither side has the men to win" "เสมอเพราะไม่มีฝ่ายใดมีหมากพอรุกจน";
    EndResigned "{0} resigns" "{0}ยอมแพ้";
    EndAgreed "draw by agreement" "เสมอโดยตกลงกัน";
    EndTime "{0} loses on time" "{0}หมดเวลา";
    EndAdjudged "{0} loses by adjudication" "{0}ถูกตัดสินให้แพ้";
    EndAdjudgedDraw "draw by adjudication" "ถูกตัดสินให้เสมอ";
    EndMoveLimit "draw by the limit on moves" "เสมอเพราะครบจำนวนตาที่กำหนด";
    EndIllegal "{0} makes an illegal move" "{0}เดินผิดกติกา";
    EndUnreadable "{0} answers with no readable move" "{0}ตอบตาเดินที่อ่านไม่ได้";
    EndStall "{0} stalls" "{0}ไม่ตอบ";
    EndCrash "{0} crashes" "โปรแกรมของ{0}ล้ม";
    EndDisconnect "{0} disconnects" "โปรแกรมของ{0}ขาดการติดต่อ";
    EndFlood "{0} floods its output" "โปรแกรมของ{0}ส่งข้อความท่วม";
    EndNoStart "{0} does not start" "โปรแกรมของ{0}เริ่มไม่ได้";

    // What an ending leaves open, when an engine is at fault.
    FaultSeconds "{0} s" "{0} วินาที";
    FaultDeaf "it does not read its input" "ไม่อ่านข้อมูลเข้า";
    FaultClosed "it closed its output" "ปิดข้อมูลออกแล้ว";
    FaultMissing "no '{0}' within {1} s" "ไม่ได้ส่ง '{0}' ภายใน {1} วินาที";
    EarlyStall "it was not ready in time" "ไม่พร้อมภายในเวลา";
    EarlyCrash "it ended before it was ready" "จบการทำงานก่อนพร้อม";
    EarlyDisconnect "it disconnected before it was ready" "ขาดการติดต่อก่อนพร้อม";
    EarlyFlood "it flooded its output before it was ready" "ส่งข้อความท่วมก่อนพร้อม";
    EngineNoStart "engine {0} does not start: {1}" "โปรแกรม {0} เริ่มไม่ได้: {1}";

    // Games of a match.
    MatchEvent "{0} match" "การแข่งขันจัดโดย {0}";
    BookMove "book" "ตำรา";
    CountAt "count {0}/{1}" "นับ {0}/{1}";
    MatchGame "game {0}: {1} v {2} {3} ({4}, {5} plies)" "เกม {0}: {1} พบ {2} {3} ({4} {5} ครึ่งตา)";

    // The totals of a match.
    MatchBegins "the first game in progress" "กำลังเล่นเกมแรก";
    MatchSpeed "{0} games a minute" "นาทีละ {0} เกม";
    MatchTime "{0} s, {1} at a time; the engines thought {2} s, the rest is {3} %" "{0} วินาที เล่นพร้อมกัน {1} เกม โปรแกรมใช้เวลาคิด {2} วินาที ที่เหลือ {3} %";
    MatchScore "{0} v {1}: +{2} ={3} -{4}, {5}/{6} points, {7} % draws" "{0} พบ {1}: +{2} ={3} -{4} ได้ {5}/{6} แต้ม เสมอ {7} %";
    MatchPairs "pairs by points 0 to 2: {0}" "คู่เกมแยกตามแต้ม 0 ถึง 2: {0}";
    MatchReasons "reasons: {0}" "เหตุที่เกมจบ: {0}";
    // Why games end, each as the Ending tag has it.
    CauseMate "mate" "รุกจน";
    CauseStalemate "stalemate" "อับ";
    CauseCount "count-draw" "นับครบศักดิ์";
    CauseRepetition "repetition" "รูปหมากซ้ำ";
    CauseMaterial "material" "หมากไม่พอรุกจน";
    CauseResignation "resignation" "ตัดสินให้แพ้";
    CauseDrawAdjudication "draw-adjudication" "ตัดสินให้เสมอ";
    CauseMoveLimit "move-limit" "ครบจำนวนตา";
    CauseTimeForfeit "time-forfeit" "หมดเวลา";
    CauseIllegalMove "illegal-move" "เดินผิดกติกา";
    CauseUnreadableMove "unreadable-move" "อ่านตาเดินไม่ได้";
    CauseStall "stall" "ไม่ตอบ";
    CauseCrash "crash" "โปรแกรมล้ม";
    CauseDisconnect "disconnect" "ขาดการติดต่อ";
    CauseFlood "flood" "ส่งข้อความท่วม";
    CauseNoStart "no-start" "เริ่มไม่ได้";
    TableMatches "matches" "คู่ที่ชนะ";
    TablePoints "points" "แต้ม";
    TablePercent "%" "ร้อยละ";
    TableFaults "faults" "ผิดพลาด";
    ThaiMatch "{0} {1} v {2}: {3} ({4})" "{0} {1} พบ {2}: {3} ({4})";
    ThaiFirstRound "first round" "รอบแรก";
    ThaiFinal "final" "รอบชิงชนะเลิศ";
    ThaiWon "won by {0}" "{0} ชนะ";
    ThaiShared "shared" "เสมอกัน";
    ThaiUnfinished "unfinished" "ยังไม่จบ";

    // Analysed games.
    Makruk "makruk" "หมากรุก";
    Makpong "makpong" "หมากป้อง";
    AnalysedGame "game {0}" "เกมที่ {0}";
    AnalysedPosition "position" "รูปหมาก";
    SideToMove "{0} to move" "ถึงตา{0}เดิน";
    Loses "loses {0} %" "โอกาสได้แต้มลดลง {0} %";
    AverageLoss "average loss {0} %" "โอกาสได้แต้มลดลงเฉลี่ย {0} %";
    LineChances "depth {0} wdl {1} {2} {3}" "ความลึก {0} ชนะ {1} เสมอ {2} แพ้ {3}";
    LinePlace "line {0}" "แนวที่ {0}";
    AfterAnnotator "after {0}" "ต่อจาก {0}";
    BudgetNodes "{0} nodes a position" "{0} โหนดต่อรูปหมาก";
    BudgetTime "{0} ms a position" "{0} มิลลิวินาทีต่อรูปหมาก";
    AnalysisDone "analysed {0} kept {1} skipped {2}" "วิเคราะห์ {0} เกม เก็บไว้ {1} ข้าม {2}";
    BytesReplaced "{0}, line {1}: bytes that are no text were replaced" "{0} บรรทัด {1}: ไบต์ที่ไม่ใช่ข้อความถูกแทนที่แล้ว";
    CannotRead "cannot read {0}: {1}" "อ่าน {0} ไม่ได้: {1}";
    CannotWrite "cannot write {0}: {1}" "เขียน {0} ไม่ได้: {1}";
    NoGames "{0}: no games in it" "{0}: ไม่มีเกม";
    GameSkipped "{0}, game {1}: {2}; skipped" "{0} เกมที่ {1}: {2}; ข้าม";
    NotAnalysed "line {0}: a game without its analysis" "บรรทัด {0}: เกมที่ไม่มีบทวิเคราะห์";

    // The story of the count. Each is a sentence; its capital and full stop come later.
    StoryRuns "{0} runs: {1} has counted {2} of {3}" "กำลังนับ{0}: {1}นับถึง {2} จาก {3}";
    StoryBegins "{0} begins: {1} counts to {2}" "เริ่มนับ{0}: {1}นับถึง {2}";
    StoryBeginsBare "{0} begins: {1}, bare, counts from {2} to {3}" "เริ่มนับ{0}: {1}เหลือขุนตัวเดียว นับจาก {2} ถึง {3}";
    StoryDropped "the count is dropped" "เลิกนับศักดิ์";
    StoryLeft "{0} has {1} to mate" "{0}ต้องรุกจนภายใน {1}";
    StoryNeeds "{0} has {1} to mate, and needs {2}" "{0}ต้องรุกจนภายใน {1} รุกจนได้ใน {2} ตา";
    StoryTooFew "{0} has {1} to mate: too few, with the best defence" "{0}ต้องรุกจนภายใน {1} ซึ่งไม่พอถ้าอีกฝ่ายป้องกันดีที่สุด";
    StoryCounterMates "mate by the side that counts, at {0} of {1}" "ฝ่ายที่นับรุกจนได้เมื่อนับถึง {0} จาก {1}";
    StoryMate "mate at {0} of {1}, with {2} to spare" "รุกจนเมื่อนับถึง {0} จาก {1} เหลืออีก {2}";
    StoryComplete "the count is complete: {0} has counted past {1}, a draw" "นับครบศักดิ์: {0}นับเกิน {1} แล้ว เสมอ";
    StoryStops "the game stops at {0} of {1}" "เกมหยุดเมื่อนับถึง {0} จาก {1}";

    // The page of an analysis.
    PageGame "Game" "เกม";
    PageGames "{0} games" "{0} เกม";
    PageAnalysis "Analysis" "บทวิเคราะห์";
    PageScript "The board and the graphs of this page need scripts." "กระดานและกราฟในหน้านี้ต้องเปิดใช้สคริปต์";
    PageBoard "Board" "กระดาน";
    PageStart "Start" "ตาแรก";
    PageBack "Back" "ถอย";
    PageForth "Forward" "เดินหน้า";
    PageEnd "End" "ตาสุดท้าย";
    PageNext "Next mistake" "ตาพลาดถัดไป";
    PageTurn "Turn" "กลับกระดาน";
    PageThisMove "This move" "ตานี้";
    PageGraphs "Graphs" "กราฟ";
    PageChances "What White can expect" "โอกาสของฝ่ายขาว";
    PageChancesGraph "Points that White can expect, move by move" "โอกาสได้แต้มของฝ่ายขาวทีละตา";
    PageCountLeft "The count: moves left and moves needed" "การนับศักดิ์: จำนวนตาที่เหลือและที่ต้องใช้";
    PageCountGraph "Moves left by the count and moves needed to mate, move by move" "จำนวนตาที่เหลือตามการนับศักดิ์และที่ต้องใช้รุกจน ทีละตา";
    PageBoardHonour "left by board's honour" "เหลือตามศักดิ์กระดาน";
    PagePiecesHonour "left by pieces' honour" "เหลือตามศักดิ์หมาก";
    PageNeeded "needed to mate" "ต้องใช้รุกจน";
    PageMoves "Moves" "ตาเดิน";
    PageSide "Side" "ฝ่าย";
    PageInaccuracies "Inaccuracies" "ตาไม่แม่นยำ";
    PageMistakes "Mistakes" "ตาพลาด";
    PageBlunders "Blunders" "ตาพลาดหนัก";
    PageLoss "Loss a move" "โอกาสลดลงต่อตา";
    PageLossMeaning "Points lost in expectation, on average" "โอกาสได้แต้มที่ลดลงโดยเฉลี่ย";
    PageAccuracy "Accuracy" "ความแม่นยำ";
    PageAccuracyMeaning "The mean over all moves: 100 % for the best one, 50 % for one that loses a tenth of a point" "ค่าเฉลี่ยทุกตา: ตาที่ดีที่สุดได้ 100 % ตาที่เสียโอกาสหนึ่งในสิบแต้มได้ 50 %";
    PageCopyFen "Copy FEN" "คัดลอก FEN";
    PageCopyPgn "Copy PGN" "คัดลอก PGN";
    PageCopyLink "Copy link" "คัดลอกลิงก์";
    PageCopied "Copied" "คัดลอกแล้ว";
    PageOutOf "of {0}" "จาก {0}";
    PageKeys "{0} step, {1} go from mistake to mistake, {2} turns the board" "{0} ไปทีละตา {1} ไปยังตาพลาด {2} กลับกระดาน";
    PageTheStart "The start" "ตำแหน่งเริ่มต้น";
    PageValue "{0}, depth {1}: White can expect {2} %." "{0} ความลึก {1}: ฝ่ายขาวมีโอกาสได้แต้ม {2} %";
    PageBetter "Better" "ควรเดิน";
    PageBest "Best now" "ดีที่สุดขณะนี้";
    PageOf "{0} of {1}" "{0} จาก {1}";

    // Endgame tables.
    StatsEnding "ending" "ปลายกระดาน";
    StatsToMove "to move" "ฝ่ายเดิน";
    StatsStrong "strong" "ฝ่ายเหนือ";
    StatsWeak "weak" "ฝ่ายรอง";
    StatsLimit "limit" "ศักดิ์";
    StatsMoves "moves left" "เหลือ (ตา)";
    StatsPositions "positions" "รูปหมาก";
    StatsWon "won %" "ชนะ %";
    StatsLongest "longest" "ยาวสุด (ตา)";
    StatsTooLate "too late" "ไม่ทันการนับ";
    NotInTable "not in a table" "ไม่อยู่ในตาราง";
    NoTable "no table holds this position" "ไม่มีตารางของรูปหมากนี้";
    TableMated "{0} has mated" "{0}รุกจนแล้ว";
    TableWins "{0} wins: {1} in {2}" "{0}ชนะ: {1}ใน {2} ตา";
    TableTooLate "draw by the count: {0} takes {1} {2}" "เสมอเพราะการนับ: {0} {1}ต้องใช้ {2} ตา";
    TableDraw "draw: {0} cannot force {1}" "เสมอ: {0}บังคับ{1}ไม่ได้";
    TableCount "{0}, the count leaves {1} {2}" "{0} การนับเหลือให้{1} {2} ตา";
    GoalMate "mate" "รุกจน";
    GoalConversion "mate or conversion" "รุกจนหรือเปลี่ยนรูปหมาก";

    // PGN that cannot be read.
    PgnLine "line {0}: {1}" "บรรทัด {0}: {1}";
    PgnOpenTag "the tag has no end" "แท็กไม่มีตัวปิด";
    PgnBadTag "unreadable tag '{0}'" "อ่านแท็ก '{0}' ไม่ได้";
    PgnOpenComment "the comment that begins here has no end" "หมายเหตุที่เริ่มตรงนี้ไม่มีตัวปิด";
    PgnOpenVariation "the variation that begins here has no end" "แนวเดินที่เริ่มตรงนี้ไม่มีตัวปิด";
    PgnStrayParenthesis "')' without a variation" "มี ')' แต่ไม่มีแนวเดิน";
    PgnStrayBrace "'}' without a comment" "มี '}' แต่ไม่มีหมายเหตุ";
    PgnVariant "unknown variant '{0}': expected {1}" "ไม่รู้จักชนิดหมากรุก '{0}': ต้องเป็น {1}";
    PgnMove "move {0} '{1}': {2}" "ตา {0} '{1}': {2}";

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

    // The groups of the evaluation.
    TermMaterial "material" "กำลังหมาก";
    TermPlacement "placement" "ตำแหน่งหมาก";
    TermMetMobility "met mobility" "ตาเดินของเม็ด";
    TermKhonMobility "khon mobility" "ตาเดินของโคน";
    TermMaMobility "ma mobility" "ตาเดินของม้า";
    TermRueaMobility "ruea mobility" "ตาเดินของเรือ";
    TermPhalanx "bia side by side" "เบี้ยเคียงกัน";
    TermChain "bia protected by bia" "เบี้ยผูกเบี้ย";
    TermPassed "bia past all others" "เบี้ยเทียมผ่าน";
    TermBlocked "bia blocked" "เบี้ยถูกขวาง";
    TermIsolated "bia alone" "เบี้ยโดดเดี่ยว";
    TermThreats "threats" "การขู่กิน";
    TermSupport "protected by bia" "มีเบี้ยผูก";
    TermHanging "unprotected and attacked" "ลอยและถูกขู่";
    TermRing "attacks beside the khun" "การโจมตีข้างขุน";
    TermRingMen "men attacking beside the khun" "หมากที่โจมตีข้างขุน";
    TermShelter "bia before the khun" "เบี้ยหน้าขุน";
    TermDefenders "men beside the khun" "หมากข้างขุน";
    TermChecks "safe checks" "ตารุกที่ปลอดภัย";
    TermOutposts "outposts" "หมากตั้งหน้า";
    TermOpenFile "ruea on open files" "เรือในแถวตั้งโล่ง";
    TermHalfOpenFile "ruea on half-open files" "เรือในแถวตั้งกึ่งโล่ง";
    TermRueaPair "ruea pair" "เรือคู่";
    TermMaPair "ma pair" "ม้าคู่";
    TermKhonPair "khon pair" "โคนคู่";
    TermMets "mets on one colour" "เม็ดสีเดียวกัน";
    TermApproach "khun near khun" "ขุนใกล้ขุน";
    TermToMove "to move" "ได้เดิน";

    // Moves that cannot be made.
    Man "man" "หมาก";
    And "{0} and {1}" "{0} และ {1}";
    AndMore "{0} and {1} more" "{0} และอีก {1} บรรทัด";
    Or "{0} or {1}" "{0} หรือ {1}";
    MoveUnreadable "cannot read the move '{0}'" "อ่านตาเดิน '{0}' ไม่ได้";
    MoveFromEmpty "there is no man on {0}" "ไม่มีหมากที่ {0}";
    MoveOfOpponent "the man on {0} is the opponent's" "หมากที่ {0} เป็นของอีกฝ่าย";
    MoveOntoOwn "illegal move {0}: {1}'s own man stands on {2}" "เดิน {0} ไม่ได้: หมากของ{1}อยู่ที่ {2}";
    MoveOutOfReach "illegal move {0}: the {1} on {2} does not reach {3}" "เดิน {0} ไม่ได้: {1}ที่ {2} ไปไม่ถึง {3}";
    MoveIntoCheck "illegal move {0}: it leaves {1}'s khun in check" "เดิน {0} ไม่ได้: ขุนของ{1}จะถูกรุก";
    MoveFlees "illegal move {0}: in Makpong the khun may not move out of check" "เดิน {0} ไม่ได้: หมากป้องห้ามขุนเดินหนีรุก";
    MovePromotion "wrong promotion '{0}' of {1}: a bia becomes a bia ngai, written m" "หงาย {1} เป็น '{0}' ไม่ได้: เบี้ยต้องเป็นเบี้ยหงาย";
    MovePromotesNothing "{0} promotes nothing" "{0} ไม่ได้หงายเบี้ย";
    MoveAmbiguous "'{0}' is ambiguous: the men on {1} can go there" "'{0}' กำกวม: หมากที่ {1} ไปได้";
    MoveOfNobody "no {0} can go to {1}" "ไม่มี{0}ที่ไป {1} ได้";

    // `sakdi play`.
    PlayYou "You play {0}, level {1} of {2}. Type a move as {3}, {4} or in Thai, or help." "คุณเล่น{0} ระดับ {1} จาก {2} พิมพ์ตาเดิน เช่น {3} หรือ {4} หรือพิมพ์ ช่วย";
    PlayNoText "that line is not text; please type it again" "บรรทัดนี้ไม่ใช่ข้อความ โปรดพิมพ์ใหม่";
    PlayKeys "arrow keys and the like do nothing here; please type the line again" "ใช้แป้นลูกศรหรือแป้นพิเศษที่นี่ไม่ได้ โปรดพิมพ์ใหม่";
    PlayTooLong "that line is too long" "บรรทัดนี้ยาวเกินไป";
    PlaySeeHelp "{0}; help lists what can be typed" "{0} พิมพ์ ช่วย เพื่อดูสิ่งที่พิมพ์ได้";
    PlayPrompt "{0}> " "{0}> ";
    PlayMoved "{0} plays {1}" "{0}เดิน {1}";
    PlayCheck "check" "รุก";
    PlayHint "hint: {0}" "แนะนำ: {0}";
    PlayMoves "legal moves: {0}" "ตาที่เดินได้: {0}";
    PlayNoUndo "there is nothing to take back" "ไม่มีตาให้ถอย";
    PlayUndone "taken back" "ถอยแล้ว";
    PlayDeclines "{0} declines the draw" "{0}ไม่รับเสมอ";
    PlayCounts "{0} begins to count" "{0}เริ่มนับ";
    PlayNotYours "it is {0} that may count" "ผู้ที่นับได้คือ{0}";
    PlayLevel "level {0} of {1}" "ระดับ {0} จาก {1}";
    PlayNoTime "{0}: the time is a number of seconds, not below 0" "{0}: เวลาต้องเป็นจำนวนวินาที ไม่ต่ำกว่า 0";
    PlayBadLevel "the level is a number from 0 to {0}" "ระดับเป็นเลข 0 ถึง {0}";
    PlayWinner "{0}: {1} wins" "{0} {1}ชนะ";
    HelpMove "a move: {0}, {1}, or Thai notation" "ตาเดิน: {0} หรือ {1}";
    HelpHelp "this list" "แสดงคำสั่ง";
    HelpBoard "the board" "แสดงกระดาน";
    HelpMoves "all legal moves" "แสดงตาที่เดินได้";
    HelpHint "ask for advice" "ขอคำแนะนำ";
    HelpUndo "take back your last move" "ขอถอยตาเดิน";
    HelpCount "how the count stands; under the rule claimed: begin to count" "ดูการนับ หรือขอเริ่มนับเมื่อกติกาให้ขอนับเอง";
    HelpStopCount "count no longer" "เลิกนับ";
    HelpDraw "offer a draw" "ขอเสมอ";
    HelpResign "resign" "ยอมแพ้";
    HelpLevel "show the level, or set it: 0 the weakest, 20 full strength" "ดูหรือตั้งระดับ: 0 อ่อนสุด 20 เต็มกำลัง";
    HelpQuit "leave the game" "ออกจากเกม";

    // Opening formations: of both sides, or of one when the other has none.
    Openings "{0} v {1}" "{0} ต่อ {1}";
    OpeningBy "{0} by {1}" "{0} ของ{1}";

    // What the engine says of itself.
    OneTable "{0} table in {1}" "ตารางปลายกระดาน {0} ตารางใน {1}";
    Tables "{0} tables in {1}" "ตารางปลายกระดาน {0} ตารางใน {1}";
    HashStays "Hash stays as it was: {0}" "Hash คงเดิม: {0}";
    ByNet "evaluation by the net" "ประเมินค่าด้วยโครงข่ายประสาท";
    ByHand "evaluation by hand: Use NNUE is false" "ประเมินค่าด้วยสูตร: Use NNUE ปิดอยู่";
    IllegalInList "move {0} of the list: {1}" "ตาเดินที่ {0} ในรายการ: {1}";
    PerftStopped "perft was stopped" "หยุดคำสั่ง 'perft' แล้ว";
    PerftTooDeep "perft of {0} plies: at most {1} are counted" "'perft' {0} ครึ่งตา: นับได้ไม่เกิน {1} ครึ่งตา";
    BenchStopped "bench was stopped" "หยุดคำสั่ง 'bench' แล้ว";
    NoThreads "cannot start the threads: {0}" "เริ่มเธรดไม่ได้: {0}";

    // FEN. A rank is แถวนอน, a file แถวตั้ง.
    IllegalFen "illegal FEN: {0}" "FEN ผิด: {0}";
    FenRefused "illegal FEN: {0}; the position stays" "FEN ผิด: {0}; คงรูปหมากเดิม";
    FenEmpty "the FEN is empty" "ไม่มีข้อความ";
    FenRank "the board has {0} rank, needs 8" "กระดานมี {0} แถวนอน ต้องมี 8";
    FenRanks "the board has {0} ranks, needs 8" "กระดานมี {0} แถวนอน ต้องมี 8";
    FenFile "rank {0} has {1} file, needs 8" "แถวนอนที่ {0} มี {1} ช่อง ต้องมี 8";
    FenFiles "rank {0} has {1} files, needs 8" "แถวนอนที่ {0} มี {1} ช่อง ต้องมี 8";
    FenLetter "unknown letter '{0}' on rank {1}" "ไม่รู้จักตัวอักษร '{0}' ในแถวนอนที่ {1}";
    FenTilde "a '~' on rank {0} that follows no met: it marks bia ngai only" "'~' ในแถวนอนที่ {0} ต้องตามหลังเม็ดที่เป็นเบี้ยหงาย";
    FenSide "unknown side to move '{0}': expected w or b" "ไม่รู้จักฝ่ายที่จะเดิน '{0}': ต้องเป็น 'w' หรือ 'b'";
    FenCastling "unknown castling field '{0}': expected -" "ส่วนเข้าป้อมต้องเป็น '-' แต่พบ '{0}'";
    FenNegative "the {0} is negative: '{1}'" "{0}ติดลบ: '{1}'";
    FenTooLarge "the {0} '{1}' is too large, at most {2} fits" "{0} '{1}' มากเกินไป ได้ไม่เกิน {2}";
    FenUnreadable "cannot read the {0} '{1}'" "อ่าน{0} '{1}' ไม่ได้";
    FenTooLong "'{0}' follows the last field" "มี '{0}' เกินมาหลังส่วนสุดท้าย";
    CounterLimit "limit of the count" "จำนวนที่ให้นับ";
    CounterPly "ply of the count" "จำนวนที่นับแล้ว";
    CounterHalfmove "half-move clock" "จำนวนครึ่งตาเดิน";
    CounterMove "move number" "เลขตาเดิน";
    SetupKhuns "{0} has {1} khun, needs exactly one" "{0}มีขุน {1} ตัว ต้องมีตัวเดียว";
    SetupMen "{0} men on the board, at most 32 are possible" "บนกระดานมีหมาก {0} ตัว มีได้ไม่เกิน 32 ตัว";
    SetupBia "a bia of {0} on {1}, its last rank" "เบี้ยของ{0}อยู่ที่ {1} ซึ่งเป็นแถวสุดท้าย";
    SetupCheck "{0} is in check but it is {1}'s move" "{0}ถูกรุกอยู่ แต่เป็นตาเดินของ{1}";

    // Commands that cannot be followed. Words of the protocol stand in quotes or before a colon.
    CommandUnknown "unknown command '{0}'" "ไม่รู้จักคำสั่ง '{0}'";
    CommandPosition "position: expected 'startpos' or 'fen', found '{0}'" "position: ต้องตามด้วย 'startpos' หรือ 'fen' แต่พบ '{0}'";
    CommandMoves "position: expected 'moves', found '{0}'" "position: ต้องตามด้วย 'moves' แต่พบ '{0}'";
    CommandOption "setoption: expected 'name <option> [value <value>]'" "setoption: ต้องเขียนว่า 'name <ชื่อ> [value <ค่า>]'";
    CommandGoWord "go: unknown word '{0}'" "go: ไม่รู้จักคำ '{0}'";
    CommandGoNumber "go: {0} needs a number, found '{1}'" "go: {0} ต้องตามด้วยตัวเลข แต่พบ '{1}'";
    CommandCount "count: expected start, stop or status, found '{0}'" "count: ต้องตามด้วย 'start', 'stop' หรือ 'status' แต่พบ '{0}'";
    CommandDepth "{0}: expected a depth, found '{1}'" "{0}: ต้องตามด้วยความลึก แต่พบ '{1}'";

    // Options that cannot be set.
    OptionUnknown "unknown option '{0}'" "ไม่มีตัวเลือก '{0}'";
    OptionNoValue "option {0} needs a value" "ตัวเลือก {0} ต้องมีค่า";
    OptionNumber "option {0}: '{1}' is not a whole number from {2} to {3}" "ตัวเลือก {0}: '{1}' ไม่ใช่จำนวนเต็มจาก {2} ถึง {3}";
    OptionCheck "option {0}: '{1}' is neither true nor false" "ตัวเลือก {0}: '{1}' ไม่ใช่ทั้ง 'true' และ 'false'";
    OptionChoice "option {0}: unknown value '{1}': expected {2}" "ตัวเลือก {0}: ไม่มีค่า '{1}': ต้องเป็น {2}";

    // Files that cannot be used.
    TablesRefused "TablePath {0}: {1}; only the program's own tables are used" "TablePath {0}: {1}; ใช้เฉพาะตารางในโปรแกรม";
    BookRefused "BookFile {0}: {1}; no book is used" "BookFile {0}: {1}; ไม่ใช้ตำรา";
    NetRefused "EvalFile {0}: {1}; the evaluation stays" "EvalFile {0}: {1}; คงการประเมินเดิม";
    OutputIsInput "{0} is read by this command, and cannot be written over" "{0} เป็นไฟล์ที่คำสั่งนี้ใช้อ่าน เขียนทับไม่ได้";
    OutputTwice "{0} is given twice, as two different outputs" "ให้ {0} เป็นไฟล์ผลลัพธ์ซ้ำกันสองครั้ง";
    FileExists "{0} already exists" "มี {0} อยู่แล้ว";
    FileExistsResume "{0} already exists: give --resume to continue it" "มี {0} อยู่แล้ว: ใช้ '--resume' เพื่อทำต่อ";
    FileMissing "No such file or directory" "ไม่พบไฟล์หรือโฟลเดอร์นี้";
    FileForbidden "Permission denied" "ไม่มีสิทธิ์เข้าถึง";
    FileIsDirectory "Is a directory" "เป็นโฟลเดอร์";
    FileNotRegular "Not a regular file" "ไม่ใช่ไฟล์ธรรมดา";
    FileNoDirectory "Not a directory" "ไม่ใช่โฟลเดอร์";
    OutOfMemory "Out of memory" "หน่วยความจำไม่พอ";
    SystemError "{0}" "ระบบแจ้งว่า ({0})";
    BookForeign "not a Sakdi opening book" "ไม่ใช่ตำราเปิดหมากของโปรแกรมนี้";
    BookOther "an opening book of another version" "ตำราเปิดหมากของรุ่นอื่น";
    BookDamaged "the opening book is damaged" "ตำราเปิดหมากเสียหาย";
    NetForeign "not a Sakdi net" "ไม่ใช่โครงข่ายประสาทของโปรแกรมนี้";
    NetVersion "a net of version {0} of the format, this program reads {1}" "โครงข่ายประสาทรูปแบบรุ่น {0} โปรแกรมนี้อ่านรุ่น {1}";
    NetArchitecture "a net of another architecture (inputs, neurons, buckets, QA, QB, scale): {0}, this program needs {1}" "โครงสร้างโครงข่ายประสาทเป็น {0} โปรแกรมนี้ต้องการ {1}";
    NetLength "a net of {0} bytes, it should have {1}" "โครงข่ายประสาทมี {0} ไบต์ ต้องมี {1}";
    NetDamaged "a damaged net: its checksum is wrong" "โครงข่ายประสาทเสียหาย: ผลรวมตรวจสอบไม่ตรง";
    TableRefused "table {0} refused: {1}" "ไม่ใช้ตาราง {0}: {1}";
    TableForeign "not a Sakdi table" "ไม่ใช่ตารางของโปรแกรมนี้";
    TableVersion "table format {0}, but this program reads format {1}" "ตารางรูปแบบ {0} แต่โปรแกรมนี้อ่านรูปแบบ {1}";
    TableLength "cut short or too long: {0} bytes instead of {1}" "สั้นหรือยาวเกินไป: มี {0} ไบต์ ต้องมี {1}";
    TableDamaged "damaged: the {0} does not match its checksum" "เสียหาย: ผลรวมตรวจสอบของ{0}ไม่ตรง";
    TableHeader "header" "ส่วนหัว";
    TableBody "table" "ตาราง";
    TableInconsistent "damaged: its header contradicts itself" "เสียหาย: ส่วนหัวขัดแย้งกันเอง";
    TableMisnamed "it holds {0}, not {1}" "เก็บ {0} ไม่ใช่ {1}";
}
