"""No page in Chinese has English words left but names, code, formulas and units."""

from __future__ import annotations

import re

import pytest
from support.browser import come_to_rest

from views.named import FIRST, PAGES

pytestmark = pytest.mark.browser

# Each page in states that together show its parts; Explore in all of its views.
PLACES = ("?data=rings", *(f"{name}?" for name in PAGES if name != FIRST), "table?data=iris")
# All text that is shown, also in shadow roots and in what is for screen readers, one piece a line;
# code, formulas and inputs have none that is the page's.
VISIBLE = """() => {
    const found = [];
    const skip = "script, style, code, pre, .katex, math, textarea, noscript, option[lang], "
        + "[data-testid=stIconMaterial], [data-testid=stHeaderActionElements], "
        + ".material-symbols-rounded";
    const walk = (node) => {
        if (node.nodeType === Node.TEXT_NODE) return found.push(node.textContent);
        if (node.matches?.(skip)) return;
        if (node.nodeType === Node.ELEMENT_NODE) {
            const style = getComputedStyle(node);
            if (style.display === "none" || style.visibility === "hidden") return;
            for (const side of ["::before", "::after"]) {
                const { content } = getComputedStyle(node, side);
                if (/^"/.test(content)) found.push(content);
            }
            for (const name of ["aria-label", "title", "placeholder", "alt"]) {
                found.push(node.getAttribute(name) ?? "");
            }
        }
        for (const child of (node.shadowRoot ?? node).childNodes) walk(child);
    };
    walk(document.body);
    return found.map((text) => text.trim()).filter(Boolean);
}"""
# What stays in every language: people, titles of their works, programs, formats, keys, notation.
NAMES = (
    "Schölkopf", "Smola", "Müller", "Bishop", "Neural Computation",
    "Nonlinear component analysis as a kernel eigenvalue problem",
    "Pattern Recognition and Machine Learning", "Mercer", "Cholesky", "Hebb", "Sanger", "Nyström",
    "Abramowitz & Stegun", "Rasmussen & Williams", "Van Trees", "Williams",
    "Matérn", "Gram", "Sigmoid", "PCA", "SNE", "UMAP", "USPS", "OpenML", "scikit-learn", "Matlab",
    "Python", "python -m benchmarks neighbours", "Ctrl", "Delete", "Esc", "Escape", "Shift",
    "Home", "Page Down", "Page Up", "argmax", "English",
    "Language", "tanh", "HTML", "JSON", "CSV", "NPZ", "NPY", "TSV", "SVG", "PDF", "PNG", "Excel",
    "xlsx", "xls", "LibreOffice", "ods", "Parquet", "csv", "zip",
)  # fmt: skip
# Code: kernels as they are built, settings of addresses, methods of the library.
CODE = re.compile(r"\b(\w+\(.*?\)|\w+=\S+|fixed-point)")
# What Streamlit says of its own widgets to screen readers, and the names of its icons.
STREAMLIT = re.compile(
    "Choose an option|Choose options|Clear all|Decrement|Increment|Help( for .*)?|Open|Remove .*"
    "|Selected values|Sidebar|Expand sidebar|Skip to main content|upload"
    "|(check_circle|arrow_.*)( icon)?"
)
# Columns and labels of the table that is shown.
IRIS = re.compile("setosa|versicolor|virginica|(sepal|petal) (length|width)|load_iris|label")


def english_in(texts):
    left = [one for one in texts if not STREAMLIT.fullmatch(one)]
    for name in sorted(NAMES, key=len, reverse=True):
        left = [one.replace(name, "") for one in left]
    left = [IRIS.sub("", CODE.sub("", one)) for one in left]
    return sorted({one for one in left if re.search("[A-Za-z]{3}", one)})


@pytest.mark.parametrize("place", PLACES)
def test_no_english_is_left(app_url, new_tab, place):
    tab = new_tab()
    tab.goto(f"{app_url}/{place}&lang=zh".replace("?&", "?"))
    tab.wait_for_selector("[data-paints], .stMain h1, .stMain h2", state="attached")
    come_to_rest(tab)
    assert not english_in(tab.evaluate(VISIBLE))
    if place == PLACES[0]:
        # The views, and editing and selecting points.
        for k in range(6):
            tab.locator(".views .switch").nth(k).click()
            come_to_rest(tab)
            assert not english_in(tab.evaluate(VISIBLE))
        tab.set_viewport_size({"width": 390, "height": 900})
        come_to_rest(tab)
        assert not english_in(tab.evaluate(VISIBLE))
