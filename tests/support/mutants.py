"""Which share of small faults in the library the tests find, in one tree or in two.

    python tests/support/mutants.py . [OTHER] --work FOLDER [--count 200] [--folders …] [--tests …]

The tests run once; each notes the functions that it calls. Then faults are drawn in lines that the
first tree's tests execute: a comparison turned round, + for −, * for /, `and` for `or`, another
constant, a `not` or a statement too few or too many, arguments swapped. For each a process of its
own runs the tests that call the changed function, quickest first, up to the first failure. Another
tree gets those faults that both have; of its tests only those whose file differs are run again.
"""

from __future__ import annotations

import argparse
import ast
import copy
import difflib
import json
import os
import random
import re
import resource
import shutil
import sys
import time
from pathlib import Path

import hypothesis.extra.numpy
import pytest
import scipy.linalg
import sklearn.decomposition
from hypothesis import Phase, settings

# Loaded once: the process of a fault is a fork of this one, in which no module of the library is.
LOADED = hypothesis.extra.numpy, scipy.linalg, sklearn.decomposition
PAIRS = ("Add Sub", "Mult Div", "And Or", "Lt GtE", "Gt LtE", "Eq NotEq", "Is IsNot", "In NotIn")
AGAINST = {a: getattr(ast, b) for one in PAIRS for a, b in (one.split(), one.split()[::-1])}


class Recording:
    """A plugin of pytest: the lines executed, and of each test its time and what it calls."""

    def __init__(self, target, root, folders):
        self.target, self.roots = target, tuple(f"{root}/kpca_core/{one}/" for one in folders)
        self.names, self.left, self.lines, self.tests = {}, {}, {}, {}

    def trace(self, frame, event, argument):
        code = frame.f_code
        if code not in self.names:
            own = code.co_filename.startswith(self.roots)
            name = f"{os.path.relpath(code.co_filename)}:{code.co_qualname.split('.<locals>')[0]}"
            self.names[code] = name if own else ""
            self.left[code] = {line for *_, line in code.co_lines()} if own else set()
        self.called.add(self.names[code])
        return self.line if self.left[code] else None

    def line(self, frame, event, argument):
        self.left[frame.f_code].discard(frame.f_lineno)
        self.lines.setdefault(self.names[frame.f_code].split(":")[0], set()).add(frame.f_lineno)
        return self.line

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        self.called, began, failed = set(), time.process_time(), item.session.testsfailed
        sys.settrace(self.trace)
        yield
        sys.settrace(None)
        if item.session.testsfailed == failed:
            self.tests[item.nodeid] = time.process_time() - began, sorted(self.called - {""})

    def pytest_sessionfinish(self):
        lines = {name: sorted(numbers) for name, numbers in self.lines.items()}
        self.target.write_text(json.dumps({"lines": lines, "tests": self.tests}))


def others(node):
    """What may take the place of a node: None for nothing."""
    other, operator = copy.copy(node), getattr(node, "op", None)
    if type(operator).__name__ in AGAINST:
        other.op = AGAINST[type(operator).__name__]()
        yield other
    if isinstance(node, ast.Compare):
        other.ops = [AGAINST[type(node.ops[0]).__name__](), *node.ops[1:]]
        yield other
    if isinstance(node, ast.BoolOp) or isinstance(operator, ast.Not):
        yield ast.UnaryOp(ast.Not(), node)
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        yield ast.Constant(node.value * 2 if node.value % 2 else node.value + 1)
    if isinstance(node, ast.Call) and len(node.args) == 2:
        other.args = node.args[::-1]
        yield other
    if isinstance(node, (ast.AugAssign, ast.Raise, ast.Return, ast.Expr)):
        yield None


def faults(node):
    """Pairs of a node within this one and what may take its place; never in words or types."""
    text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    if text or (isinstance(node, ast.Call) and ast.unparse(node.func).startswith("_(")):
        return
    yield from ((node, other) for other in others(node))
    for field, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            apart = field in ("annotation", "returns", "decorator_list", "exc")
            if isinstance(child, ast.AST) and not apart and not isinstance(child, ast.JoinedStr):
                yield from faults(child)


def changed(source, node, other):
    """The source with one node in another form."""
    lines = source.encode().splitlines(keepends=True)
    text = "pass" if other is None else ast.unparse(other)
    text = f"({text})" if isinstance(node, ast.expr) else text
    before, after = lines[node.lineno - 1], lines[node.end_lineno - 1]
    whole = before[: node.col_offset] + text.encode() + after[node.end_col_offset :]
    lines[node.lineno - 1 : node.end_lineno] = [whole]
    return b"".join(lines).decode()


def pool(root, folders):
    """All faults of a tree, by what is the same in both: file, function as it is, number."""
    found = {}
    for path in sorted(p for one in folders for p in (root / "kpca_core" / one).rglob("*.py")):
        source, name = path.read_text(), path.relative_to(root).as_posix()
        for top in ast.parse(source).body:
            prefix = f"{top.name}." if isinstance(top, ast.ClassDef) else ""
            for owner in top.body if prefix else [top]:
                function = f"{name}:{prefix}{getattr(owner, 'name', '')}"
                for number, fault in enumerate(faults(owner)):
                    found[name, ast.dump(owner), number] = name, function, source, *fault
    return found


