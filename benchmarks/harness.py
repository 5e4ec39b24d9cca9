"""One registry of benchmarks, one way to time, one to print, and the document that they write.

A benchmark is a generator with the decorator `benchmark` in a module of this folder. The
dictionaries that it yields are printed as rows of a table, its `Answer`s are rows of
docs/measured.md, and the arguments of its function are options of the command line.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import json
import math
import os
import platform
import re
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_limits

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
DOCUMENT = ROOT / "docs" / "measured.md"
# Seconds before each run: BLAS threads of the one before spin for up to 0.12 s before they sleep.
REST = 0.2


class Missing(Exception):
    """What a benchmark needs and this machine has not."""


@dataclass(frozen=True)
class Answer:
    """A row of docs/measured.md: a question, and the figures that answer it."""

    question: str
    figures: str


Lines = Iterator[dict[str, Any] | Answer | str]
Run = Callable[..., Lines]
REGISTRY: dict[str, Run] = {}


def benchmark(run: Run) -> Run:
    """Enter a benchmark by the name of its module, or one of several of a module after a dot."""
    module = run.__module__.rpartition(".")[2]
    REGISTRY[module if run.__name__ == module else f"{module}.{run.__name__}"] = run
    return run


def modules() -> dict[str, str]:
    """The docstrings of all modules that have benchmarks, by their names; none is imported."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(HERE.glob("*.py"))}
    offering = {name: text for name, text in texts.items() if "\n@benchmark\n" in text}
    return {name: ast.get_docstring(ast.parse(text)) or "" for name, text in offering.items()}


def chosen(names: Sequence[str]) -> dict[str, Run]:
    """The benchmarks of these names: of a module all that it has."""
    found = {}
    for name in names or modules():
        module = name.partition(".")[0]
        if module not in modules():
            sys.exit(f"No benchmark {name!r}; there are {', '.join(modules())}.")
        import_module(f"benchmarks.{module}")
        own = {one: REGISTRY[one] for one in REGISTRY if one.partition(".")[0] == module}
        if "." in name and name not in own:
            sys.exit(f"No benchmark {name!r}; {module} has {', '.join(own)}.")
        found |= {one: run for one, run in own.items() if name in (one, module)}
    return found


# Timing


@dataclass(frozen=True)
class Times:
    """Milliseconds of some runs: of the clock, and of the processor."""

    wall: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        return statistics.median(self.wall)

    @property
    def least(self) -> float:
        return min(self.wall)

    @property
    def used(self) -> float:
        """The least of the processor, which load of the machine changes little."""
        return min(self.processor)

    def add(self, run: Callable[[], Any]) -> Any:
        """Time one run; return what it returns."""
        wall, processor = time.perf_counter(), time.process_time()
        found = run()
        self.processor.append(1e3 * (time.process_time() - processor))
        self.wall.append(1e3 * (time.perf_counter() - wall))
        return found


def in_turns(
    contestants: Mapping[str, Callable[[], object]],
    rounds: int,
    *,
    twice: bool = True,
    rest: float = REST,
    threads: int | None = None,
    beaten: float = math.inf,
    enough: float = math.inf,
) -> dict[str, Times]:
    """Time contestants in rounds of all, so that drifts hit all alike, each after one run untimed.

    Parameters
    ----------
    twice : whether each runs once more, untimed, just before: then none pays for the memory that
        another one has just handed back
    rest : seconds before each
    threads : of BLAS; None for as many as it takes
    beaten : who needs so many times the least processor time is left out of further rounds
    enough : seconds after which no further round begins
    """
    times = {name: Times() for name in contestants}
    begun = time.monotonic()
    with threadpool_limits(threads, user_api="blas"):
        if not twice:
            for run in contestants.values():
                run()
        for turn in range(rounds):
            least = min(one.used for one in times.values()) if turn else 0.0
            for name, run in contestants.items():
                if turn and times[name].used > beaten * least:
                    continue
                time.sleep(rest)
                if twice:
                    run()
                times[name].add(run)
            if time.monotonic() - begun > enough:
                break
    return times


