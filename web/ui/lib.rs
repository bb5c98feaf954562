//! What the HTML report of `sakdi analyse` and the page in `web/site` share, as text: the board, the
//! graphs and the review of a game in JavaScript, their styles, and the pictures of the men.

#![deny(missing_docs)]

/// The modules, each after those that it imports.
pub const MODULES: &[&str] = &[
    include_str!("dom.js"),
    include_str!("board.js"),
    include_str!("graph.js"),
    include_str!("frame.js"),
    include_str!("players.js"),
    include_str!("review.js"),
];

/// The style of the board, and the colours of everything.
pub const BOARD_STYLE: &str = include_str!("board.css");

/// The style of a game's review.
pub const REVIEW_STYLE: &str = include_str!("review.css");

/// The pictures of the men as SVG symbols, for a board to use.
pub const MEN: &str = include_str!("men.svg");