class Tree:
    """A copy of a tree, its faults, what its tests execute, and which test finds which fault."""

    def __init__(self, root, asked, first=None):
        name = str(root.resolve()).strip("/").replace("/", "+")
        self.root, self.kept, self.enough = (
            asked.work / name,
            asked.work / f"{name}.json",
            asked.enough,
        )
        if not self.root.exists():
            shutil.copytree(root, self.root, ignore=shutil.ignore_patterns(".git", ".venv"))
        self.pool = pool(self.root, asked.folders)
        files = [p.relative_to(self.root) for one in asked.tests for p in self.root.glob(one)]
        same = {str(p) for p in files if first and self.text(p) == first.text(p)}
        if not self.kept.exists():
            own = [str(p) for p in files if str(p) not in same]
            self.run(own, 36_000, Recording(self.kept, self.root, asked.folders))
        self.recorded = json.loads(self.kept.read_text())
        self.finders = self.recorded.setdefault("finders", {})
        known = first.tests.items() if first else ()
        self.tests = {t: one for t, one in known if t.split("::")[0] in same}
        self.tests |= self.recorded["tests"]

    def text(self, path):
        return (self.root / path).read_text() if (self.root / path).exists() else None

    def run(self, tests, seconds, *plugins):
        """The first test that fails, or how else the process does; "" where all pass."""
        log, child = self.kept.with_suffix(".log"), os.fork()
        if not child:
            os.chdir(self.root)
            said = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(said, 1)
            os.dup2(said, 2)
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds),) * 2)
            sys.path[0] = os.environ["PYTHONPATH"] = str(self.root)
            # Nobody reads an example that fails: none is made smaller. All are the same each time.
            phases = (Phase.explicit, Phase.generate)
            kept = settings(phases=phases, derandomize=True, database=None)
            settings.register_profile("mutants", kept)
            settings.load_profile("mutants")
            own = ["-q", "--tb=no", "-p", "no:cacheprovider", "-m", "not browser", *tests]
            os._exit(pytest.main(own, plugins))
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        failed = re.search(r"^FAILED (.+?)(?: - .*)?$", log.read_text(), re.MULTILINE)
        return failed[1] if failed else f"exit {code}" if code else ""

    def executes(self, key):
        name, _, _, node, _ = self.pool[key]
        lines = range(node.lineno, node.end_lineno + 1)
        return not set(self.recorded["lines"].get(name, ())).isdisjoint(lines)

    def finds(self, key, known=""):
        """The test that fails with this fault: the one that is known to, if it is here."""
        name, function, source, node, other = self.pool[key]
        label = "|".join(map(str, key))
        if label not in self.finders and known not in self.tests:
            tests = sorted((seconds, test) for test, (seconds, calls) in self.tests.items()
                           if any(one.startswith(function) for one in calls))  # fmt: skip
            total = 0.0
            chosen = [test for s, test in tests if (total := total + s) < self.enough]
            names = self.kept.with_suffix(".tests")
            names.write_text("\n".join(chosen))
            (self.root / name).write_text(changed(source, node, other))
            found = self.run(["-x", f"@{names}"], 10 * self.enough) if chosen else ""
            (self.root / name).write_text(source)
            self.finders[label] = found
            self.kept.write_text(json.dumps(self.recorded))
        return self.finders.get(label, known)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("trees", nargs="+", type=Path)
    parser.add_argument("--work", type=lambda one: Path(one).resolve(), required=True)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--enough", type=float, default=60.0, help="seconds of tests for a fault")
    parser.add_argument("--tests", nargs="*", default=["tests/**/test_*.py"])
    folders = ["kernels", "solvers", "feature_space", "choosing"]
    parser.add_argument("--folders", nargs="*", default=folders)
    asked = parser.parse_args()
    first = Tree(asked.trees[0], asked)
    trees = [first, *(Tree(root, asked, first) for root in asked.trees[1:])]
    keys = [key for key in first.pool if first.executes(key) and all(key in t.pool for t in trees)]
    # Each has its place in the draw, whatever else there is: a changed function leaves the others.
    drawn = sorted(keys, key=lambda key: random.Random(repr(key)).random())[: asked.count]
    counts = [0] * len(trees)
    for number, key in enumerate(drawn, 1):
        finders = [finder := first.finds(key), *(t.finds(key, finder) for t in trees[1:])]
        counts = [count + bool(one) for count, one in zip(counts, finders, strict=True)]
        print(number, counts, *finders, sep="  ", flush=True)
        name, _, source, node, other = first.pool[key]
        if not all(finders):
            new = changed(source, node, other).splitlines()
            print(*difflib.unified_diff(source.splitlines(), new, name, n=1, lineterm=""), sep="\n")
    for root, count in zip(asked.trees, counts, strict=True):
        print(f"{root}: {count} of {len(drawn)} faults found, {count / len(drawn):.1%}")


if __name__ == "__main__":
    main()
