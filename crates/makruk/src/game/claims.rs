//! The log of claims: what the weaker side has said about its count.

/// What the weaker side says, under a rule by which it claims its count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClaimKind {
    /// It begins to count.
    Start,
    /// It counts no longer.
    Stop,
    /// It forgot to count its last move: the number before it stands.
    Skip,
}

/// A claim, and when it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    /// Number of moves before it.
    pub ply: usize,
    /// What was said.
    pub kind: ClaimKind,
}

/// The claims of a game, in the order in which they were made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClaimLog(Vec<Claim>);

impl ClaimLog {
    /// No claims.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a claim. Later ones are forgotten, because the moves before them were taken back.
    pub fn push(&mut self, claim: Claim) {
        self.keep_up_to(claim.ply);
        self.0.push(claim);
    }

    /// Forgets the claims after this many moves.
    pub fn keep_up_to(&mut self, ply: usize) {
        self.0.retain(|claim| claim.ply <= ply);
    }

    /// Whether nothing was claimed.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All claims.
    pub fn iter(&self) -> impl Iterator<Item = Claim> {
        self.0.iter().copied()
    }

    /// What was claimed after this many moves.
    pub fn at(&self, ply: usize) -> impl Iterator<Item = ClaimKind> {
        self.iter().filter(move |claim| claim.ply == ply).map(|claim| claim.kind)
    }
}

impl FromIterator<Claim> for ClaimLog {
    fn from_iter<I: IntoIterator<Item = Claim>>(claims: I) -> Self {
        let mut log = Self::default();
        claims.into_iter().for_each(|claim| log.push(claim));
        log
    }
}
