//! `sakdi-bindgen MODULE.wasm FOLDER`: makes the JavaScript side of a WebAssembly module, an ES
//! module for browsers and Node.js, as wasm-bindgen's own program with `--target web` does.

use wasm_bindgen_cli_support::Bindgen;

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
        .out_name("sakdi_wasm")
        .generate(folder)
}
