//! Perft suites: positions with their leaf counts.

use crate::rules::Variant;

/// One position of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Line of the file, from 1.
    pub line: usize,
    /// The game it belongs to, where the line says so.
    pub variant: Option<Variant>,
    pub fen: String,
    /// Depths and their leaf counts.
    pub counts: Vec<(u32, u64)>,
}

/// A line that is no case.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CaseError {
    #[error("line {line}: no counts after the FEN: expected 'FEN;D1 n;D2 n;…'")]
    NoCounts { line: usize },
    #[error("line {line}: cannot read '{found}': expected 'D<depth> <leaves>'")]
    Count { line: usize, found: String },
}

/// Reads `FEN;D1 n;D2 n;…`, one position a line. Blank lines and lines that begin with `#` are
/// passed over, but for `# makpong: FEN;…`: a Makpong position among those of Makruk, written as
/// a comment so that readers that know only Makruk skip it.
pub fn parse_suite(text: &str) -> Result<Vec<Case>, CaseError> {
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

fn parse_case(line: usize, variant: Option<Variant>, case: &str) -> Result<Case, CaseError> {
    let mut fields = case.split(';').map(str::trim);
    let fen = fields.next().unwrap_or_default().to_owned();
    let counts = fields
        .filter(|field| !field.is_empty())
        .map(|field| {
            parse_count(field).ok_or_else(|| CaseError::Count { line, found: field.to_owned() })
        })
        .collect::<Result<Vec<_>, _>>()?;
    if counts.is_empty() {
        return Err(CaseError::NoCounts { line });
    }
    Ok(Case { line, variant, fen, counts })
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
    fn names_the_line_that_is_wrong() {
        assert_eq!(parse_suite("\nFEN"), Err(CaseError::NoCounts { line: 2 }));
        let found = "D1 x".to_owned();
        assert_eq!(parse_suite("FEN;D1 x"), Err(CaseError::Count { line: 1, found }));
    }
}
