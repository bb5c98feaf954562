//! `sakdi-bindgen MODULE.wasm FOLDER`: writes the JavaScript bindings of a WebAssembly module as an
//! ES module for browsers and Node.js, like `wasm-bindgen --target web`. What callers get wrong is an error
//! that says so.

use anyhow::Context;
use std::fs;
use std::path::Path;
use wasm_bindgen_cli_support::Bindgen;

const NAME: &str = "sakdi_wasm";
/// Changes of the bindings: the name of an export before the module is loaded, and a value that is no text,
/// which would be read beyond its end.
const CHECKS: [(&str, &str); 3] = [
    (
        "let wasmModule, wasmInstance, wasm;",
        "const unready = new Proxy({}, {
    get() {
        throw new Error(\"sakdi: await ready() first\");
    },
});
let wasmModule, wasmInstance, wasm = unready;",
    ),
    ("if (wasm !== undefined) return wasm;", "if (wasm !== unready) return wasm;"),
    (
        "function passStringToWasm0(arg, malloc, realloc) {",
        "function passStringToWasm0(arg, malloc, realloc) {
    if (typeof arg !== \"string\") throw new TypeError(`a text is needed, not ${typeof arg}`);",
    ),
];

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(module), Some(folder)) = (arguments.next(), arguments.next()) else {
        anyhow::bail!("expected: MODULE.wasm FOLDER");
    };
    Bindgen::new()
        .input_path(module)
        .web(true)?
        .typescript(true)
        .omit_default_module_path(true)
        .out_name(NAME)
        .generate(&folder)?;
    add_checks(&Path::new(&folder).join(NAME).with_extension("js"))
}

fn add_checks(bindings: &Path) -> anyhow::Result<()> {
    let mut text = fs::read_to_string(bindings)?;
    for (from, to) in CHECKS {
        anyhow::ensure!(text.contains(from), "the bindings lack {from:?}");
        text = text.replace(from, to);
    }
    fs::write(bindings, text).with_context(|| bindings.display().to_string())
}
