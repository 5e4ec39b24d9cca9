"""Words in the reader's language: complete, up to date, and one file a language."""

from __future__ import annotations

import copy
import pickle
import re
import shutil
import threading
import warnings

import numpy as np
import pytest
from babel.messages.pofile import read_po

from kpca_core import Gaussian, Grid, fit
from kpca_core._support import words
from kpca_core._support.words import (
    E_,
    _,
    browser_words,
    counting,
    joined,
    language,
    plural,
    speaking,
    worded,
)
from kpca_core._support.words.catalogues import create, extracted, update
from kpca_core.tables import read_bytes
from views.pages.saying import message_of

BRACES = re.compile(r"\{[^{}]*\}")
NUMBERS = re.compile(r"\d+[.,]\d+|\d{2,}")
CATALOGUES = sorted(words.FOLDER.glob("*.po"))


@pytest.fixture(scope="module")
def sources():
    return extracted()


def catalogue_at(path):
    with path.open("rb") as file:
        return read_po(file)


def report(what, messages):
    """Warn of messages: who adds a kernel need not know every language."""
    if messages:
        warnings.warn(f"{len(messages)} messages {what}: {[*messages][:10]}", stacklevel=2)


def texts_of(message):
    return [message.string] if isinstance(message.string, str) else [*message.string]


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_a_catalogue_has_the_words_of_the_sources_and_no_others(path, sources):
    known = {(one.id, one.context) for one in catalogue_at(path) if one.id}
    wanted = {(one.id, one.context) for one in sources if one.id}
    assert known <= wanted, "run `make words`"
    report("not in the catalogue, run `make words`", wanted - known)


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_translations_have_the_braces_and_numbers_of_their_originals(path):
    """Numbers of two digits or more; 0, 1 and 2 are words in some languages."""
    messages = [one for one in catalogue_at(path) if one.id]
    report("without a translation", [one.id for one in messages if not all(texts_of(one))])
    for one in messages:
        assert not one.fuzzy
        original = one.id if isinstance(one.id, str) else one.id[-1]
        wanted = sorted(NUMBERS.findall(BRACES.sub("", original)))
        for text in filter(None, texts_of(one)):
            assert {*BRACES.findall(text)} == {*BRACES.findall(original)}, (original, text)
            assert sorted(NUMBERS.findall(BRACES.sub("", text))) == wanted, (original, text)


@pytest.fixture
def polish(tmp_path, monkeypatch):
    """A folder with one more catalogue, as a translator leaves it there."""
    caches = (words.languages, words._catalogue, words._translations, words._in_browser)
    header = '"Language: pl\\n"\n"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 '
    header += (
        '&& (n%100<10 || n%100>=20) ? 1 : 2);\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    )
    (tmp_path / "pl.po").write_text(
        f'msgid ""\nmsgstr ""\n{header}\n'
        '#: a.js\nmsgid "Scale"\nmsgstr "Skala"\n\n'
        '#: a.py\nmsgctxt "page"\nmsgid "Scale"\nmsgstr "Skalowanie"\n\n'
        '#: a.js\nmsgid "{n} point"\nmsgid_plural "{n} points"\n'
        'msgstr[0] "{n} punkt"\nmsgstr[1] "{n} punkty"\nmsgstr[2] "{n} punktów"\n\n'
        '#: a.js\nmsgid "{n} row"\nmsgid_plural "{n} rows"\n'
        'msgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""\n\n'
        '#: a.py\nmsgid "Paper"\nmsgstr ""\n',
        encoding="utf-8",
    )
    monkeypatch.setattr(words, "FOLDER", tmp_path)
    for one in caches:
        one.cache_clear()
    yield tmp_path / "pl.po"
    monkeypatch.undo()
    for one in caches:
        one.cache_clear()


def test_a_language_is_one_file(polish):
    assert words.languages() == {"en": "English", "pl": "polski"}
    assert words.negotiated(["qq", "pl-PL;q=0.9"]) == "pl"
    with speaking("pl"):
        assert (_("Scale"), _("Scale", "page"), _("Paper"), _("")) == (
            "Skala", "Skalowanie", "Paper", "",
        )  # fmt: skip
        said = [plural("{n} point", "{n} points", n).format(n=n) for n in (1, 2, 5)]
        assert said == ["1 punkt", "2 punkty", "5 punktów"]
        forms = ("{n} punkt", "{n} punkty", "{n} punktów")
        assert browser_words() == {
            "language": "pl", "texts": {"Scale": "Skala", "{n} point": forms},
        }  # fmt: skip
    assert (language(), _("Scale"), plural("{n} point", "{n} points", 1)) == (
        "en", "Scale", "{n} point",
    )  # fmt: skip


def test_a_catalogue_is_brought_up_to_date(polish, sources, tmp_path):
    shutil.copy(polish, tmp_path / "more.txt")
    polish.write_text("\n".join(polish.read_text().splitlines()[:5]) + "\n")
    update(polish, sources, [tmp_path / "more.txt"])
    known = catalogue_at(polish)
    assert {one.id for one in known} == {one.id for one in sources}
    assert known.get("Scale").string == "Skala"
    assert not sources.get("Scale").string
    french = create("fr", tmp_path)
    update(french, sources, [tmp_path / "more.txt"])
    known = catalogue_at(french)
    assert [one.string for one in known if one.id and any(texts_of(one))] == ["français"]
    assert known.num_plurals == 3
    for name, said in (("fr", "there already"), ("qq", "'qq' is no language")):
        with pytest.raises(ValueError, match=said):
            create(name, tmp_path)
    before = polish.read_bytes()
    update(polish, sources)
    assert polish.read_bytes() == before


def test_a_language_belongs_to_its_context():
    heard = []
    with speaking("zh"):
        thread = threading.Thread(target=lambda: heard.append(language()))
        thread.start()
        thread.join()
        assert language() == "zh"
    assert heard == ["en"]


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LC_ALL": "de_DE.UTF-8", "KPCA_LANGUAGE": "zh"}, "zh"),
        ({"LC_MESSAGES": "qq_QQ"}, "en"),
    ],
)
def test_a_system_says_its_language(variables, expected):
    assert words.of_system(variables) == expected


