#!/usr/bin/env python3
"""Prints the licences of all packages in a program for a target, as the licences require. If a
package offers several, one is enough: MIT, which most offer.

usage: third_party_licenses.py TARGET [PACKAGE [TARGET PACKAGE]...]

PACKAGE of this workspace is `sakdi`, the program, unless it is named. Several programs have one list.
"""

import json
import pathlib
import subprocess
import sys

NAMES = ("licen", "copying", "notice", "unlicense")


def packages(target, root):
    """The packages linked into the package `root`: without those of tests, builds and macros, and
    without those of this workspace."""
    command = ["cargo", "metadata", "--locked", "--format-version=1", "--filter-platform", target]
    metadata = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    macros = {package["id"] for package in metadata["packages"]
              if any("proc-macro" in target["kind"] for target in package["targets"])}
    own = set(metadata["workspace_members"])
    waiting = [package["id"] for package in metadata["packages"]
               if package["id"] in own and package["name"] == root]
    seen = set()
    while waiting:
        package = waiting.pop()
        if package in seen or package in macros:
            continue
        seen.add(package)
        for dependency in nodes[package]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                waiting.append(dependency["pkg"])
    return [package for package in metadata["packages"] if package["id"] in seen - own]


def licences(package):
    """The licence files of a package."""
    folder = pathlib.Path(package["manifest_path"]).parent
    files = [file for file in folder.rglob("*")
             if file.is_file() and file.name.lower().startswith(NAMES)
             and file.suffix.lower() not in (".rs", ".c", ".h", ".html")]
    mit = [file for file in files if "mit" in file.name.lower()]
    offered = "MIT" in (package["license"] or "") and " AND " not in package["license"]
    return sorted(mit if offered and mit else files)


def main():
    arguments = sys.argv[1:] if len(sys.argv) > 2 else [*sys.argv[1:], "sakdi"]
    found = {package["id"]: package for target, root in zip(arguments[::2], arguments[1::2], strict=True)
             for package in packages(target, root)}
    print("Sakdi contains the following packages, under these licences.")
    for package in sorted(found.values(), key=lambda package: (package["name"], package["version"])):
        print(f"\n{'=' * 78}\n{package['name']} {package['version']}: {package['license']}")
        if package["repository"]:
            print(package["repository"])
        for file in licences(package):
            print(f"\n--- {file.name}\n\n{file.read_text(errors='replace').strip()}")


if __name__ == "__main__":
    main()
