//! The features that differ between two positions.

use super::arch::{AttackedMen, Feature, MAX_MEN};
use makruk::position::Position;
use makruk::types::{Bitboard, Color, Piece, Square};

/// The features that differ between two positions.
#[derive(Clone, Debug, Default)]
pub(super) struct FeatureDelta {
    /// Pieces.
    pub men: Changes,
    /// Attacked pieces.
    pub attacked: Changes,
}

/// Features of one kind that differ between two positions.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes {
    /// Those of the earlier position that the later one has not.
    pub removed: FeatureList,
    /// Those of the later position that the earlier one had not.
    pub added: FeatureList,
}

/// Features, one for each man at most.
#[derive(Clone, Debug)]
pub(super) struct FeatureList {
    // One more, which `push_if` writes but does not keep when all others are in use.
    features: [Feature; MAX_MEN as usize + 1],
    len: usize,
}

impl Default for FeatureList {
    fn default() -> Self {
        Self { features: [Feature::default(); _], len: 0 }
    }
}

#[cfg(test)]
impl FromIterator<Feature> for FeatureList {
    fn from_iter<F: IntoIterator<Item = Feature>>(features: F) -> Self {
        let mut list = Self::default();
        features.into_iter().for_each(|feature| list.push_if(true, feature));
        list
    }
}

impl FeatureList {
    #[inline]
    pub(super) fn as_slice(&self) -> &[Feature] {
        &self.features[..self.len]
    }

    #[inline]
    fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a feature if the condition is true, without a branch that depends on it: such branches are
    /// often mispredicted.
    #[inline]
    fn push_if(&mut self, condition: bool, feature: Feature) {
        self.features[self.len] = feature;
        self.len += usize::from(condition);
    }
}

impl FeatureDelta {
    /// Makes this the differences between two positions, whose men differ on no other than the `touched`
    /// squares.
    #[inline]
    pub(super) fn set_between(
        &mut self,
        from: &AttackedPosition,
        to: &AttackedPosition,
        touched: Bitboard,
    ) {
        self.clear();
        for square in touched {
            let [earlier, later] = [from, to].map(|of| of.man(square));
            self.men.removed.push_if(from.position.occupied().contains(square), earlier);
            self.men.added.push_if(to.position.occupied().contains(square), later);
            from.push_attacked(square, earlier, &mut self.attacked.removed);
            to.push_attacked(square, later, &mut self.attacked.added);
        }
        let (earlier, later) = (&from.attacked, &to.attacked);
        let changed = earlier.undefended ^ later.undefended | earlier.defended ^ later.defended;
        for square in changed & !touched {
            let man = from.man(square);
            from.push_attacked(square, man, &mut self.attacked.removed);
            to.push_attacked(square, man, &mut self.attacked.added);
        }
    }

    /// Makes this the features of a position, added to none.
    pub(super) fn set_all(&mut self, to: &AttackedPosition) {
        self.clear();
        for square in to.position.occupied() {
            let man = to.man(square);
            self.men.added.push_if(true, man);
            to.push_attacked(square, man, &mut self.attacked.added);
        }
    }

    #[inline]
    fn clear(&mut self) {
        for changes in [&mut self.men, &mut self.attacked] {
            changes.removed.clear();
            changes.added.clear();
        }
    }
}

/// A position with its attacked men.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttackedPosition {
    pub position: Position,
    pub attacked: AttackedMen,
}

impl AttackedPosition {
    #[inline]
    pub(super) fn new(position: &Position) -> Self {
        Self { position: *position, attacked: AttackedMen::in_position(position) }
    }

    /// The squares on which the men of two positions differ.
    #[inline]
    pub(super) fn different_squares(&self, other: &Self) -> Bitboard {
        let (from, to) = (&self.position, &other.position);
        let colors = from.color(Color::White) ^ to.color(Color::White);
        Piece::ALL.iter().fold(colors, |set, &piece| set | from.piece(piece) ^ to.piece(piece))
    }

    /// The man on a square; any one if it is empty.
    #[inline]
    fn man(&self, square: Square) -> Feature {
        let is_black = self.position.color(Color::Black).contains(square);
        let color = if is_black { Color::Black } else { Color::White };
        let piece = self.position.piece_at(square).unwrap_or(Piece::Pawn);
        Feature::man(color, piece, square)
    }

    /// Adds this man on a square to `features` if it is attacked.
    #[inline]
    fn push_attacked(&self, square: Square, man: Feature, features: &mut FeatureList) {
        let AttackedMen { undefended, defended } = self.attacked;
        let attacked = (undefended | defended).contains(square);
        features.push_if(attacked, man.if_attacked(defended.contains(square)));
    }
}
