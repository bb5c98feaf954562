//! Chooses the net that is a part of the engine.

use hmac_sha256::Hash as Sha256;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The net that is a part of the engine unless `SAKDI_EVALFILE` names another one.
const DEFAULT_NET: &str = "src/eval/nnue/default.net";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={DEFAULT_NET}");
    println!("cargo::rerun-if-env-changed=SAKDI_EVALFILE");
    // Scripts run in the folder of their package; users name files from the root of the repository.
    let other = env::var_os("SAKDI_EVALFILE").filter(|path| !path.is_empty());
    let other = other.map(|path| Path::new("../..").join(path));
    if let Some(path) = &other {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("default.net");
    let written = net(Path::new(DEFAULT_NET), other.as_deref())
        .and_then(|net| fs::write(&out, net).map_err(|error| of_file(&out, &error)));
    if let Err(error) = written {
        println!("cargo::error={error}");
    }
}

/// The bytes of the net to build in: the default one, or `other` if it is a net of the same format and
/// shape and undamaged.
pub fn net(default: &Path, other: Option<&Path>) -> Result<Vec<u8>, String> {
    /// Magic number, version of the format, shape: src/eval/nnue/net.rs.
    const HEADER: usize = 36;
    const MAGIC: usize = 8;
    const CHECKSUM: usize = 32;
    let read = |path: &Path| fs::read(path).map_err(|error| of_file(path, &error));
    let default = read(default)?;
    let Some(path) = other else { return Ok(default) };
    let net = read(path)?;
    if net.get(..MAGIC) != default.get(..MAGIC) {
        return Err(of_file(path, &"not a Sakdi net"));
    }
    if net.get(..HEADER) != default.get(..HEADER) {
        let fault = "a net of another architecture or version of the format than this program's";
        return Err(of_file(path, &fault));
    }
    if net.len() != default.len() {
        let (found, expected) = (net.len(), default.len());
        return Err(of_file(path, &format!("a net of {found} bytes, it should have {expected}")));
    }
    let (covered, checksum) = net.split_at(net.len() - CHECKSUM);
    if Sha256::hash(covered)[..] != *checksum {
        return Err(of_file(path, &"a damaged net: its checksum is wrong"));
    }
    Ok(net)
}

fn of_file(path: &Path, error: &dyn std::fmt::Display) -> String {
    format!("the net {}: {error}", path.display())
}