# Errors


@pytest.mark.parametrize(
    ("said", "english", "chinese"),
    [
        (E_("There is no file {path!r}.").format(path="a.csv"),
         "There is no file 'a.csv'.", "没有文件 'a.csv'。"),
        (E_("K̃ is asked for."), "K̃ is asked for.", "K̃ is asked for."),  # in no catalogue
        (E_("X has {n:,} column; the fit had {columns}.",
            "X has {n:,} columns; the fit had {columns}.").format(n=1, columns=1200),
         "X has 1 column; the fit had 1200.", "X 有 1 列；拟合时有 1200 列。"),
        (E_("Distances need points; got {points}.").format(
            points=counting(1200, "{n} point", "{n} points")),
         "Distances need points; got 1,200 points.", "距离需要点；得到 1,200 个点。"),
        (joined([E_("{name} is empty.").format(name="a"), "!", E_("none")]),
         "a is empty. ! none", "a 是空的。 ! 无"),
    ],
)  # fmt: skip
def test_an_error_is_in_english_and_is_worded_where_it_is_shown(said, english, chinese):
    with speaking("zh"):
        error = ValueError(said)
        assert str(error) == english == said
        assert worded(error) == worded(said) == chinese
        # An error that another one quotes is worded with it.
        outer = ValueError(E_("{name} cannot be read as a table: {error}").format(
            name="a", error=error))  # fmt: skip
        assert str(outer) == f"a cannot be read as a table: {english}"
        assert chinese in worded(outer)
    assert worded(error) == english


def test_an_error_keeps_its_template_and_its_values_also_through_a_pickle():
    with pytest.raises(ValueError, match="got kernel='gauss'") as raised:
        raise ValueError(E_("got kernel={kernel!r} of {n}").format(kernel="gauss", n=3))
    again = pickle.loads(pickle.dumps(raised.value))
    for error in (raised.value, again, copy.deepcopy(raised.value)):
        assert type(error) is ValueError
        (said,) = error.args
        assert said.values == {"kernel": "gauss", "n": 3}
        assert said.template == "got kernel={kernel!r} of {n}"
    error = TypeError(E_("got {function!r}").format(function=lambda x: x))
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


@pytest.mark.parametrize(
    ("wrong", "english", "chinese"),
    [
        (lambda: Gaussian(-1.0), "Gaussian needs a finite width > 0; got width=-1.0.", "需要"),
        (lambda: fit(Gaussian(1.0), [[np.nan]]), "X contains NaN or infinity", "NaN"),
        (lambda: fit(Gaussian(1.0), np.eye(3), 0), "n_components must be a whole number", "必须"),
        (lambda: fit("rfb", np.eye(3)), "kernel='rfb'", "kernel='rfb'"),
        (lambda: read_bytes(b"a,b\n1,\n2,3\n", "x.csv").rows((0, 1)), "1 of 2 rows", "缺少数"),
        (lambda: Grid.over(((0, 1), (1, 0)), 3), "A region is ((x0, x1), (y0, y1))", "区域"),
    ],
)  # fmt: skip
def test_the_library_speaks_english_and_its_pages_the_readers_language(wrong, english, chinese):
    with speaking("zh"):
        with pytest.raises((ValueError, TypeError)) as raised:
            wrong()
        assert english in str(raised.value)
        assert str(raised.value).isascii()
        assert chinese in worded(raised.value) == message_of(raised.value)
