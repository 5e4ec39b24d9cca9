"""Words in the reader's language: complete, up to date, and one file a language."""

from __future__ import annotations

import re
import shutil
import threading
import warnings

import pytest
from babel.messages.pofile import read_po

from kpca_core._support import words
from kpca_core._support.words import _, browser_words, language, plural, speaking
from kpca_core._support.words.catalogues import create, extracted, update

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
def test_messages_without_a_translation_are_reported_and_none_is_fuzzy(path):
    messages = [one for one in catalogue_at(path) if one.id]
    report("without a translation", [one.id for one in messages if not all(texts_of(one))])
    assert [one.id for one in messages if one.fuzzy] == []


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_translations_have_the_braces_of_their_originals(path):
    for one in catalogue_at(path):
        original = one.id if isinstance(one.id, str) else one.id[-1]
        for text in filter(None, texts_of(one) if one.id else ()):
            assert {*BRACES.findall(text)} == {*BRACES.findall(original)}, (original, text)


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_translations_have_the_numbers_of_their_originals(path):
    """Those of two digits or more; 0, 1 and 2 are words in some languages."""
    for one in catalogue_at(path):
        original = one.id if isinstance(one.id, str) else one.id[-1]
        wanted = sorted(NUMBERS.findall(BRACES.sub("", original)))
        for text in filter(None, texts_of(one) if one.id else ()):
            assert sorted(NUMBERS.findall(BRACES.sub("", text))) == wanted, (original, text)


def test_chinese_speaks_to_its_reader_in_one_way():
    texts = [text for one in catalogue_at(words.FOLDER / "zh.po") for text in texts_of(one)]
    assert any("您" in text for text in texts)
    assert [text for text in texts if text and "你" in text] == []


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
    assert not catalogue_at(french).get("Scale").string
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


def test_a_language_begins_with_its_plural_forms_and_its_own_name(sources, tmp_path):
    path = create("fr", tmp_path)
    update(path, sources)
    known = catalogue_at(path)
    assert {one.id for one in known} == {one.id for one in sources}
    assert known.num_plurals == 3
    assert [one.string for one in known if one.id and any(texts_of(one))] == ["français"]
    assert not any(one.fuzzy for one in known)
    with pytest.raises(ValueError, match="there already"):
        create("fr", tmp_path)
    with pytest.raises(ValueError, match="'qq' is no language"):
        create("qq", tmp_path)
