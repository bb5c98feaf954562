//! The known formations. Squares are White's; Black's are those turned by half (a1 ↔ h8).
//!
//! Source: a Thai history of Makruk openings, and public Thai pages; years are of the Buddhist era,
//! 543 ahead. What the text does not place exactly is not named:
//!
//! * Maheshvara rook (เรือมเหศวร, Surakan Wongnin 2526): a newspaper's name, no squares.
//! * mighty (อิทธิฤทธิ์, tied and paired): the left khon on the "Surakan" square, for which the text
//!   gives ค3 to White and ช6 to Black. They are not each other's half-turn, and c3 is khon Suchat.
//! * standard (มาตรฐาน), of tied and of paired knights; ancient (โบราณ), arrayed (เรียงพล) and
//!   switched left (สลับซ้าย) of paired ones: names without squares.
//! * irregular (นอกแบบ): what is none of the others, which cannot be told while some of those cannot.
//! * The dragon's orders of 2531 and 2533 have no names.

use super::back_rank::BackRankMan;
use std::fmt;

/// A formation by its ma.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// ม้าผูก.
    Tied,
    /// ม้ามังกร.
    Dragon,
    /// ม้าเทียม.
    Paired,
    /// ม้าอุปการขวา.
    ReleasedRight,
    /// ม้าอุปการซ้าย.
    ReleasedLeft,
}

/// A formation by its other men.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variation {
    /// บันลือโลก.
    WorldFamed,
    /// บรรเจิดฟ้า.
    RadiantSky,
    /// ขุนพล.
    Commander,
    /// ขุนพลคู่.
    DoubleCommander,
    /// โคนสุชาติ.
    KhonSuchat,
    /// โคนนำเม็ด.
    KhonBeforeMet,
    /// โคนผสม.
    MixedKhon,
    /// โคนนายผล.
    KhonNaiPhon,
    /// ม้าถ่างแดก.
    SpreadMa,
}

