"""The examples in the documentation, and the types that the stubs promise."""

import doctest
import importlib
import subprocess
import sys
from pathlib import Path

import pytest
import sakdi

PACKAGE = Path(__file__).parents[1]


def all_docstrings():
    finder = doctest.DocTestFinder(exclude_empty=True)
    for name in sakdi.__all__:
        thing = getattr(sakdi, name)
        if isinstance(thing, type) or callable(thing):
            yield from finder.find(thing, name, module=False, globs=dict(vars(sakdi)))
    yield from doctest.DocTestFinder(recurse=False).find(sakdi, "sakdi", globs={})
    for name in ["sakdi._squares", "sakdi.training", "sakdi.uci"]:
        module = importlib.import_module(name)
        yield from finder.find(module, name, globs=dict(vars(module)))


def examples():
    return [docstring for docstring in all_docstrings() if docstring.examples]


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_the_examples_of_docstrings_hold(example):
    result = doctest.DocTestRunner().run(example)
    assert result.failed == 0


def test_docstrings_have_examples():
    assert sum(len(example.examples) for example in examples()) >= 15


def test_the_examples_of_the_readme_hold():
    failed, tried = doctest.testfile(str(PACKAGE / "README.md"), module_relative=False)
    assert failed == 0 and tried > 10


def test_everything_has_a_docstring():
    def missing(thing, name):
        if not (thing.__doc__ or "").strip():
            yield name
        for member, value in vars(thing).items() if isinstance(thing, type) else []:
            if not member.startswith("_") and not (value.__doc__ or "").strip():
                yield f"{name}.{member}"

    public = [getattr(sakdi, name) for name in sakdi.__all__]
    native = [thing for thing in public if getattr(thing, "__module__", "") == "sakdi"]
    assert native
    assert [gap for thing in native for gap in missing(thing, thing.__name__)] == []


def test_the_stubs_are_those_of_the_module():
    pytest.importorskip("mypy")
    run = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "sakdi._native", "--ignore-disjoint-bases"],
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_package_is_typed():
    pytest.importorskip("mypy")
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "-p", "sakdi"],
        capture_output=True,
        text=True,
        cwd=PACKAGE / "python",
    )
    assert run.returncode == 0, run.stdout + run.stderr
