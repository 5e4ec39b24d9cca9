"""In which language a page is: its address says so, else what was chosen here, else the browser.

The language is no setting of a page: it stands beside the settings in the address, where English
is written only for a reader who would get another language without it.
"""

from __future__ import annotations

from collections.abc import Mapping

from kpca_core._support.words import ENGLISH, language, languages, negotiated

# In addresses.
KEY = "lang"


def language_of(asked: str, chosen: str, accepted: str) -> str:
    """Return the language of a page.

    Parameters
    ----------
    asked, chosen
        by the address and by the reader, "" for none
    accepted
        by the browser: the header Accept-Language
    """
    known = languages()
    return next((one for one in (asked, chosen) if one in known), negotiated(accepted.split(",")))


def with_language(address: Mapping[str, str], unasked: str) -> dict[str, str]:
    """Return an address with the language of this context: texts by key.

    Parameters
    ----------
    address
        texts by key
    unasked
        the reader's language where no address says one
    """
    texts = {key: text for key, text in address.items() if key != KEY}
    return texts if language() == ENGLISH == unasked else {**texts, KEY: language()}
