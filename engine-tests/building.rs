//! A net that is built into the program.

#[allow(dead_code)]
#[path = "../crates/engine/build.rs"]
mod build_script;

use sakdi_engine::eval::nnue::{Net, Provenance};
use std::fs;
use std::path::Path;
use std::process::Command;

const DEFAULT_NET: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/crates/engine/src/eval/nnue/default.net");

#[test]
fn a_net_is_checked_before_it_is_built_in() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("new.net");
    let build = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("room");
        build_script::net(Path::new(DEFAULT_NET), Some(&path))
    };
    let default = fs::read(DEFAULT_NET).expect("a net");
    assert_eq!(build_script::net(Path::new(DEFAULT_NET), None).expect("a net"), default);
    let good = crate::nets::untrained(1).to_bytes(&Provenance::default());
    assert_eq!(build(&good).expect("a net"), good);
    let with = |at: usize| {
        let mut bytes = good.clone();
        bytes[at] ^= 1;
        bytes
    };
    for (bytes, fault) in [
        (Vec::new(), "not a Sakdi net"),
        (b"text".to_vec(), "not a Sakdi net"),
        (with(0), "not a Sakdi net"),
        (good[..20].to_vec(), "another architecture or version"),
        (with(8), "another architecture or version"),
        (with(16), "another architecture or version"),
        (good[..good.len() - 1].to_vec(), "it should have"),
        (with(100), "its checksum is wrong"),
    ] {
        // The program itself does not read it, either.
        assert!(Net::read(&bytes).is_err(), "{fault}");
        let error = build(&bytes).expect_err(fault);
        assert!(error.contains("new.net: ") && error.contains(fault), "{error}");
    }
    let missing = build_script::net(Path::new(DEFAULT_NET), Some(Path::new("no/such.net")));
    assert!(missing.expect_err("no net").starts_with("the net no/such.net: "));
}

/// `make EVALFILE=new.net` names the net to the build.
#[cfg(unix)]
#[test]
fn make_builds_the_net_that_it_is_given() {
    use std::os::unix::fs::PermissionsExt;
    // Some machines have no make.
    if Command::new("make").arg("--version").output().is_err() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let cargo = folder.path().join("cargo");
    fs::write(&cargo, "#!/bin/sh\necho \"net '$SAKDI_EVALFILE' for $*\"\n").expect("room");
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).expect("a script");
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", folder.path().display());
    let make = |arguments: &[&str]| {
        let mut command = Command::new("make");
        command.current_dir(env!("CARGO_MANIFEST_DIR")).arg("--silent").args(arguments);
        command.env("PATH", &path).env_remove("EVALFILE").env_remove("SAKDI_EVALFILE");
        command.env_remove("MAKEFLAGS");
        let output = command.output().expect("make runs");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let said = make(&["EXE=x", "EVALFILE=some/new.net"]);
    assert!(
        said.starts_with("net 'some/new.net' for rustc ") && said.ends_with("link=x\n"),
        "{said}"
    );
    assert!(make(&["EXE=x"]).starts_with("net '' for rustc "));
    assert!(make(&["EXE=x", "TUNING=1"]).contains(" --features tuning "));
}