/// A fact about a side's men.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mark {
    /// The man is on the square.
    Stands(BackRankMan, &'static str),
    /// It has stood there.
    Passed(BackRankMan, &'static str),
    /// Its first move went to the square.
    FirstMove(BackRankMan, &'static str),
    /// It is on the files a to c.
    OnTheLeft(BackRankMan),
    /// It is on the files e to h.
    OnTheRight(BackRankMan),
    /// It is behind the line of bia.
    Low(BackRankMan),
    /// It is on the line of bia or beyond.
    High(BackRankMan),
    /// The two are diagonal neighbours, so that two khon protect each other.
    DiagonallyBeside(BackRankMan, BackRankMan),
    /// The bia that began on the square is still there.
    BiaUnmoved(&'static str),
    /// The side is Black.
    Black,
}

pub(super) struct FamilyData {
    pub family: Family,
    /// In English.
    name: &'static str,
    /// The formation applies if all marks of any of these sets apply.
    pub ways: &'static [&'static [Mark]],
}

pub(super) struct VariationData {
    pub variation: Variation,
    pub family: Family,
    /// In English.
    name: &'static str,
    /// The formation applies if all marks of any of these sets apply.
    pub ways: &'static [&'static [Mark]],
    /// Less specific variations, whose marks may match as well.
    pub includes: &'static [Variation],
}

use BackRankMan::{Khun, LeftKhon, LeftMa, Met, RightKhon, RightMa};
use Mark::{
    BiaUnmoved, Black, DiagonallyBeside, FirstMove, High, Low, OnTheLeft, OnTheRight, Passed,
    Stands,
};

pub(super) const FAMILIES: &[FamilyData] = &[
    // Also ม้าโยง(ขวา). g1–f3 and b1–d2: the ma protect each other. The most played of modern
    // times; oldest record 2478, Phlop Chatbanthoeng.
    FamilyData {
        family: Family::Tied,
        name: "tied knights",
        ways: &[&[Stands(RightMa, "f3"), Stands(LeftMa, "d2")]],
    },
    // Also ม้าโยงซ้าย, the left tie: b1–c3 and g1–e2, inferred from that name. Revived 2526 by
    // Pricha Sinprayun; 2531 Bunloet and Ophat Semsawat; 2533 Surakan Wongnin.
    FamilyData {
        family: Family::Dragon,
        name: "dragon knights",
        ways: &[&[Stands(LeftMa, "c3"), Stands(RightMa, "e2")]],
    },
    // Also ม้าคู่. b1–d2 and g1–e2, the favourite of old.
    FamilyData {
        family: Family::Paired,
        name: "paired knights",
        ways: &[
            &[Stands(LeftMa, "d2"), Stands(RightMa, "e2")],
            // The same, continued: Black's e7–c6 (see ม้าถ่างแดก below).
            &[Black, Stands(RightMa, "e2"), Stands(LeftMa, "f3"), Passed(LeftMa, "d2")],
        ],
    },
    // A ma goes to the edge at its first chance. Right: first in matches 2506, Som Boromsuk; Suchat
    // Chaiwichit won a final with it in 2533.
    FamilyData {
        family: Family::ReleasedRight,
        name: "released right knight",
        ways: &[&[FirstMove(RightMa, "h3"), Stands(RightMa, "h3")]],
    },
    // Left: Banyat Rattanaphanrak 2506.
    FamilyData {
        family: Family::ReleasedLeft,
        name: "released left knight",
        ways: &[&[FirstMove(LeftMa, "a3"), Stands(LeftMa, "a3")]],
    },
];

/// The more specific ones come first.
pub(super) const VARIATIONS: &[VariationData] = &[
    // Also บันลือโลกเม็ดต่ำ: as world-famed with the met kept low, its bia unmoved. Som Boromsuk
    // 2509.
    VariationData {
        variation: Variation::RadiantSky,
        family: Family::Tied,
        name: "radiant sky",
        ways: &[&[
            Passed(RightKhon, "d3"),
            OnTheLeft(RightKhon),
            OnTheRight(Khun),
            Low(Met),
            BiaUnmoved("e3"),
        ]],
        includes: &[Variation::WorldFamed],
    },
    // The right khon crosses to the left by way of the khunphon square, d3; the khun goes right.
    // Phra Akkhathewinthramat 2497.
    VariationData {
        variation: Variation::WorldFamed,
        family: Family::Tied,
        name: "world-famed",
        ways: &[&[Passed(RightKhon, "d3"), OnTheLeft(RightKhon), OnTheRight(Khun)]],
        includes: &[],
    },
    // Both khon protect each other, one on d3. Chamnian Singhaphalin 2506.
    VariationData {
        variation: Variation::DoubleCommander,
        family: Family::Tied,
        name: "double commander",
        ways: &[
            &[Stands(LeftKhon, "d3"), DiagonallyBeside(LeftKhon, RightKhon)],
            &[Stands(RightKhon, "d3"), DiagonallyBeside(LeftKhon, RightKhon)],
        ],
        includes: &[Variation::Commander],
    },
    // The left khon on d3. Ru Sitham 2506.
    VariationData {
        variation: Variation::Commander,
        family: Family::Tied,
        name: "commander",
        ways: &[&[Stands(LeftKhon, "d3")]],
        includes: &[],
    },
    // The left khon on c3. Som Boromsuk 2507; Suchat Chaiwichit 2531.
    VariationData {
        variation: Variation::KhonSuchat,
        family: Family::Tied,
        name: "khon Suchat",
        ways: &[&[Stands(LeftKhon, "c3")]],
        includes: &[],
    },
    // The right khon takes the met's place in front, e3, and the met behind it protects it: from
    // f2, for a ma is on d2. Som Boromsuk 2509.
    VariationData {
        variation: Variation::KhonBeforeMet,
        family: Family::Tied,
        name: "khon before met",
        ways: &[&[Stands(RightKhon, "e3"), Stands(Met, "f2")]],
        includes: &[],
    },
    // A ma of Black's pair goes on to c6; the text says so of Black alone.
    VariationData {
        variation: Variation::SpreadMa,
        family: Family::Paired,
        name: "spread knights",
        ways: &[&[Black, Stands(LeftMa, "f3")]],
        includes: &[Variation::MixedKhon, Variation::KhonNaiPhon, Variation::Commander],
    },
    // Both khon high: on the line of bia or beyond. Som Boromsuk 2509.
    VariationData {
        variation: Variation::MixedKhon,
        family: Family::Paired,
        name: "mixed khon",
        ways: &[&[High(LeftKhon), High(RightKhon)]],
        includes: &[Variation::KhonNaiPhon, Variation::Commander],
    },
    // The right khon is where the tied right ma would be. Phon Sukha 2477.
    VariationData {
        variation: Variation::KhonNaiPhon,
        family: Family::Paired,
        name: "khon Nai Phon",
        ways: &[&[Stands(RightKhon, "f3")]],
        includes: &[],
    },
    // A khon on the khunphon square: the left one, as with tied knights. Mot 2479.
    VariationData {
        variation: Variation::Commander,
        family: Family::Paired,
        name: "commander",
        ways: &[&[Stands(LeftKhon, "d3")]],
        includes: &[],
    },
];

impl Family {
    /// The name in English: "tied knights".
    pub fn name(self) -> &'static str {
        FAMILIES.iter().find(|data| data.family == self).map_or("", |data| data.name)
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Variation {
    /// The name in English: "commander".
    pub fn name(self) -> &'static str {
        VARIATIONS.iter().find(|data| data.variation == self).map_or("", |data| data.name)
    }
}

impl fmt::Display for Variation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
