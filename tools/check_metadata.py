#!/usr/bin/env python3
"""Checks that all package files have the version and the address of Cargo.toml, and the Debian package all documents.

    tools/check_metadata.py [--release vX.Y.Z]

--release: also that OWNER is filled in and that the tag names the version. Prints each fault; exit status 1 if there is one.
"""

import argparse
import json
import re
import sys
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Each file with what finds the version in it.
FILES = {
    "CITATION.cff": r"^version: (\S+)$",
    "flake.nix": r'version = "([^"]+)"',
    "packaging/arch/PKGBUILD": r"^pkgver=(\S+)$",
    "packaging/homebrew/sakdi.rb": r"/tags/v([0-9.]+)\.tar\.gz",
    "packaging/winget/Sakdi.Sakdi.yaml": r"^PackageVersion: (\S+)$",
    "packaging/winget/Sakdi.Sakdi.installer.yaml": r"^PackageVersion: (\S+)$",
    "packaging/winget/Sakdi.Sakdi.locale.en-US.yaml": r"^PackageVersion: (\S+)$",
    "web/package.json": r'^  "version": "([^"]+)"',
}
# The version in names of archives and addresses of releases.
RELEASED = re.compile(r"\bsakdi-(\d+\.\d+\.\d+)|/download/v(\d+\.\d+\.\d+)/")
ADDRESS = re.compile(r"https://github\.com/[\w.-]+/sakdi\b")


def first(pattern, text):
    found = re.search(pattern, text, re.MULTILINE)
    return found and found.group(1)


def faults(tag):
    cargo = (ROOT / "Cargo.toml").read_text()
    version = first(r'^version = "([^"]+)"', cargo)
    repository = first(r'^repository = "([^"]+)"', cargo)
    if tag is not None and tag != f"v{version}":
        yield f"the tag {tag} is not v{version}"
    if tag is not None and "/OWNER/" in repository:
        yield "Cargo.toml: OWNER is to be filled in"
    for name, pattern in FILES.items():
        text = (ROOT / name).read_text()
        found = first(pattern, text)
        if found != version:
            yield f"{name}: version {found}, not {version}"
        for address in sorted(set(ADDRESS.findall(text)) - {repository}):
            yield f"{name}: {address}, not {repository}"
    for name in [*FILES, "Cargo.toml", "web/README.md"]:
        for found in RELEASED.finditer((ROOT / name).read_text()):
            if version not in found.groups():
                yield f"{name}: {found[0]}, not {version}"
    python = ROOT / "bindings/python"
    others = [python / "pyproject.toml", python / "README.md", ROOT / "packaging/debian/copyright"]
    for path in [*ROOT.glob("crates/*/README.md"), *others]:
        for address in sorted(set(ADDRESS.findall(path.read_text())) - {repository}):
            yield f"{path.relative_to(ROOT)}: {address}, not {repository}"
    if not (ROOT / "CHANGELOG.md").read_text().count(f"\n## {version}"):
        yield f"CHANGELOG.md has no section {version}"
    yield from missing_in_deb(cargo)
    package = json.loads((ROOT / "web/package.json").read_text())
    if package.get("repository", {}).get("url") != f"git+{repository}.git":
        yield f"web/package.json: the repository is not git+{repository}.git"


def missing_in_deb(cargo):
    """The documents of the archives that the Debian package leaves out."""
    assets = re.findall(r'\["target/dist/[^/]+/([^"]+)"', cargo)
    patterns = [asset.replace("/**/", "/") for asset in assets]
    for path in (ROOT / "tools/archive_files.txt").read_text().split():
        inside = f"{path}/file" if (ROOT / path).is_dir() else path
        # A star of fnmatch takes slashes, too.
        deep = [pattern for pattern in patterns if ("/" in pattern) == ("/" in inside)]
        if not any(fnmatch(inside, pattern) for pattern in deep):
            yield f"Cargo.toml: {path} of tools/archive_files.txt is not in the Debian package"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--release", metavar="TAG", help="the tag of a release")
    tag = parser.parse_args().release
    found = list(faults(tag))
    for fault in found:
        print(f"check_metadata.py: {fault}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
