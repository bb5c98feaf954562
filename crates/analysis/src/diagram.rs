//! A board as a picture in SVG, for documents, with the men and colours of the report.

use makruk::notation::{fen, thai};
use makruk::position::Position;
use makruk::types::{Color, Move, Square};
use sakdi_ui::{BOARD_STYLE as STYLE, MEN};
use std::fmt::Write;

/// Width of a square, and of the edge that holds the names of files and ranks, in units of the
/// picture.
const CELL: f64 = 48.0;
const EDGE: f64 = 12.0;
const SIZE: f64 = 8.0 * CELL + 2.0 * EDGE;

/// What a picture shows.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The men on the board; a khun in check is marked.
    pub position: Position,
    /// The last move: its squares are marked.
    pub last: Option<Move>,
    /// Drawn on top of the men.
    pub arrows: Vec<Arrow>,
    /// The side at the foot of the board.
    pub near: Color,
    /// How files and ranks are named.
    pub names: SquareNames,
}

/// An arrow from a square to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The squares of the board; the position may be illegal.
    pub mv: Move,
    /// What it says.
    pub kind: ArrowKind,
}

/// What an arrow says of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrowKind {
    /// To be recommended: green.
    Better,
    /// To be regretted: red.
    Worse,
}

/// Names of files and ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareNames {
    /// `a` to `h`, 1 to 8.
    Latin,
    /// `ก` to `ญ`, `๑` to `๘`.
    Thai,
}

impl SquareNames {
    /// The names of the file and the rank of a square.
    fn of(self, square: Square) -> (char, char) {
        let name = match self {
            Self::Latin => square.to_string(),
            Self::Thai => thai::square(square),
        };
        let mut letters = name.chars();
        // A square has a name of two letters.
        (letters.next().unwrap_or(' '), letters.next().unwrap_or(' '))
    }
}

/// A color of the report's light page.
///
/// # Panics
/// When the page has no such color: the names are constants here.
fn paint(name: &str) -> &'static str {
    let declaration = format!("--{name}: ");
    let (_, after) = STYLE.split_once(&declaration).unwrap_or_else(|| unreachable!("--{name}"));
    after.split_once(';').map_or(after, |(value, _)| value)
}

impl Diagram {
    /// The picture as an SVG file. It scales to any size and refers to nothing else.
    pub fn svg(&self) -> String {
        let mut svg = String::new();
        // Writing to a string does not fail.
        let _ = self.write(&mut svg);
        svg
    }

