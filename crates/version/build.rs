//! Tells the program which commit and which target it is built from and for.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    // Not at every commit: what was built from files that are now committed stays as it is, and
    // says that they had been changed.
    for source in sources() {
        println!("cargo::rerun-if-changed={}", source.display());
    }
    println!("cargo::rerun-if-env-changed=SAKDI_COMMIT");
    let commit = env::var("SAKDI_COMMIT").ok().or_else(commit).unwrap_or("unknown".to_owned());
    let target = env::var("TARGET").unwrap_or_default();
    println!("cargo::rustc-env=SAKDI_COMMIT={commit}");
    println!("cargo::rustc-env=SAKDI_TARGET={target}");
}

/// The folders of sources, those that there are: a published package is without its neighbours.
fn sources() -> impl Iterator<Item = PathBuf> {
    let root = Path::new("../..");
    // The tests of the libraries for other languages write files beside the sources.
    let bindings = root.join("bindings").read_dir().into_iter().flatten().flatten();
    let bindings = bindings.map(|package| package.path().join("src"));
    let sources = [root.join("src"), root.join("crates")].into_iter().chain(bindings);
    sources.filter(|source| source.exists())
}

/// The commit checked out, marked if files have changed since; `None` outside of a checkout.
fn commit() -> Option<String> {
    let package = env::var("CARGO_MANIFEST_DIR").ok()?;
    let git = |arguments: &[&str]| {
        let output = Command::new("git").current_dir(&package).args(arguments).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    // A copy of the source below somebody else's repository is not of that repository's commit.
    let top = git(&["rev-parse", "--show-toplevel"])?;
    let same = Path::new(&top).canonicalize().ok()?
        == Path::new(&package).join("../..").canonicalize().ok()?;
    if !same {
        return None;
    }
    git(&["describe", "--always", "--dirty=-modified", "--exclude=*", "--abbrev=10"])
}
