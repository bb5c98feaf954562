//! Every sentence, in every language.

use super::Language;

macro_rules! phrases {
    ($($name:ident $english:literal $thai:literal;)*) => {
        /// A sentence, or a part of one. Numbers in braces stand for what is filled in.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Phrase { $(#[doc = $english] $name,)* }

        impl Phrase {
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
    CountRuns "{0}: {1} has counted {2} of {3}, {4} has {5} left" "{0}: {1}นับแล้ว {2} จาก {3} {4}เหลือ {5}";
    CountComplete "{0}: {1} has counted past {2}, the count is complete" "{0}: {1}นับเกิน {2} แล้ว นับครบศักดิ์";
    NoCount "no count runs" "ยังไม่มีการนับศักดิ์";
    WonInTime "won in {0}, count allows {1}" "ชนะใน {0} ตา การนับให้ {1} ตา";
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
    EndAdjudged "{0} is lost by adjudication" "{0}ถูกตัดสินให้แพ้";
    EndAdjudgedDraw "draw by adjudication" "ถูกตัดสินให้เสมอ";
    EndMoveLimit "draw by the limit on moves" "เสมอเพราะครบจำนวนตาที่กำหนด";
    EndIllegal "{0} makes an illegal move" "{0}เดินผิดกติกา";
    EndUnreadable "{0} answers with no readable move" "{0}ตอบตาเดินที่อ่านไม่ได้";
    EndStall "{0} stalls" "{0}ไม่ตอบ";
    EndCrash "{0} crashes" "โปรแกรมของ{0}ล้ม";
    EndDisconnect "{0} disconnects" "โปรแกรมของ{0}ขาดการติดต่อ";
    EndFlood "{0} floods its output" "โปรแกรมของ{0}ส่งข้อความท่วม";
    EndNoStart "{0} does not start" "โปรแกรมของ{0}เริ่มไม่ได้";

    // The commands `d` and `eval`.
    Checkers "Checkers" "หมากที่รุก";
    Result "Result" "ผล";
    Opening "Opening" "รูปหมาก";
    Centipawns "centipawns" "หนึ่งในร้อยเบี้ย";
    Lead "lead" "ต่าง";
    WithoutCount "without the count" "ไม่คิดการนับ";
    WhitesAdvantage "White's advantage" "ฝ่ายขาวได้เปรียบ";
    NetWorth "What each man is worth to White by the net, in centipawns" "ค่าของหมากแต่ละตัวต่อฝ่ายขาวตามโครงข่าย เป็นหนึ่งในร้อยเบี้ย";
    NetWithoutCount "by the net, without the count" "ตามโครงข่าย ไม่คิดการนับ";
    NetAdvantage "White's advantage by the net" "ฝ่ายขาวได้เปรียบตามโครงข่าย";
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
    TermOpenFile "ruea on open files" "เรือในแถวโล่ง";
    TermHalfOpenFile "ruea on half-open files" "เรือในแถวกึ่งโล่ง";
    TermRueaPair "ruea pair" "เรือคู่";
    TermMaPair "ma pair" "ม้าคู่";
    TermKhonPair "khon pair" "โคนคู่";
    TermMets "mets on one colour" "เม็ดสีเดียวกัน";
    TermApproach "khun near khun" "ขุนใกล้ขุน";
    TermToMove "to move" "ได้เดิน";

    // Moves that cannot be made.
    Man "man" "หมาก";
    And "{0} and {1}" "{0} และ {1}";
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
    PlayYou "You play {0}, level {1} of {2}. Type a move as e3e4, Nd2 or in Thai, or help." "คุณเล่น{0} ระดับ {1} จาก {2} พิมพ์ตาเดิน เช่น จ๓จ๔ หรือ ม-ง๒ หรือพิมพ์ ช่วย";
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
    PlayBadLevel "the level is a number from 0 to {0}" "ระดับเป็นเลข 0 ถึง {0}";
    PlayWinner "{0}: {1} wins" "{0} {1}ชนะ";
    HelpMove "a move: e3e4, Nd2, or Thai notation" "ตาเดิน: จ๓จ๔ หรือ ม-ง๒";
    HelpHelp "this list" "แสดงคำสั่ง";
    HelpBoard "the board" "แสดงกระดาน";
    HelpMoves "all legal moves" "แสดงตาที่เดินได้";
    HelpHint "ask for advice" "ขอคำแนะนำ";
    HelpUndo "take back your last move" "ขอถอยตาเดิน";
    HelpCount "how the count stands; under the rule claimed: begin to count" "ดูการนับ หรือขอเริ่มนับเมื่อกติกาให้ขอนับเอง";
    HelpStopCount "count no longer" "เลิกนับ";
    HelpDraw "offer a draw" "ขอเสมอ";
    HelpResign "resign" "ยอมแพ้";
    HelpLevel "set the level: 0 the weakest, 20 full strength" "ตั้งระดับ: 0 อ่อนสุด 20 เต็มกำลัง";
    HelpQuit "leave the game" "ออกจากเกม";

    // Opening formations: of both sides, or of one when the other has none.
    Openings "{0} v {1}" "{0} ต่อ {1}";
    OpeningBy "{0} by {1}" "{0} ของ{1}";

    // What the engine says of itself.
    OneTable "{0} table in {1}" "ตารางปลายกระดาน {0} ตารางใน {1}";
    Tables "{0} tables in {1}" "ตารางปลายกระดาน {0} ตารางใน {1}";
    HashStays "Hash stays as it was: {0}" "Hash คงเดิม: {0}";
    ByNet "evaluation by the net" "ประเมินค่าด้วยโครงข่าย";
    ByHand "evaluation by hand: Use NNUE is false" "ประเมินค่าด้วยสูตร: Use NNUE ปิดอยู่";
    IllegalFen "illegal FEN: {0}" "FEN ผิด: {0}";
    IllegalInList "move {0} of the list: {1}" "ตาเดินที่ {0} ในรายการ: {1}";
}