    fn write(&self, svg: &mut String) -> std::fmt::Result {
        writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIZE} {SIZE}\" \
             width=\"{SIZE}\" height=\"{SIZE}\" role=\"img\">"
        )?;
        writeln!(svg, "<title>{}</title>", fen::format(&self.position))?;
        svg.push_str(&self.symbols());
        writeln!(
            svg,
            "<rect width=\"{SIZE}\" height=\"{SIZE}\" rx=\"6\" fill=\"{}\"/>",
            paint("wood")
        )?;
        for square in self.last.into_iter().flat_map(|mv| [mv.from(), mv.to()]) {
            self.fill_square(svg, square, paint("last"), 0.75)?;
        }
        if self.position.in_check() {
            let khun = self.position.king(self.position.to_move());
            self.fill_square(svg, khun, paint("check"), 0.55)?;
        }
        self.write_grid(svg)?;
        for square in Square::all() {
            self.write_man(svg, square)?;
        }
        for arrow in &self.arrows {
            self.write_arrow(svg, arrow)?;
        }
        svg.push_str("</svg>\n");
        Ok(())
    }

    /// Drawings of the kinds of men on the board, by the name of the report's symbols.
    fn symbols(&self) -> String {
        let used: Vec<char> = Square::all().filter_map(|square| self.symbol(square)).collect();
        let is_used = |line: &&str| {
            let name = line.strip_prefix("<symbol id=\"").and_then(|rest| rest.chars().next());
            name.is_some_and(|name| used.contains(&name))
        };
        let symbols: Vec<&str> = MEN.lines().filter(is_used).collect();
        let style = ".man{stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}\
                     .line{fill:none}.dot{stroke:none;fill:currentColor}";
        format!("<style>{style}</style>\n<defs>\n{}\n</defs>\n", symbols.join("\n"))
    }

    /// The name of the symbol for the man on a square.
    fn symbol(&self, square: Square) -> Option<char> {
        let piece = self.position.piece_at(square)?;
        let is_ngai = self.position.promoted().contains(square);
        Some(if is_ngai { 'B' } else { piece.fen_letter(Color::White) })
    }

    /// The upper left corner of a square.
    fn corner(&self, square: Square) -> (f64, f64) {
        let (file, rank) = (f64::from(square.file()), f64::from(square.rank()));
        let (column, row) = match self.near {
            Color::White => (file, 7.0 - rank),
            Color::Black => (7.0 - file, rank),
        };
        (EDGE + CELL * column, EDGE + CELL * row)
    }

    fn fill_square(
        &self,
        svg: &mut String,
        square: Square,
        color: &str,
        opacity: f64,
    ) -> std::fmt::Result {
        let (x, y) = self.corner(square);
        writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{color}\" opacity=\"{opacity}\"/>"
        )
    }

    fn write_grid(&self, svg: &mut String) -> std::fmt::Result {
        let end = EDGE + 8.0 * CELL;
        let mut lines = String::new();
        for line in 0..=8 {
            let at = EDGE + CELL * f64::from(line);
            write!(lines, "M{EDGE} {at}H{end}M{at} {EDGE}V{end}")?;
        }
        let grain = paint("grain");
        writeln!(
            svg,
            "<path d=\"{lines}\" stroke=\"{grain}\" stroke-width=\"1.2\" fill=\"none\"/>"
        )?;
        let place = paint("place");
        writeln!(
            svg,
            "<g font-family=\"Noto Sans Thai, Loma, Tahoma, sans-serif\" font-size=\"10.5\" \
             text-anchor=\"middle\" fill=\"{place}\">"
        )?;
        for line in 0..8 {
            let (file, rank) = self.names.of(Square::new(line, line));
            let (x, y) = self.corner(Square::new(line, line));
            // Half the height of a digit lower than the middle.
            let (column, row) = (x + CELL / 2.0, y + CELL / 2.0 + 3.6);
            writeln!(svg, "<text x=\"{column}\" y=\"{}\">{file}</text>", SIZE - 3.0)?;
            writeln!(svg, "<text x=\"{}\" y=\"{row}\">{rank}</text>", EDGE / 2.0)?;
        }
        svg.push_str("</g>\n");
        Ok(())
    }

    fn write_man(&self, svg: &mut String, square: Square) -> std::fmt::Result {
        let Some((symbol, color)) = self.symbol(square).zip(self.position.color_at(square)) else {
            return Ok(());
        };
        let (side, line) = match color {
            Color::White => ("white", "white-line"),
            Color::Black => ("black", "black-line"),
        };
        let (x, y) = self.corner(square);
        let (side, line, width) = (paint(side), paint(line), CELL - 2.0);
        writeln!(
            svg,
            "<use href=\"#{symbol}\" x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{width}\" \
             fill=\"{side}\" stroke=\"{line}\" color=\"{line}\"/>",
            x + 1.0,
            y + 1.0
        )
    }

    fn write_arrow(&self, svg: &mut String, arrow: &Arrow) -> std::fmt::Result {
        let centre = |square| {
            let (x, y) = self.corner(square);
            (x + CELL / 2.0, y + CELL / 2.0)
        };
        let ((x1, y1), (x2, y2)) = (centre(arrow.mv.from()), centre(arrow.mv.to()));
        let length = (x2 - x1).hypot(y2 - y1);
        let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
        // Where the head begins.
        let (tx, ty) = (x2 - 14.0 * dx, y2 - 14.0 * dy);
        let color = paint(match arrow.kind {
            ArrowKind::Better => "fine",
            ArrowKind::Worse => "awful",
        });
        writeln!(
            svg,
            "<g opacity=\"0.8\"><path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"{color}\" \
             stroke-width=\"6\" stroke-linecap=\"round\"/><path d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} \
             {:.1}Z\" fill=\"{color}\"/></g>",
            x1 + 10.0 * dx,
            y1 + 10.0 * dy,
            tx - 3.0 * dx,
            ty - 3.0 * dy,
            x2 - 2.0 * dx,
            y2 - 2.0 * dy,
            tx - 9.0 * dy,
            ty + 9.0 * dx,
            tx + 9.0 * dy,
            ty - 9.0 * dx,
        )
    }
}

