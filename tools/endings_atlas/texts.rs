//! The sentences of the atlas in both languages. Numbers in braces are gaps.

use sakdi_i18n::Language;

macro_rules! texts {
    ($($name:ident $english:literal $thai:literal;)*) => {
        /// A sentence or a part of one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Text { $($name,)* }

        /// A text with its gaps.
        pub const fn text(text: Text, language: Language) -> &'static str {
            match (text, language) {
                $((Text::$name, Language::English) => $english,
                  (Text::$name, Language::Thai) => $thai,)*
            }
        }
    };
}

texts! {
    Title "Endings of five men under the count" "หมากไล่ห้าตัวกับการนับศักดิ์";
    Introduction
        "Khun and three men against a bare khun, and two men against one, from tables that are exact in
distance and count (rule `makruk`). `R` is ruea, `N` ma, `S` khon, `M` met, promoted bia included, `P` bia. The wins are
those of the side before the `v`. Endings with fewer men are in [endgames.md](../endgames.md). [ภาษาไทย](README.th.md)"
        "ขุนกับหมากสามตัวไล่ขุนตัวเดียว และหมากสองตัวกับหมากตัวเดียว จากตารางที่แม่นยำทั้งจำนวนตาและการนับศักดิ์
`R` คือเรือ `N` ม้า `S` โคน `M` เม็ดหรือเบี้ยหงาย `P` เบี้ยคว่ำ ฝ่ายไล่อยู่หน้า `v` [English](README.md)";
    Data
        "The tables of these pages as data: [endings.json](endings.json), described by [endings.schema.json](../../docs/endings.schema.json).
`cargo run --release --example endings_atlas -- tables positions/endgames` writes them all."
        "ข้อมูลสำหรับโปรแกรม: [endings.json](endings.json) ตามแบบใน [endings.schema.json](../../docs/endings.schema.json)
คำสั่ง `cargo run --release --example endings_atlas -- tables positions/endgames` เขียนทุกหน้า";
    FactsTitle "What is most useful to know" "เรื่องที่ควรรู้ที่สุด";
    CountsTitle "Against a bare khun" "ไล่ขุนตัวเดียว";
    CountsHead
        "The count has just started and the bare khun is to move, over all legal positions, mirror images once.
*Won* is mate in time, *saved* a forced mate that comes too late, *longest* the longest forced mate, in moves.

| ending | limit | moves left | won % | saved % | drawn % | longest |
|---|---|---|---|---|---|---|"
        "เพิ่งเริ่มนับและถึงตาขุนตัวเดียวเดิน คิดจากทุกรูปหมากที่เป็นไปได้ ภาพสะท้อนซ้ายขวานับเป็นรูปเดียว

| หมากไล่ | ศักดิ์ | มีตาไล่ | จนทัน % | จนได้แต่ไม่ทันนับ % | ไล่ไม่จน % | จนช้าสุด (ตา) |
|---|---|---|---|---|---|---|";
    BiaTitle "Do not turn the last bia too early" "อย่าเพิ่งหงายเบี้ยตัวสุดท้าย";
    BiaHead
        "While an unpromoted bia is left there is no count. *Won* is the share of all positions with the bare khun to move in
which the count to come is met, too; *longest* the moves to mate or to the promotion after which mate comes in time.
*Spoilt*: of random positions that are won and in which the only bia can promote, those in which each promotion
draws by the count and another move wins. Such a *zugzwang of the count* is on the pages of most endings, as “promoting too early”.

| ending | won % | longest | spoilt % |
|---|---|---|---|"
        "ตราบใดที่ยังมีเบี้ยคว่ำ จะไม่มีการนับ *ชนะ* คือร้อยละของทุกรูปที่ถึงตาขุนตัวเดียวเดิน ซึ่งไล่จนทันแม้รวมการนับหลังหงายแล้ว
*ยาวสุด* คือจำนวนตาถึงรุกจน หรือถึงตาหงายเบี้ยที่ไล่ต่อทัน *เสียของ*: ในรูปที่ชนะและเบี้ยตัวเดียวหงายได้ทันที
ร้อยละที่หงายแล้วเสมอเพราะนับครบก่อน แต่เดินตาอื่นแล้วชนะ ตัวอย่างอยู่ในหน้าย่อยที่คำว่า “หงายเบี้ยเร็วไป”

| หมากไล่ | ชนะ % | ยาวสุด (ตา) | เสียของ % |
|---|---|---|---|";
    LastTitle "When not to take the last man" "เมื่อใดไม่ควรกินหมากตัวสุดท้าย";
    LastHead
        "Taking the last man bares the khun and starts its count. Of random positions that are won and in which the last man
can be taken: *saved*, the capture draws because the count ends first, and another move wins; *no mate*, the capture
leaves no forced mate at all, and another move wins. Endings in which this is rare are left out. Such a *zugzwang of the
count* is on the pages of most endings, as “taking too early”.

| ending | moves left | saved % | no mate % |
|---|---|---|---|"
        "กินหมากตัวสุดท้ายแล้วเหลือขุนตัวเดียว การนับศักดิ์หมากจึงเริ่ม ในรูปที่ชนะและกินหมากตัวสุดท้ายได้ทันที
*ไม่ทัน* กินแล้วเสมอเพราะนับครบก่อน แต่เดินตาอื่นแล้วชนะ *ไม่จน* กินแล้วไล่ไม่จนเลย แต่เดินตาอื่นแล้วชนะ แบบที่เกิดขึ้นน้อยไม่ได้แสดงไว้
ตัวอย่างอยู่ในหน้าย่อยที่คำว่า “กินเร็วไป”

| หมากไล่ | มีตาไล่ | ไม่ทัน % | ไม่จน % |
|---|---|---|---|";
    Ruea "Three men with ruea against a bare khun" "เรือกับหมากอีกสองตัว ไล่ขุนตัวเดียว";
    Pieces "Three men without ruea against a bare khun" "หมากสามตัวที่ไม่มีเรือ ไล่ขุนตัวเดียว";
    RueaBia "Ruea, bia and a third man against a bare khun" "เรือกับเบี้ยคว่ำและหมากอีกตัว ไล่ขุนตัวเดียว";
    Bia "Three men with bia and without ruea against a bare khun" "หมากสามตัวที่มีเบี้ยคว่ำแต่ไม่มีเรือ ไล่ขุนตัวเดียว";
    AgainstRuea "Against ruea" "ไล่ฝ่ายที่มีเรือ";
    AgainstMa "Against ma" "ไล่ฝ่ายที่มีม้า";
    AgainstKhon "Against khon" "ไล่ฝ่ายที่มีโคน";
    AgainstMet "Against met" "ไล่ฝ่ายที่มีเม็ด";
    AgainstBia "Against bia" "ไล่ฝ่ายที่มีเบี้ยคว่ำ";
    BothTitle "Men on both sides" "ต่างฝ่ายต่างมีหมาก";
    BothHead
        "How often the side before the `v` wins in time with the other side to move, in percent, and in parentheses the moves of
its longest win, in time or not. `–`: it never wins. Board's honour has just begun, with 64 moves, where no bia is left; a win is mate or the
capture after which mate comes in time. The pages have the endings with wins of 10 moves or more."
        "ร้อยละที่ฝ่ายหน้า `v` ชนะทันเมื่อถึงตาอีกฝ่ายเดิน ในวงเล็บคือจำนวนตาของชนะที่ช้าที่สุด ไม่ว่าทันหรือไม่ `–` คือไม่มีทางชนะ
ถ้าไม่มีเบี้ยคว่ำ ศักดิ์กระดานเพิ่งเริ่ม ให้ 64 ตา ชนะคือรุกจน หรือกินหมากแล้วไล่ทัน หน้าย่อยมีแบบที่ชนะยาวตั้งแต่ 10 ตา";
    OneAgainstTwo "One man against two:" "หมากตัวเดียวกับหมากสองตัว:";
    OtherFacts "And further:" "เรื่องอื่น ๆ:";
    FortressBare
        "Fortress: in {0} % of {3} random positions with White to move that are drawn whatever the count, White keeps all its men for at least {2} moves, such as in `{1}`."
        "รูปกันได้: ในรูปที่สุ่มมา {3} รูปซึ่งถึงตาฝ่ายขาวเดินและไล่ไม่จนแม้ไม่มีการนับ มี {0} % ที่ฝ่ายขาวไม่เสียหมากอย่างน้อย {2} ตา เช่น `{1}`";
    Fortress
        "Fortress: in {0} % of {3} random positions with White to move that it cannot win in time, it keeps all its men for at least {2} moves, such as in `{1}`."
        "รูปกันได้: ในรูปที่สุ่มมา {3} รูปซึ่งถึงตาฝ่ายขาวเดินและชนะไม่ทันการนับ มี {0} % ที่ฝ่ายขาวไม่เสียหมากอย่างน้อย {2} ตา เช่น `{1}`";
    FactTwoAgainstOne
        "**Ruea and a helper beat one man, unless it is a ruea.** With the other side to move, ruea and met win {0} % against met, {1} % against khon and {2} % against ma, but {3} % against ruea. Two ruea win {4} % against one."
        "**เรือกับตัวช่วยชนะหมากตัวเดียว เว้นแต่เป็นเรือ** เมื่อถึงตาอีกฝ่ายเดิน เรือกับเม็ดชนะเม็ด {0} % โคน {1} % ม้า {2} % แต่ชนะเรือเพียง {3} % เรือสองลำชนะเรือลำเดียว {4} %";
    FactRueaAlone
        "**A ruea can beat two men.** With those two to move, it wins {0} % against two met, {1} % against khon and met and {2} % against two khon, but {3} % against ma and met. Against met and bia it wins {4} %."
        "**เรือลำเดียวชนะหมากสองตัวได้** เมื่อถึงตาฝ่ายสองตัวเดิน เรือชนะเม็ดสองตัว {0} % โคนกับเม็ด {1} % โคนสองตัว {2} % แต่ชนะม้ากับเม็ดเพียง {3} % ชนะเม็ดกับเบี้ยคว่ำ {4} %";
    FactLastDefender
        "**Without ruea, one man left often holds.** Ma and khon win {0} % against met, but {1} % against ma. Khon and met win {2} % against met, and in {3} % board's honour ends first: the longest of these wins takes {4} moves. Ma and met win {5} % against met."
        "**ไม่มีเรือ หมากป้องกันตัวเดียวมักพอเสมอ** ม้ากับโคนชนะเม็ด {0} % แต่ชนะม้าเพียง {1} % โคนกับเม็ดชนะเม็ด {2} % และอีก {3} % ศักดิ์กระดานหมดก่อน ชนะที่ช้าที่สุดต้องใช้ {4} ตา ส่วนม้ากับเม็ดชนะเม็ด {5} %";
    PartHead
        "[All endings](README.md). White is the stronger side and to move, and both sides play best. □ marks an *only move*: one of
White that alone keeps the win. The *longest win* is a longest one in time. A *hard win* has more only moves: the most of 60
random long wins. A *conversion* is a promotion or capture after which mate comes in time; the lines go on to mate."
        "[หมากไล่ทั้งหมด](README.th.md) ฝ่ายขาวเป็นฝ่ายไล่และถึงตาเดิน ทั้งสองฝ่ายเดินดีที่สุด □ คือตาเดินเดียวของฝ่ายขาวที่ยังชนะ
*ชนะช้าที่สุด* คือรูปที่จนทันแต่ต้องใช้หลายตาที่สุดรูปหนึ่ง *รูปยาก* มี □ มากกว่านั้น คือมากที่สุดจากรูปที่ชนะยาว 60 รูปที่สุ่มมา
*แปรรูป* คือหงายเบี้ยหรือกินหมากแล้วไล่จนทัน ตาเดินที่แสดงไปจนถึงรุกจน";
    Longest "Longest win, {0} moves (only moves: {1}):" "ชนะช้าที่สุด {0} ตา (□ {1} ครั้ง):";
    Hardest "Hard win, {0} moves (only moves: {1}):" "รูปยาก {0} ตา (□ {1} ครั้ง):";
    LongestConversion
        "Longest win, {0} moves to conversion (only moves up to mate: {1}):"
        "ชนะช้าที่สุด {0} ตาถึงแปรรูป (□ {1} ครั้งจนถึงรุกจน):";
    HardestConversion
        "Hard win, {0} moves to conversion (only moves up to mate: {1}):"
        "รูปยาก {0} ตาถึงแปรรูป (□ {1} ครั้งจนถึงรุกจน):";
    LastBia
        "Promoting too early: in `{4}` {0} draws, since mate then takes {1} moves and the count leaves {2}; {3} wins."
        "หงายเบี้ยเร็วไป: ใน `{4}` {0} เสมอ เพราะต้องใช้อีก {1} ตาจึงจน แต่เหลือเพียง {2} ตา ส่วน {3} ชนะ";
    LastMan
        "Taking too early: in `{4}` {0} draws, since mate then takes {1} moves and the count leaves {2}; {3} wins."
        "กินเร็วไป: ใน `{4}` {0} เสมอ เพราะต้องใช้อีก {1} ตาจึงจน แต่เหลือเพียง {2} ตา ส่วน {3} ชนะ";
    Figures
        "The count runs to {0} and leaves {1} moves. With the bare khun to move: won {2} %, saved by the count {3} %, drawn {4} %. With White to move: {5} % have a forced mate, the longest of {6} moves."
        "นับถึง {0} มีตาไล่ {1} ตา เมื่อถึงตาขุนตัวเดียวเดิน: จนทัน {2} % จนได้แต่ไม่ทันนับ {3} % ไล่ไม่จน {4} % เมื่อถึงตาฝ่ายขาวเดิน: บังคับจนได้ {5} % ช้าสุด {6} ตา";
    FiguresBia
        "No count while bia are left. With Black to move: won {0} %. With White to move: won {1} %, the longest in {2} moves to mate, or to the promotion or capture after which mate comes in time."
        "ยังไม่นับตราบใดที่มีเบี้ยคว่ำ เมื่อถึงตาฝ่ายดำเดิน: ชนะ {0} % เมื่อถึงตาฝ่ายขาวเดิน: ชนะ {1} % ช้าสุด {2} ตา นับถึงรุกจน หรือถึงตาหงายเบี้ยหรือกินหมากแล้วไล่ทัน";
    FiguresBoth
        "Board's honour leaves 64 moves. With Black to move: White wins {0} % in time, {3} % too late. With White to move: {1} % in time. The longest win, in time or not, takes {2} moves to mate or to the capture after which mate comes in time."
        "ศักดิ์กระดานให้ 64 ตา เมื่อถึงตาฝ่ายดำเดิน: ฝ่ายขาวชนะทัน {0} % ไม่ทัน {3} % เมื่อถึงตาฝ่ายขาวเดิน: ชนะทัน {1} % ชนะที่ช้าสุดไม่ว่าทันหรือไม่ {2} ตา นับถึงรุกจน หรือถึงตาที่กินหมากแล้วไล่ทัน";
    ColoursOne "Met on squares of one colour win {0} % of the random positions with White to move," "เม็ดอยู่สีเดียวกันหมด ชนะ {0} % ของรูปที่สุ่มซึ่งฝ่ายขาวเดิน";
    ColoursTwo "on both colours {0} %." "อยู่ต่างสีกัน ชนะ {0} %";
    FactTwoKhon
        "**Two khon and met are worse than khon and two met.** The second khon halves the count: it leaves {0} moves, and only {1} % are won in time, {2} % are saved by it. Khon and two met have {3} moves and win {4} %."
        "**โคนสองตัวกับเม็ด แย่กว่าโคนกับเม็ดสองตัว** มีโคนสองตัวให้นับเพียง 22 จึงมีตาไล่ {0} ตา จนทันเพียง {1} % และจนได้แต่ไม่ทันนับ {2} % ส่วนโคนกับเม็ดสองตัวมีตาไล่ {3} ตา จนทัน {4} %";
    FactKhonBia
        "**With two khon and the last bia, keep the bia.** As long as it is unpromoted nothing is counted: {0} % are won. As soon as it is a met, {1} %. Bring the khun to the edge first, then promote."
        "**มีโคนสองตัวกับเบี้ยคว่ำตัวสุดท้าย อย่าเพิ่งหงาย** ยังไม่หงายก็ยังไม่นับ: ชนะ {0} % พอเป็นเม็ดแล้วเหลือ {1} % ต้อนขุนไปริมกระดานก่อนแล้วค่อยหงาย";
    FactTwoRuea
        "**Two ruea and a third man have {0} moves.** With a met {1} % are won in time, with a bia that waits {2} %."
        "**เรือสองลำกับหมากอีกตัว มีตาไล่เพียง {0} ตา** ถ้าเป็นเม็ดจนทัน {1} % ถ้าเป็นเบี้ยคว่ำที่ยังไม่หงายชนะ {2} %";
    FactRuea
        "**One ruea and two others have {0} moves, and usually enough.** With two met {1} % are won in time, with two khon {2} %, with two ma {3} %."
        "**เรือลำเดียวกับหมากอีกสองตัว มีตาไล่ {0} ตา มักพอ** กับเม็ดสองตัวจนทัน {1} % กับโคนสองตัว {2} % กับม้าสองตัว {3} %";
    FactThreeMet
        "**Three met never run out of moves.** They win {0} % or not at all: the longest win takes {1} moves and the count leaves {2}. What matters is the colour: on squares of one colour they win {3} %, two and one {4} %."
        "**เม็ดสามตัว ถ้าไล่จนได้ ก็ทันนับทุกครั้ง** จนได้ {0} % ช้าสุด {1} ตา แต่มีตาไล่ถึง {2} ตา สำคัญที่สี: เม็ดสามตัวอยู่สีเดียวกันชนะ {3} % สองตัวกับหนึ่งตัวต่างสีชนะ {4} %";
    FactColours
        "**With khon or ma, the colours of two met hardly matter.** Khon and two met win {0} % with the move when both are on squares of one colour, {1} % when on both colours; ma and two met {2} % and {3} %."
        "**เม็ดสองตัวที่มีโคนหรือม้าช่วย อยู่สีใดแทบไม่ต่างกัน** โคนกับเม็ดสองตัวสีเดียวกันชนะ {0} % เมื่อได้เดิน ต่างสีกัน {1} % ม้ากับเม็ดสองตัวสีเดียวกัน {2} % ต่างสีกัน {3} %";
    FactMa
        "**With neither ruea nor a second khon the count rarely saves anybody.** Ma and two met have {0} moves and win {1} % in time; two ma and met have {2} and win {3} %; ma, khon and met have {4} and win {5} %."
        "**ไม่มีเรือและไม่มีโคนสองตัว ถ้าไล่จนก็มักทัน** ม้ากับเม็ดสองตัวมีตาไล่ {0} ตา จนทัน {1} % ม้าสองตัวกับเม็ดมี {2} ตา จนทัน {3} % ม้า โคน เม็ด มี {4} ตา จนทัน {5} %";
    FactSpoilt
        "**Before the last bia turns, count.** Of won positions in which it can promote at once, promoting draws by the count in {0} % ({1}), {2} % ({3}) and {4} % ({5})."
        "**ก่อนหงายเบี้ยตัวสุดท้าย ให้คิดการนับ** ในรูปที่ชนะและหงายได้ทันที ถ้าหงายจะเสมอเพราะนับครบก่อน {0} % ({1}) {2} % ({3}) และ {4} % ({5})";
    FactLast
        "**The last man of the other side can be worth keeping.** Of won positions in which it can be taken, taking draws by the count in {0} % ({1}), {2} % ({3}) and {4} % ({5})."
        "**หมากตัวสุดท้ายของอีกฝ่าย บางทีเก็บไว้ดีกว่ากิน** ในรูปที่ชนะและกินได้ทันที ถ้ากินจะเสมอเพราะนับครบก่อน {0} % ({1}) {2} % ({3}) และ {4} % ({5})";
    FactBia
        "**Three bia alone win {0} % with the bare khun to move,** two bia and met {1} %, bia and two met {2} %, three met {3} %."
        "**เบี้ยคว่ำสามตัวล้วนชนะ {0} %** เมื่อถึงตาขุนตัวเดียวเดิน เบี้ยสองตัวกับเม็ด {1} % เบี้ยตัวเดียวกับเม็ดสองตัว {2} % เม็ดสามตัว {3} %";
    FactLongest
        "**The longest win in time takes {0} moves** ({1}). A forced mate can take {2} ({3})."
        "**ชนะช้าที่สุดที่ยังทันนับ ใช้ {0} ตา** ({1}) ส่วนที่บังคับจนได้ ช้าที่สุดคือ {2} ตา ({3})";
    FactSafe
        "**In these endings the count never saves the bare khun:** {0}. There patience costs nothing."
        "**หมากไล่ที่ถ้าไล่จนได้ ก็ทันนับทุกครั้ง:** {0}";
}
