//! JSON that is safe inside a `<script>` element.

use std::fmt::Write;

/// A JSON value as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Json(String);

impl Json {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    pub(super) fn null() -> Self {
        Self("null".to_owned())
    }

    /// A number with `decimals` decimal places; NaN and infinity become null.
    pub(super) fn number(number: f64, decimals: usize) -> Self {
        if number.is_finite() { Self(format!("{number:.decimals$}")) } else { Self::null() }
    }

    pub(super) fn text(text: &str) -> Self {
        let mut json = String::with_capacity(text.len() + 2);
        json.push('"');
        for letter in text.chars() {
            match letter {
                '"' => json.push_str("\\\""),
                '\\' => json.push_str("\\\\"),
                // `</script>` and `<!--` would end the script or begin something else.
                '<' | '>' | '&' | '\u{2028}' | '\u{2029}' | '\0'..'\u{20}' => {
                    // Writing to a string does not fail.
                    let _ = write!(json, "\\u{:04x}", u32::from(letter));
                }
                _ => json.push(letter),
            }
        }
        json.push('"');
        Self(json)
    }

    pub(super) fn list(items: impl IntoIterator<Item = Self>) -> Self {
        let items: Vec<String> = items.into_iter().map(|item| item.0).collect();
        Self(format!("[{}]", items.join(",")))
    }

    /// An object. The names must not need escapes.
    pub(super) fn object(fields: impl IntoIterator<Item = (&'static str, Self)>) -> Self {
        let fields = fields.into_iter().map(|(name, value)| format!("\"{name}\":{}", value.0));
        Self(format!("{{{}}}", fields.collect::<Vec<_>>().join(",")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_ends_the_script() {
        let text = Json::text("</script> \"a\\b\"\n\u{2028} ขุน");
        assert_eq!(text.as_str(), r#""\u003c/script\u003e \"a\\b\"\u000a\u2028 ขุน""#);
        let list = Json::list([Json::number(0.25, 1), Json::number(f64::NAN, 1), Json::null()]);
        assert_eq!(list.as_str(), "[0.2,null,null]");
        assert_eq!(Json::object([("a", list)]).as_str(), "{\"a\":[0.2,null,null]}");
    }
}
