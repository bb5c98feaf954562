//! Checks JSON against the schemas of docs/. It knows the keywords that these use, and refuses others.

use serde_json::Value;
use std::fs;
use std::path::Path;

/// A schema of docs/.
pub struct Schema(Value);

/// Keywords that do not restrict a value, or that [`Schema::fault`] checks.
const KEYWORDS: [&str; 13] = [
    "$schema",
    "$defs",
    "$ref",
    "title",
    "description",
    "type",
    "enum",
    "anyOf",
    "items",
    "required",
    "properties",
    "additionalProperties",
    "minProperties",
];

impl Schema {
    /// Reads the schema of this name.
    pub fn of_document(name: &str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name);
        let text = fs::read_to_string(path).expect("a schema");
        Self(serde_json::from_str(&text).expect("a schema in JSON"))
    }

    /// The names of its definitions.
    pub fn definitions(&self) -> impl Iterator<Item = &str> {
        self.0["$defs"].as_object().into_iter().flat_map(|names| names.keys().map(String::as_str))
    }

    /// Checks a value against the whole schema.
    #[track_caller]
    pub fn check(&self, value: &Value) {
        if let Err(fault) = self.fault(value, &self.0, "") {
            panic!("{fault}\n{value}");
        }
    }

    /// Checks a value against a definition.
    #[track_caller]
    pub fn check_definition(&self, name: &str, value: &Value) {
        if let Err(fault) = self.fault(value, &self.0["$defs"][name], name) {
            panic!("{fault}\n{value}");
        }
    }

    /// Whether a value conforms to a definition.
    pub fn accepts(&self, name: &str, value: &Value) -> bool {
        self.fault(value, &self.0["$defs"][name], name).is_ok()
    }

    fn fault(&self, value: &Value, schema: &Value, at: &str) -> Result<(), String> {
        let keywords = schema.as_object().ok_or(format!("{at}: no schema"))?;
        if let Some(unknown) = keywords.keys().find(|key| !KEYWORDS.contains(&key.as_str())) {
            return Err(format!("{at}: unknown keyword {unknown}"));
        }
        if let Some(target) = schema["$ref"].as_str() {
            let pointer = target.strip_prefix('#').expect("a definition of this file");
            return self.fault(value, self.0.pointer(pointer).expect("a definition"), at);
        }
        if let Some(choices) = schema["anyOf"].as_array() {
            let fits = choices.iter().any(|one| self.fault(value, one, at).is_ok());
            return if fits { Ok(()) } else { Err(format!("{at}: none of its forms")) };
        }
        check_type(value, &schema["type"], at)?;
        if schema["enum"].as_array().is_some_and(|values| !values.contains(value)) {
            return Err(format!("{at}: {value} is not in the list"));
        }
        for item in value.as_array().into_iter().flatten() {
            self.fault(item, &schema["items"], &format!("{at}[]"))?;
        }
        let Some(object) = value.as_object() else { return Ok(()) };
        for required in schema["required"].as_array().into_iter().flatten() {
            let name = required.as_str().expect("a name");
            if !object.contains_key(name) {
                return Err(format!("{at}: {name} is missing"));
            }
        }
        if schema["minProperties"].as_u64().is_some_and(|least| (object.len() as u64) < least) {
            return Err(format!("{at}: too few properties"));
        }
        for (key, value) in object {
            let property = match &schema["properties"][key] {
                Value::Null => &schema["additionalProperties"],
                property => property,
            };
            self.fault(value, property, &format!("{at}.{key}"))?;
        }
        Ok(())
    }
}

fn check_type(value: &Value, wanted: &Value, at: &str) -> Result<(), String> {
    let name = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let is_allowed = |wanted: &Value| wanted == name || (wanted == "number" && name == "integer");
    let fits = match wanted {
        Value::Array(types) => types.iter().any(is_allowed),
        one => is_allowed(one),
    };
    if fits { Ok(()) } else { Err(format!("{at}: {name} is not {wanted}")) }
}
