//! The features that differ between two positions.

use super::arch::{AttackedFeature, AttackedMen, MAX_MEN, ManFeature};
use makruk::position::Position;
use makruk::types::{Bitboard, Color, Piece, Square};

/// The features that differ between two positions.
#[derive(Clone, Debug, Default)]
pub(super) struct FeatureDelta {
    /// Men.
    pub men: Changes<ManFeature>,
    /// Attacked men.
    pub attacked: Changes<AttackedFeature>,
}

/// Features of one kind that differ between two positions.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes<F> {
    /// Those of the earlier position that the later one has not.
    pub removed: FeatureList<F>,
    /// Those of the later position that the earlier one had not.
    pub added: FeatureList<F>,
}

impl<F> Changes<F> {
    #[inline]
    fn clear(&mut self) {
        self.removed.clear();
        self.added.clear();
    }
}

/// Features, one for each man at most.
#[derive(Clone, Debug)]
pub(super) struct FeatureList<F> {
    // One more, which `push_if` writes but does not keep when all others are in use.
    features: [F; MAX_MEN as usize + 1],
    len: usize,
}

impl<F: Default> Default for FeatureList<F> {
    fn default() -> Self {
        Self { features: std::array::from_fn(|_| F::default()), len: 0 }
    }
}

#[cfg(test)]
impl<F: Default> FromIterator<F> for FeatureList<F> {
    fn from_iter<I: IntoIterator<Item = F>>(features: I) -> Self {
        let mut list = Self::default();
        features.into_iter().for_each(|feature| list.push_if(true, feature));
        list
    }
}

impl<F> FeatureList<F> {
    #[inline]
    pub(super) fn as_slice(&self) -> &[F] {
        &self.features[..self.len]
    }

    #[inline]
    fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a feature if the condition is true, without a branch that depends on it: such branches are
    /// often mispredicted.
    #[inline]
    fn push_if(&mut self, condition: bool, feature: F) {
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

    /// Makes this all features of a position, as additions.
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
        self.men.clear();
        self.attacked.clear();
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

    /// The man on a square; an arbitrary one if it is empty.
    #[inline]
    fn man(&self, square: Square) -> ManFeature {
        let is_black = self.position.color(Color::Black).contains(square);
        let color = if is_black { Color::Black } else { Color::White };
        let piece = self.position.piece_at(square).unwrap_or(Piece::Pawn);
        ManFeature::new(color, piece, square)
    }

    /// Adds this man on a square to `features` if it is attacked.
    #[inline]
    fn push_attacked(
        &self,
        square: Square,
        man: ManFeature,
        features: &mut FeatureList<AttackedFeature>,
    ) {
        let AttackedMen { undefended, defended } = self.attacked;
        let is_attacked = (undefended | defended).contains(square);
        features.push_if(is_attacked, man.attacked(defended.contains(square)));
    }
}
