//! Perft suites: positions with their leaf counts.

use crate::rules::Variant;

/// One position of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftCase {
    /// Number of its line in the file, from 1.
    pub line: usize,
    /// Its variant, where the line names one.
    pub variant: Option<Variant>,
    /// The position.
    pub fen: String,
    /// Depths in plies, and the number of leaves at each.
    pub counts: Vec<(u32, u64)>,
}

/// Why a line cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PerftCaseError {
    /// There are no counts after the FEN.
    #[error("line {line}: no counts after the FEN: expected 'FEN;D1 n;D2 n;…'")]
    NoCounts {
        /// Number of the line, from 1.
        line: usize,
    },
    /// A count is not of the form `D<depth> <leaves>`.
    #[error("line {line}: cannot read '{found}': expected 'D<depth> <leaves>'")]
    Count {
        /// Number of the line, from 1.
        line: usize,
        /// The field.
        found: String,
    },
}

/// Parses a suite with one position per line: `FEN;D1 n;D2 n;…`. Blank lines and lines that begin with
/// `#` are skipped. The exception is `# makpong: FEN;…`, a position of Makpong that programs which
/// know only Makruk take for a comment.
///
/// # Errors
/// A line cannot be parsed.
pub fn parse_suite(text: &str) -> Result<Vec<PerftCase>, PerftCaseError> {
    let mut cases = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let makpong = line.trim_start_matches(['#', ' ']).strip_prefix("makpong:");
        let (variant, case) = match makpong.filter(|rest| rest.contains(';')) {
            Some(rest) => (Some(Variant::Makpong), rest.trim()),
            None => (None, line.trim()),
        };
        if case.is_empty() || case.starts_with('#') {
            continue;
        }
        cases.push(parse_case(index + 1, variant, case)?);
    }
    Ok(cases)
}

fn parse_case(
    line: usize,
    variant: Option<Variant>,
    case: &str,
) -> Result<PerftCase, PerftCaseError> {
    let mut fields = case.split(';').map(str::trim);
    let fen = fields.next().unwrap_or_default().to_owned();
    let counts = fields
        .filter(|field| !field.is_empty())
        .map(|field| {
            parse_count(field)
                .ok_or_else(|| PerftCaseError::Count { line, found: field.to_owned() })
        })
        .collect::<Result<Vec<_>, _>>()?;
    if counts.is_empty() {
        return Err(PerftCaseError::NoCounts { line });
    }
    Ok(PerftCase { line, variant, fen, counts })
}

fn parse_count(field: &str) -> Option<(u32, u64)> {
    let (depth, leaves) = field.strip_prefix('D')?.split_once(char::is_whitespace)?;
    Some((depth.parse().ok()?, leaves.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_cases_comments_and_makpong() {
        let text = "# a title\n\nFEN a;D1 23;D2 529\n# makpong (how)\n# makpong: FEN b;D4 7;\n";
        let cases = parse_suite(text).unwrap();
        assert_eq!(cases.len(), 2);
        assert_eq!((cases[0].line, cases[0].variant), (3, None));
        assert_eq!(cases[0].counts, [(1, 23), (2, 529)]);
        assert_eq!((cases[1].line, cases[1].variant), (5, Some(Variant::Makpong)));
        assert_eq!((cases[1].fen.as_str(), cases[1].counts.as_slice()), ("FEN b", &[(4, 7)][..]));
    }

    #[test]
    fn errors_name_the_line() {
        assert_eq!(parse_suite("\nFEN"), Err(PerftCaseError::NoCounts { line: 2 }));
        let found = "D1 x".to_owned();
        assert_eq!(parse_suite("FEN;D1 x"), Err(PerftCaseError::Count { line: 1, found }));
    }
}
