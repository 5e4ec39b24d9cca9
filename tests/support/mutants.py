"""Which share of small faults in the library the tests find, in one tree or in two.

    python tests/support/mutants.py . [OTHER] --work FOLDER [--count 200] [--folders …] [--tests …]

The tests run once, and each notes the functions that it calls. Then faults are drawn in lines that
the first tree's tests execute: a comparison turned round, + for −, * for /, `and` for `or`, another
constant, a statement or a `not` less or more, arguments swapped. For each a fresh process runs the
tests that call the changed function, quickest first, up to the first failure. A second tree gets
the same faults, so only those in functions that both have. What is in FOLDER is not run again.
"""

from __future__ import annotations

import argparse
import ast
import copy
import difflib
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from hypothesis import Phase, settings

APART = {"pages", "js", "static", "canvas", "figures", "golden", "support", "distributed"}
AGAINST = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.And: ast.Or,
    ast.Or: ast.And, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}  # fmt: skip
# Seconds of processor time for the tests of one fault; who survives these counts as not found.
ENOUGH = 60.0


class Recording:
    """A plugin of pytest: the lines executed, and of each test its time and what it calls."""

    def __init__(self, target: str, folders: list[str]) -> None:
        self.target, self.roots = target, [f"{Path.cwd()}/kpca_core/{one}/" for one in folders]
        self.names, self.left, self.lines, self.tests, self.failed = {}, {}, {}, {}, set()

    def trace(self, frame, event, argument):
        code = frame.f_code
        if code not in self.names:
            own = any(map(code.co_filename.startswith, self.roots))
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
        self.called, began = set(), time.process_time()
        threading.settrace(self.trace)
        sys.settrace(self.trace)
        yield
        sys.settrace(None)
        if item.nodeid not in self.failed and self.called - {""}:
            self.tests[item.nodeid] = time.process_time() - began, sorted(self.called)

    def pytest_runtest_logreport(self, report):
        self.failed |= set() if report.passed else {report.nodeid}

    def pytest_sessionfinish(self):
        lines = {name: sorted(numbers) for name, numbers in self.lines.items()}
        Path(self.target).write_text(json.dumps({"lines": lines, "tests": self.tests}))


def pytest_configure(config):
    # Nobody reads an example that fails, so none is made smaller; and they are the same each time.
    kept = settings(phases=(Phase.explicit, Phase.generate), derandomize=True, database=None)
    settings.register_profile("mutants", kept)
    settings.load_profile("mutants")
    if "MUTANTS" in os.environ:
        config.pluginmanager.register(Recording(*json.loads(os.environ["MUTANTS"])))


def faults(node):
    """Pairs of a node and what takes its place: None for nothing."""
    text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    if isinstance(node, (ast.AugAssign, ast.Raise, ast.Return, ast.Expr)) and not text:
        yield node, None
    words = isinstance(node, ast.Call) and ast.unparse(node.func).startswith("_(")
    if text or words or isinstance(node, (ast.Raise, ast.JoinedStr, ast.Import, ast.ImportFrom)):
        return
    other = copy.deepcopy(node)
    if isinstance(node, (ast.BinOp, ast.AugAssign, ast.BoolOp)) and type(node.op) in AGAINST:
        other.op = AGAINST[type(node.op)]()
        yield node, other
    elif isinstance(node, ast.Compare):
        other.ops[0] = AGAINST[type(node.ops[0])]()
        yield node, other
    elif isinstance(node, (ast.If, ast.While, ast.IfExp)):
        yield node.test, ast.UnaryOp(ast.Not(), node.test)
    elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
        yield node, ast.Constant(node.value + 1)
        yield node, ast.Constant(node.value * 2 or -1)
    elif isinstance(node, ast.Call) and len(node.args) == 2:
        other.args.reverse()
        yield node, other
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "returns", "decorator_list"):
            for child in value if isinstance(value, list) else [value]:
                yield from faults(child) if isinstance(child, ast.AST) else ()


def changed(source, node, other):
    """The source with one node in another form."""
    lines = source.encode().splitlines(keepends=True)
    text = "pass" if other is None else ast.unparse(other)
    text = f"({text})" if isinstance(node, ast.expr) else text
    after = lines[node.end_lineno - 1][node.end_col_offset :]
    before = lines[node.lineno - 1][: node.col_offset]
    lines[node.lineno - 1 : node.end_lineno] = [before + text.encode() + after]
    return b"".join(lines).decode()


