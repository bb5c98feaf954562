//! `include/sakdi.h` is what cbindgen makes of the sources. With SAKDI_WRITE_HEADER=1 it is written anew.

use std::path::Path;

#[test]
fn the_header_is_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut header = Vec::new();
    cbindgen::generate(root).expect("readable sources").write(&mut header);
    let path = root.join("include/sakdi.h");
    if std::env::var_os("SAKDI_WRITE_HEADER").is_some() {
        std::fs::write(&path, &header).expect("a writable header");
    }
    let kept = std::fs::read(&path).unwrap_or_default();
    assert!(kept == header, "run SAKDI_WRITE_HEADER=1 cargo test --package sakdi-c --test header");
}
