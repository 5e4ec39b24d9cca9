"""Bring all catalogues up to date with the sources: `make words`, which needs Babel.

What a catalogue lacks stands in it without a translation; what no source has any more is dropped.
Messages stand in the order of files and lines. `make words NEW=fr` begins a catalogue, and `make
words MORE=other.po` takes translations that a catalogue lacks from another file, such as the other
side of a merge.
"""

from __future__ import annotations

import argparse
import json
import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any, BinaryIO

from babel import Locale, UnknownLocaleError
from babel.messages import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from kpca_core._support.words import FOLDER

ROOT = FOLDER.parents[2]
KEYWORDS: dict[str, Any] = {
    "_": {None: (1,), 2: (1, (2, "c"))}, "N_": None, "E_": {1: (1,), 2: (1, 2), 3: (1, 2)},
    "plural": (1, 2), "counted": {3: (2, 3)}, "counting": {3: (2, 3)},
}  # fmt: skip
# Entries of TOML files that readers see.
SHOWN = ("title", "text", "question", "because", "source", "says", "label")
# Characters of a line in a catalogue.
WIDTH = 100
Found = tuple[int, str, str, list[str]]


def toml_words(file: BinaryIO, *_: Any, **__: Any) -> Iterator[Found]:
    """Find the words of a story or of a step, with all white space as single spaces."""
    text = file.read().decode()
    for entry in _shown(tomllib.loads(text)):
        line = text[: max(0, text.find(entry.strip()))].count("\n") + 1
        yield line, "_", " ".join(entry.split()), []


def _shown(entries: Any) -> Iterator[str]:
    if isinstance(entries, list):
        for one in entries:
            yield from _shown(one)
    elif isinstance(entries, Mapping):
        for key, value in entries.items():
            if key in SHOWN and isinstance(value, str):
                yield value
            elif key not in ("claims", "settings"):
                yield from _shown(value)


def glossary_words(file: BinaryIO, *_: Any, **__: Any) -> Iterator[Found]:
    """Find the terms of ``glossary.js`` and their meanings."""
    lines = file.read().decode().partition(" = ")[2].rstrip().removesuffix(";")
    for term, (meaning, *_equation) in json.loads(lines).items():
        yield 1, "_", term, []
        yield 1, "_", meaning, []


# How each kind of file is read, by the first pattern of its path that fits.
METHODS: tuple[tuple[str, Any], ...] = (
    (r".*/(built|tests)/.*", None),
    (r".*/glossary\.js", glossary_words),
    (r"(kpca_core|views|datasets)/.*\.py|app\.py", "python"),
    (r"(kpca_core|views)/.*\.js", "javascript"),
    (r"views/.*\.toml", toml_words),
)


def extracted(root: Path = ROOT) -> Catalog:
    """Return all messages of the sources, with their places."""
    found = Catalog(charset="utf-8")
    sources = (path for part in ("kpca_core", "views", "datasets") for path in _files(root / part))
    for path in sorted((root / "app.py", *sources)):
        name = path.relative_to(root).as_posix()
        method = next((one for pattern, one in METHODS if re.fullmatch(pattern, name)), None)
        if method is None:
            continue
        with path.open("rb") as file:
            for line, message, comments, context in extract(method, file, KEYWORDS, ("Words:",)):
                found.add(
                    message, locations=[(name, line)], context=context, auto_comments=comments
                )
    return found


def _files(folder: Path) -> Iterable[Path]:
    return (path for kind in ("py", "js", "toml") for path in folder.rglob(f"*.{kind}"))


def update(path: Path, template: Catalog, more: Collection[Path] = ()) -> None:
    """Bring one catalogue up to date, with translations from `more` that are of its language."""
    known = _read(path)
    template.creation_date = known.creation_date
    others = [other for other in map(_read, more) if other.locale == known.locale]
    # The catalogue takes over the template's messages: one that gets a text must be its own.
    known.update(deepcopy(template), no_fuzzy_matching=True, update_header_comment=False)
    for message in known:
        for other in others:
            found = other.get(message.id, message.context)
            if message.id and found and _is_said(found) and not _is_said(message):
                message.string = found.string
    with path.open("wb") as file:
        write_po(
            file, known, width=WIDTH, sort_by_file=True, include_lineno=False, ignore_obsolete=True
        )


def _is_said(message: Message) -> bool:
    return any(message.string or ())


def _read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.stem if path.parent == FOLDER else None)


def create(language: str, folder: Path = FOLDER) -> Path:
    """Write a catalogue of a language with its plural forms and its own name alone."""
    path = folder / f"{language}.po"
    if path.exists():
        raise ValueError(f"{path.name} is there already; `make words` brings it up to date.")
    try:
        locale = Locale.parse(language)
    except (UnknownLocaleError, ValueError) as error:
        raise ValueError(
            f"{language!r} is no language that Babel knows; give a code such as fr or pt_BR."
        ) from error
    empty = Catalog(
        locale,
        header_comment=f"# {locale.english_name} words of the kernel PCA explorer.\n#",
        project="kpca-core words",
        version="1",
        language_team=language,
        fuzzy=False,
    )
    own = locale.get_display_name() or language
    empty.add("English", own, context="the language's own name")
    with path.open("wb") as file:
        write_po(file, empty, width=WIDTH)
    return path


def main() -> None:
    """Bring all catalogues up to date, and say what they lack."""
    parser = argparse.ArgumentParser(description="Bring all catalogues up to date.")
    parser.add_argument("more", nargs="*", type=Path, help="catalogues to take translations from")
    parser.add_argument("--new", metavar="LANGUAGE", help="a language to begin, such as fr")
    given = parser.parse_args()
    if given.new:
        try:
            create(given.new)
        except ValueError as error:
            parser.error(str(error))
    template = extracted()
    for catalogue in sorted(FOLDER.glob("*.po")):
        update(catalogue, template, given.more)
        missing = sum(not _is_said(one) for one in _read(catalogue) if one.id)
        print(f"{catalogue.relative_to(ROOT)}: {len(template)} messages, {missing} without a text")


if __name__ == "__main__":
    main()
