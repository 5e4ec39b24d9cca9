"""Words in the reader's language: one catalogue a language, `LANGUAGE.po` in this folder.

English stands in the sources. `_` and `plural` translate where a text is made; `N_` marks a text
that is made at import and translated where it is shown. Errors of the library are in English: `E_`
marks their texts, and `worded` translates them where a reader meets them. The language belongs to
the context (`contextvars`): of a page, of a request, of work for either, or of a command.
Catalogues need Babel (extra "words") or a compiled copy beside them; English needs none.
docs/translating.md says how to add a language.
"""

from __future__ import annotations

import gettext
import io
import os
import pickle
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, partial, wraps
from pathlib import Path
from typing import Any, TypeVar

from kpca_core._support.installing import installing

ENGLISH = "en"
F = TypeVar("F", bound=Callable[..., Any])
FOLDER = Path(__file__).parent
# Between the context of a message and its text, as gettext has it.
SEPARATOR = "\x04"

_language: ContextVar[str] = ContextVar("the reader's language", default=ENGLISH)


def language() -> str:
    """Return the language of this context: the name of its catalogue, or ENGLISH."""
    return _language.get()


def speak(name: str) -> None:
    """Set the language of this context, one of `languages`."""
    _language.set(name)


@contextmanager
def speaking(name: str) -> Iterator[None]:
    """Speak a language for the time of this context."""
    before = _language.set(name)
    try:
        yield
    finally:
        _language.reset(before)


def N_(text: str) -> str:
    """Return `text` as it is: it stands in the catalogues, and is translated where it is shown."""
    return text


def _(text: str, context: str = "") -> str:
    """Translate a text.

    Parameters
    ----------
    text
        In English; what varies stands in braces, for `str.format`.
    context
        Tells apart equal texts that other languages do not say alike.
    """
    name = _language.get()
    if name == ENGLISH or not text:
        return text
    words = _translations(name)
    return words.pgettext(context, text) if context else words.gettext(text)


def plural(one: str, many: str, n: float) -> str:
    """Translate a text that depends on a number: in English `one` for 1, else `many`."""
    name = _language.get()
    if name == ENGLISH or n != int(n):
        return one if n == 1 else _(many)
    return _translations(name).ngettext(one, many, int(n))


class Said(str):
    """A text in English that remembers what it was made of, so that `worded` can translate it.

    Attributes
    ----------
    template
        As in the catalogues, with braces for what varies; `many` is its form for any number
        but 1, of the value "n", and "" where there is one form.
    values
        What stands in the braces, by name; {} before `format`.
    """

    template: str
    many: str
    values: dict[str, Any]

    def __new__(cls, template: str, many: str = "", /, **values: Any) -> Said:
        """Fill the English template, unless there are no values yet."""
        form = template if not many or values.get("n") == 1 else many
        said = super().__new__(cls, str.format(form, **values) if values else form)
        said.template, said.many, said.values = template, many, values
        return said

    def format(self, *_: object, **values: Any) -> Said:
        """Return the text with its values, which it remembers."""
        return Said(self.template, self.many, **values)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the parts, or the English alone where a value, such as a function, cannot be."""
        try:
            pickle.dumps(self.values)
        except Exception:
            return str, (str(self),)
        return partial(Said, self.template, self.many, **self.values), ()


def E_(text: str, many: str = "") -> Said:
    """Return the text of an error: in English, and translated by `worded` where it is shown.

    Parameters
    ----------
    text, many
        As in `_`; with `many` as in `plural`, for the number n that `format` is given.
    """
    return Said(text, many)


def counting(number: int, one: str, many: str) -> Said:
    """Return what `counted` does, as a part of an error."""
    return Said(one, many, n=_Grouped(number))


class _Grouped(int):
    """A whole number that is written with commas between its thousands."""

    def __format__(self, form: str) -> str:
        return int.__format__(self, form or ",")


def joined(texts: Iterable[str], between: str = " ") -> Said:
    """Return texts in a row as one that `worded` translates part by part."""
    parts = {f"part{k}": text for k, text in enumerate(texts)}
    return Said(between.join(f"{{{name}}}" for name in parts), **parts)


def worded(said: BaseException | str) -> str:
    """Say an error, or a text of `E_`, in this context's language; any other text stays."""
    if isinstance(said, BaseException):
        said = said.args[0] if said.args and isinstance(said.args[0], Said) else str(said)
    if not isinstance(said, Said):
        return said
    form = plural(said.template, said.many, said.values["n"]) if said.many else _(said.template)
    values = {
        name: worded(value) if isinstance(value, Said | BaseException) else value
        for name, value in said.values.items()
    }
    return form.format(**values) if values else form


