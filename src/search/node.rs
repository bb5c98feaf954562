//! Kinds of nodes, as types: the compiler writes one search for each.

/// What kind of node is searched, and so what its children can be.
pub(super) trait NodeKind {
    /// Whether the window is open: an exact score and a line are wanted.
    const PV: bool;
    const ROOT: bool;
    /// The kind of the child on the principal variation.
    type Child: NodeKind;
}

/// The root of the tree.
pub(super) struct Root;
/// A node on the principal variation.
pub(super) struct Pv;
/// A node asked only whether it is above or below.
pub(super) struct NonPv;

impl NodeKind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type Child = Pv;
}

impl NodeKind for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
    type Child = Self;
}

impl NodeKind for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
    type Child = Self;
}
