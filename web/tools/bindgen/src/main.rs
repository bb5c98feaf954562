//! `sakdi-bindgen MODULE.wasm FOLDER`: writes the JavaScript bindings of a WebAssembly module as an
//! ES module for browsers and Node.js, like `wasm-bindgen --target web`.

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