def apart(run: Callable[..., Any], *arguments: Any, **environment: str) -> Any:
    """What a function of a benchmark returns in a process of its own, as JSON takes it."""
    code = (
        f"import json, sys; from {run.__module__} import {run.__name__} as run; "
        "print(json.dumps(run(*json.loads(sys.argv[1]))))"
    )
    inherited = {name: one for name, one in os.environ.items() if not name.endswith("_NUM_THREADS")}
    done = subprocess.run(
        [sys.executable, "-c", code, json.dumps(arguments)],
        cwd=ROOT, env=inherited | environment, stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    return json.loads(done.stdout.splitlines()[-1])


def peak_mib() -> float:
    """The largest resident size of this process so far, in MiB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 2**10


# Printing


def said(value: Any) -> str:
    """A value as a cell of a table has it."""
    if isinstance(value, bool):
        return "yes" if value else "NO"
    if isinstance(value, float):
        return f"{value:,.0f}" if 100 <= abs(value) < 1e9 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def judged(value: float, *, least: float | None = None, most: float | None = None) -> str:
    """A value with its bound, and whether it misses it."""
    bound = f"≥ {least:g}" if most is None else f"≤ {most:g}"
    holds = value >= least if least is not None else value <= (most or 0.0)
    return f"{said(float(value))} ({bound}{'' if holds else ': MISSED'})"


def printed(lines: Lines) -> list[Answer]:
    """Print what a benchmark yields as it comes; return its answers."""
    answers, widths = [], dict[str, int]()
    for line in lines:
        if isinstance(line, Answer):
            answers.append(line)
            print(f"→ {line.question}: {line.figures}", flush=True)
        elif isinstance(line, str):
            print(line, flush=True)
        else:
            cells = {key: said(value) for key, value in line.items()}
            if widths.keys() != cells.keys():
                widths = {key: max(len(key), len(cell)) for key, cell in cells.items()}
                print("  ".join(f"{key:>{width}}" for key, width in widths.items()))
            print("  ".join(f"{cells[key]:>{width}}" for key, width in widths.items()), flush=True)
    return answers


# The document

INTRO = """\
# Measured

Every figure of speed, growth and accuracy that the documents name, with the command that measures
it. The harness of `benchmarks/` writes this page (`python -m benchmarks NAME --write`); a row keeps
the day and the machine of its own run. `make bench` runs everything (the digits need the USPS file:
`--data PATH`).

Where there is a peer it is measured in the same run; a ratio above 1 means that this library is
faster. Machines vary by a factor of two from minute to minute, so trust the ratios, and those only
roughly: on one day the ratio for the Gaussian kernel at n = 1,002 lay between 18 and 42. "EPYC" is
two virtual cores of an AMD EPYC, "Xeon" two of a 2.8 GHz Xeon.
"""
HEAD = "| question | measured | command | when, where |\n| --- | --- | --- | --- |\n"
CELL = re.compile(r"(?<!\\)\|")
NAMED = re.compile(r"`python -m benchmarks (([a-z]\w*)(?:\.\w+)?)")


def stored() -> list[tuple[str, ...]]:
    """The rows of the document, in four cells each."""
    lines = DOCUMENT.read_text(encoding="utf-8").splitlines()
    rows = [tuple(cell.strip() for cell in CELL.split(line)[1:-1]) for line in lines]
    return [row for row in rows if len(row) == 4 and NAMED.match(row[2])]


def written(rows: Sequence[tuple[str, ...]]) -> str:
    """The document of these rows, a section for each module in their order."""
    sections: dict[str, str] = {}
    for row in rows:
        module = _of(row[2])[1]
        sections[module] = sections.get(module, "") + f"| {' | '.join(row)} |\n"
    parts = [INTRO]
    for module, table in sections.items():
        title, _, text = modules()[module].partition("\n")
        parts.append(f"\n## {title.rstrip('.')}\n\n{text.strip()}\n\n".replace("\n\n\n", "\n"))
        parts.append(HEAD + table)
    return "".join(parts)


def enter(command: str, answers: Sequence[Answer], where: str) -> None:
    """Put answers into the document, in place of those to the same questions."""
    rows, (name, module) = stored(), _of(command)
    for one in answers:
        question, figures = (CELL.sub(r"\\|", cell) for cell in (one.question, one.figures))
        new = (question, figures, command, f"{date.today():%Y-%m-%d}, {where}")
        same = [k for k, row in enumerate(rows) if (row[0], _of(row[2])[0]) == (question, name)]
        near = [k for k, row in enumerate(rows) if _of(row[2])[0] == name]
        near = near or [k for k, row in enumerate(rows) if _of(row[2])[1] == module]
        if same:
            rows[same[0]] = new
        else:
            rows.insert(near[-1] + 1 if near else len(rows), new)
    DOCUMENT.write_text(written(rows), encoding="utf-8")


def _of(command: str) -> tuple[str, str]:
    """The benchmark that a command runs, and its module."""
    found = NAMED.match(command)
    assert found, command
    return found[1], found[2]


def machine() -> str:
    """This machine, in words."""
    path = Path("/proc/cpuinfo")
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    model = re.search(r"model name\s*: (.*)", text)
    return f"{os.cpu_count()} cores, {model[1] if model else platform.processor()}"


# The command line


def options(parser: argparse.ArgumentParser, run: Run) -> None:
    """Add the arguments of a benchmark to those of the command line."""
    known = {action.dest for action in parser._actions}
    for name, one in inspect.signature(run).parameters.items():
        several = isinstance(one.default, tuple)
        kind = type(one.default[0] if several else one.default)
        if name not in known:
            parser.add_argument(
                f"--{name.replace('_', '-')}", type=kind, nargs="+" if several else None,
                default=argparse.SUPPRESS, help=f"as {one.default!r} of {run.__name__}",
            )  # fmt: skip


def main(arguments: Sequence[str]) -> int:
    """Run benchmarks, or look after the document; return the exit status."""
    if "--check" in arguments or "--form" in arguments:
        text = written(stored())
        if "--form" in arguments:
            DOCUMENT.write_text(text, encoding="utf-8")
        if text == DOCUMENT.read_text(encoding="utf-8"):
            return 0
        print("docs/measured.md has another form: python -m benchmarks --form")
        return 1
    runs = chosen([*takewhile(lambda one: not one.startswith("-"), arguments)])
    told = "\n".join(f"  {name}: {text.splitlines()[0]}" for name, text in modules().items())
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", epilog=f"benchmarks:\n{told}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("names", nargs="*", help="of benchmarks, all without any")
    parser.add_argument("--write", action="store_true", help="enter answers in docs/measured.md")
    parser.add_argument("--check", action="store_true", help="is docs/measured.md in its form?")
    parser.add_argument("--form", action="store_true", help="give docs/measured.md its form")
    parser.add_argument("--machine", default=machine(), help="as docs/measured.md calls it")
    for run in runs.values():
        options(parser, run)
    asked = vars(parser.parse_args(arguments))
    for name, run in runs.items():
        own = {key: asked[key] for key in inspect.signature(run).parameters if key in asked}
        given = "".join(f" --{key.replace('_', '-')} {_words(one)}" for key, one in own.items())
        print(f"\n== {name}: {(run.__doc__ or modules()[name]).splitlines()[0]}", flush=True)
        try:
            answers = printed(run(**own))
        except Missing as lack:
            print(f"not run: {lack}")
            continue
        if asked["write"]:
            enter(f"`python -m benchmarks {name}{given}`", answers, asked["machine"])
    return 0


def _words(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