def pool(root, folders):
    """All faults of a tree: by what is the same in both trees (file, function, lines, source)."""
    found = {}
    for path in sorted(p for one in folders for p in (root / "kpca_core" / one).rglob("*.py")):
        source, name = path.read_text(), path.relative_to(root).as_posix()
        for top in ast.parse(source).body:
            prefix = f"{top.name}." if isinstance(top, ast.ClassDef) else ""
            for owner in top.body if prefix else [top]:
                function = f"{name}:{prefix}{getattr(owner, 'name', '')}"
                for number, (node, other) in enumerate(faults(owner)):
                    found[name, ast.dump(owner), number] = name, function, source, node, other
    return found


class Tree:
    """A copy of a tree in a folder of its own, what its tests execute, and what was run before."""

    def __init__(self, root, asked):
        slug = str(root.resolve()).replace("/", "+")
        self.root, self.asked = asked.work / slug, asked
        self.kept = asked.work / f"{slug}.json"
        if not self.root.exists():
            shutil.copytree(root, self.root, ignore=shutil.ignore_patterns(".git", ".venv", "_build"))
        self.pool = pool(self.root, asked.folders)
        if not self.kept.exists():
            target = json.dumps([str(self.kept), asked.folders])
            self.run(asked.tests or self.all_tests(), 3600, MUTANTS=target)
        self.recorded = json.loads(self.kept.read_text())
        self.results = self.recorded.setdefault("results", {})

    def all_tests(self):
        return [str(p) for p in (self.root / "tests").iterdir()
                if p.name not in APART and (p.is_dir() or p.name.startswith("test_"))]  # fmt: skip

    def run(self, tests, seconds, **environment):
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "mutants",
             "-m", "not browser", *tests],
            cwd=self.root, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
            env=os.environ | {"PYTHONPATH": f"{self.root}:{Path(__file__).parent}"} | environment,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (int(seconds),) * 2),
        ).returncode  # fmt: skip

    def executes(self, key):
        name, _, _, node, _ = self.pool[key]
        lines = range(node.lineno, node.end_lineno + 1)
        return not set(self.recorded["lines"].get(name, ())).isdisjoint(lines)

    def finds(self, key):
        """Whether a test fails with this fault."""
        name, function, source, node, other = self.pool[key]
        label = "|".join(map(str, key))
        if label not in self.results:
            tests = sorted(
                (seconds, test) for test, (seconds, calls) in self.recorded["tests"].items()
                if any(one.startswith(function) for one in calls)
            )  # fmt: skip
            total = 0.0
            chosen = [t for s, t in tests if (total := total + s) < ENOUGH]
            names = self.kept.with_suffix(".tests")
            names.write_text("\n".join(chosen))
            (self.root / name).write_text(changed(source, node, other))
            code = self.run(["-x", f"@{names}"], 10 * min(total, ENOUGH) + 60) if chosen else 0
            (self.root / name).write_text(source)
            self.results[label] = code != 0
            self.kept.write_text(json.dumps(self.recorded))
        return self.results[label]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("trees", nargs="+", type=Path)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--tests", nargs="*")
    parser.add_argument(
        "--folders", nargs="*", default=["kernels", "solvers", "feature_space", "choosing"]
    )
    asked = parser.parse_args()
    trees = [Tree(root, asked) for root in asked.trees]
    keys = [k for k in trees[0].pool if trees[0].executes(k) and all(k in t.pool for t in trees)]
    drawn = random.Random(asked.seed).sample(keys, min(asked.count, len(keys)))
    found = []
    for key in drawn:
        found.append([tree.finds(key) for tree in trees])
        name, _, source, node, other = trees[0].pool[key]
        lines = difflib.unified_diff(
            source.splitlines(), changed(source, node, other).splitlines(), name, n=1, lineterm=""
        )
        print(found[-1], name, "" if all(found[-1]) else "\n".join(lines), flush=True)
    for root, each in zip(asked.trees, zip(*found, strict=True), strict=True):
        print(f"{root}: {sum(each)} of {len(each)} faults found ({sum(each) / len(each):.1%})")


if __name__ == "__main__":
    main()