/// An arrow cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not an arrow: write two squares, such as e3e4, with :red behind them if you like"
)]
pub struct BadArrow(String);

impl std::str::FromStr for Arrow {
    type Err = BadArrow;

    /// Parses `e3e4`, `e3e4:green` or `e3e4:red`.
    fn from_str(text: &str) -> Result<Self, BadArrow> {
        let bad = || BadArrow(text.chars().take(24).collect());
        let (squares, color) = text.split_once(':').unwrap_or((text, "green"));
        let kind = match color {
            "green" => ArrowKind::Better,
            "red" => ArrowKind::Worse,
            _ => return Err(bad()),
        };
        let &[from_file, from_rank, to_file, to_rank] = squares.as_bytes() else {
            return Err(bad());
        };
        let from = Square::from_chars(from_file, from_rank);
        let squares = from.zip(Square::from_chars(to_file, to_rank));
        let mv = squares.and_then(|(from, to)| Move::new(from, to)).ok_or_else(bad)?;
        Ok(Self { mv, kind })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagram(fen: &str) -> Diagram {
        let position = fen::parse(fen, Default::default(), Default::default()).expect("a FEN");
        let (last, arrows) = (None, Vec::new());
        Diagram { position, last, arrows, near: Color::White, names: SquareNames::Latin }
    }

    #[test]
    fn a_picture_holds_every_man_once_and_only_symbols_in_use() {
        let start = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";
        let svg = diagram(start).svg();
        assert_eq!(svg.matches("<use ").count(), 32);
        assert_eq!(svg.matches("<symbol ").count(), 6);
        let ngai = diagram("4k3/8/3M~4/8/8/8/8/4K3 w - - 0 40").svg();
        assert_eq!(ngai.matches("href=\"#B\"").count(), 1);
        assert_eq!(ngai.matches("<symbol ").count(), 2);
    }

    #[test]
    fn the_far_side_sees_the_board_turned_and_thai_names() {
        let mut diagram = diagram("4k3/8/8/8/8/8/8/R3K3 w - - 0 40");
        assert!(diagram.svg().contains("<use href=\"#R\" x=\"13\" y=\"349\""));
        diagram.near = Color::Black;
        diagram.names = SquareNames::Thai;
        let svg = diagram.svg();
        assert!(svg.contains("<use href=\"#R\" x=\"349\" y=\"13\""), "{svg}");
        assert!(svg.contains(">ก</text>") && svg.contains(">๘</text>"), "{svg}");
    }

    #[test]
    fn check_last_move_and_arrows_are_drawn() {
        let plain = diagram("4k3/8/8/8/8/8/8/R3K3 w - - 0 40").svg();
        assert!(!plain.contains("opacity"), "{plain}");
        let mut diagram = diagram("4k3/8/8/8/8/8/8/4RK2 b - - 0 40");
        assert_eq!(diagram.svg().matches("opacity=\"0.55\"").count(), 1);
        diagram.arrows = vec!["e8d7".parse().expect("an arrow"), "e8e7:red".parse().expect("one")];
        diagram.last = Move::new(Square::new(0, 0), Square::new(4, 0));
        let svg = diagram.svg();
        assert_eq!(svg.matches("opacity=\"0.75\"").count(), 2);
        assert!(svg.contains(paint("fine")) && svg.contains(paint("awful")));
    }

    #[test]
    fn what_is_no_arrow_is_refused() {
        for text in ["", "e3", "e3e3", "e3e9", "e3e4:blue", "กขคง", "e3e4m"] {
            assert!(text.parse::<Arrow>().is_err(), "{text}");
        }
    }
}