def counted(number: int, one: str, many: str) -> str:
    """Translate a number with its noun, such as 1 point or 1,002 points.

    Parameters
    ----------
    one, many
        As in `plural`, with {n} for the number.
    """
    return worded(counting(number, one, many))


@cache
def languages() -> dict[str, str]:
    """Return what each language calls itself, by the name of its catalogue."""
    found = {ENGLISH: "English"}
    try:
        from babel import Locale
    except ModuleNotFoundError:
        return found | {path.stem: _own_name(path.stem) for path in sorted(FOLDER.glob("*.mo"))}
    names = sorted(path.stem for path in FOLDER.glob("*.po"))
    return found | {name: Locale.parse(name).get_display_name() or name for name in names}


def _own_name(name: str) -> str:
    with speaking(name):
        return _("English", "the language's own name")


def negotiated(tags: Iterable[str]) -> str:
    """Return the first of the languages asked for that there is, ENGLISH if there is none.

    Parameters
    ----------
    tags
        As browsers ("zh-CN;q=0.9") and systems ("zh_CN.UTF-8") write them.
    """
    known = {name.lower(): name for name in languages()}
    for tag in tags:
        whole = re.split(r"[.@;]", tag)[0].strip().replace("-", "_").lower()
        for name in (whole, whole.partition("_")[0]):
            if name in known:
                return known[name]
    return ENGLISH


def of_system(environment: dict[str, str]) -> str:
    """Return the language that the variables of a process ask for."""
    names = ("KPCA_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    return negotiated([tag for name in names if (tag := environment.get(name))][:1])


def in_system_language(function: F) -> F:
    """Let a function that a notebook calls speak the system's language, unless another is set."""

    @wraps(function)
    def spoken(*arguments: Any, **more: Any) -> Any:
        own = language() if language() != ENGLISH else of_system(dict(os.environ))
        with speaking(own):
            return function(*arguments, **more)

    return spoken  # type: ignore[return-value]


@cache
def _catalogue(name: str) -> Any:
    """Read a catalogue; only its finished messages count."""
    try:
        from babel.messages.pofile import read_po
    except ModuleNotFoundError as error:
        raise ImportError(
            "Babel, which reads the catalogues of languages, is not installed: "
            + installing("words")
        ) from error
    with FOLDER.joinpath(f"{name}.po").open("rb") as file:
        return read_po(file, locale=name)


def compiled(name: str) -> bytes:
    """Return a language's catalogue as gettext reads it: of its file ``.mo``, or made by Babel."""
    if (file := FOLDER / f"{name}.mo").exists():
        return file.read_bytes()
    from babel.messages.mofile import write_mo

    made = io.BytesIO()
    write_mo(made, _catalogue(name))
    return made.getvalue()


@cache
def _translations(name: str) -> gettext.GNUTranslations:
    return gettext.GNUTranslations(io.BytesIO(compiled(name)))


@cache
def letters(name: str) -> set[str]:
    """Return the letters that the texts of a language are written with; none for English."""
    if name == ENGLISH:
        return set()
    forms = (one.string for one in _catalogue(name) if one.id)
    return {a for texts in forms for text in texts or () for a in text if a.isalpha()}


@cache
def _in_browser(name: str) -> dict[str, Any]:
    texts = {}
    for one in _catalogue(name):
        forms = one.string if one.pluralizable else (one.string,)
        if all(forms) and not one.fuzzy and any(path.endswith(".js") for path, _ in one.locations):
            text = one.id[0] if one.pluralizable else one.id
            texts[f"{one.context}{SEPARATOR}{text}" if one.context else text] = one.string
    return {"language": name, "texts": texts}


def browser_words() -> dict[str, Any]:
    """Return what ``words.js`` needs to speak this context's language, {} for English.

    A dictionary with the "language" and with "texts" by the English ones: one text each, or one
    for each form of the plural.
    """
    return {} if language() == ENGLISH else _in_browser(language())
