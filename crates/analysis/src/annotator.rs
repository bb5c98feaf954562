//! The tag Annotator of an analysis: `Sakdi 0.1.0, 100 ms a position`, or `Sakdi 0.1.0, after A. Friend`
//! where the comments of another annotator were kept.

use sakdi_i18n::{Language, Phrase};

const PROGRAM: &str = "Sakdi";

/// The tag of an analysis. `earlier` is the tag that the game had, `budget` the limit of each search.
pub(super) fn tag(earlier: Option<&str>, budget: &str, language: Language) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let earlier = earlier.filter(|tag| !matches!(tag.trim(), "" | "?"));
    match earlier.and_then(other) {
        Some(other) => {
            format!("{PROGRAM} {version}, {}", language.say(Phrase::AfterAnnotator, &[&other]))
        }
        None => format!("{PROGRAM} {version}, {budget}"),
    }
}

/// Whether a tag is that of an analysis. Sakdi is also the name of people.
fn is_program(tag: &str) -> bool {
    let version = tag.strip_prefix(PROGRAM).and_then(|rest| rest.strip_prefix(' '));
    version.is_some_and(|version| version.starts_with(|first: char| first.is_ascii_digit()))
}

/// The limit of each search that the tag of an analysis names.
pub(super) fn budget(tag: &str) -> Option<&str> {
    let (_, remark) = tag.split_once(", ").filter(|_| is_program(tag))?;
    other(tag).is_none().then_some(remark)
}

/// The annotator whose comments were kept.
fn other(tag: &str) -> Option<&str> {
    if !is_program(tag) {
        return Some(tag);
    }
    let (_, remark) = tag.split_once(", ")?;
    Language::ALL.iter().find_map(|language| {
        let (before, after) = language.text(Phrase::AfterAnnotator).split_once("{0}")?;
        remark.strip_prefix(before)?.strip_suffix(after)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_another_annotator_stays() {
        let english = |earlier: Option<&str>| tag(earlier, "100 ms", Language::English);
        let (own, version) = (english(None), env!("CARGO_PKG_VERSION"));
        assert_eq!(own, format!("Sakdi {version}, 100 ms"));
        assert_eq!(budget(&own), Some("100 ms"));
        for earlier in [own.as_str(), "", "?"] {
            assert_eq!(english(Some(earlier)), own);
        }
        for name in ["A. Friend", "Sakdi Wongchai", "Sakdi"] {
            let after = english(Some(name));
            assert_eq!(after, format!("Sakdi {version}, after {name}"));
            assert!(is_program(&after) && !is_program(name));
            assert_eq!((budget(&after), budget(name)), (None, None));
            assert_eq!(english(Some(&after)), after);
            let thai = tag(Some(&after), "100 ms", Language::Thai);
            assert_eq!(english(Some(&thai)), after);
        }
    }
}
