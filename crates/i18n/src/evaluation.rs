//! The terms of the evaluation in Thai.

use super::Localized;
use sakdi_engine::eval::TermGroup;

impl Localized for TermGroup {
    fn thai(&self) -> String {
        let name = match self {
            Self::Material => "กำลังหมาก",
            Self::Placement => "ตำแหน่งหมาก",
            Self::MetMobility => "ตาเดินของเม็ด",
            Self::KhonMobility => "ตาเดินของโคน",
            Self::KnightMobility => "ตาเดินของม้า",
            Self::RookMobility => "ตาเดินของเรือ",
            Self::PawnPhalanx => "เบี้ยเคียงกัน",
            Self::PawnChain => "เบี้ยผูกเบี้ย",
            Self::PawnPassed => "เบี้ยผ่าน",
            Self::PawnBlocked => "เบี้ยถูกขวาง",
            Self::PawnIsolated => "เบี้ยโดดเดี่ยว",
            Self::Threats => "การขู่กิน",
            Self::PawnSupport => "มีเบี้ยผูก",
            Self::Hanging => "ลอยและถูกขู่",
            Self::RingAttacks => "การโจมตีข้างขุน",
            Self::RingAttackers => "หมากที่โจมตีข้างขุน",
            Self::Shelter => "เบี้ยหน้าขุน",
            Self::RingDefenders => "หมากข้างขุน",
            Self::SafeChecks => "ตารุกที่ปลอดภัย",
            Self::Outposts => "หมากตั้งหน้า",
            Self::RookOpenFile => "เรือในแถวตั้งโล่ง",
            Self::RookHalfOpenFile => "เรือในแถวตั้งกึ่งโล่ง",
            Self::RookPair => "เรือคู่",
            Self::KnightPair => "ม้าคู่",
            Self::KhonPair => "โคนคู่",
            Self::MetsOneColour => "เม็ดสีเดียวกัน",
            Self::KingApproach => "ขุนใกล้ขุน",
            Self::ToMove => "ได้เดิน",
        };
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_group_has_a_thai_name_of_its_own() {
        let names: HashSet<String> = TermGroup::ALL.iter().map(Localized::thai).collect();
        assert_eq!(names.len(), TermGroup::ALL.len());
    }
}
