"""The page "Own data" as a new user meets it: a file, lines, a reload, a drag, the scores."""

from __future__ import annotations

import csv
import re

import numpy as np
import pytest
from support.browser import come_to_rest

from kpca_core import Gaussian, fit
from kpca_core.tables import builtin
from kpca_core.tables.writing import csv_text

pytestmark = pytest.mark.browser

HELD = "sessionStorage.getItem('kpca-table')"
PASTE = """text => {
    const lines = document
        .querySelector(".st-key-gift [data-testid=stBidiComponentIsolated]")
        .shadowRoot.querySelector("[data-part=lines]");
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", text);
    lines.dispatchEvent(new ClipboardEvent("paste", { clipboardData, cancelable: true }));
    return lines.value;
}"""
HTML = "<img src=x onerror=alert(1)>"
MARKDOWN = "![p](http://example.invalid/p.png)"


def test_from_a_file_to_scores(app_url, new_tab, tmp_path):
    table = builtin("wine")
    rows = table.rows(label=table.label, standardise=True)
    names = [HTML, MARKDOWN, *rows.names[2:]]
    raw = table.rows(label=table.label)
    words = [f"<b>{raw.words[k]}</b>" for k in raw.labels]
    file = tmp_path / "wine &lt;i&gt;.csv"
    lines = [[*row, word] for row, word in zip(raw.X.tolist(), words, strict=True)]
    file.write_text(csv_text([*names, "kind"], lines), "utf-8")
    tab = new_tab((390, 844), accept_downloads=True)
    asked: list[str] = []
    ran: list[str] = []
    tab.on("dialog", lambda dialog: (ran.append(dialog.message), dialog.dismiss()))
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto(f"{app_url}/table")
    come_to_rest(tab)
    tab.locator(".st-key-gift input[type=file]").set_input_files(file)
    tab.wait_for_selector("[data-paints]")
    # Nothing waits for what has its size already, as it may for ten seconds.
    tab.wait_for_function(
        "document.getAnimations().every(({ animationName }) => animationName !== 'arrive')"
    )
    come_to_rest(tab)
    tab.get_by_text("First rows, and how they are read").click()
    tab.get_by_text("<b>class_0</b>").first.wait_for()
    # Names are shown as they are, and neither run nor fetched.
    text = tab.locator(".stMain").inner_text().replace("\N{WORD JOINER}", "")
    assert HTML in text
    assert MARKDOWN in text
    assert "<b>class_0</b>" in text
    assert tab.title() == "Own data · Kernel PCA explorer"
    assert not ran
    assert not [url for url in asked if "example.invalid" in url]
    assert tab.locator(".stMain img[src=x]").count() == 0
    # A key of the slider changes the picture, and its release the address, which has no table.
    host = tab.locator("[data-paints]")
    before = float(host.get_attribute("data-value"))
    slider = host.locator("input[type=range]").first
    slider.focus()
    slider.press("ArrowRight")
    tab.wait_for_function("location.search.includes('width=')")
    come_to_rest(tab)
    address = tab.evaluate("location.search")
    width = float(re.search(r"width=([\d.]+)", address).group(1))
    assert width > before
    assert set(re.findall(r"[?&](\w+)=", address)) == {"width"}
    # A reload keeps the table and its settings, and its name is in no address.
    handle, value = tab.evaluate(HELD), host.get_attribute("data-value")
    assert len(handle) >= 20
    links = tab.eval_on_selector_all("a[href]", "all => all.map((one) => one.href)")
    assert links
    assert not [link for link in links if handle in link]
    tab.reload()
    tab.wait_for_selector("[data-paints]")
    come_to_rest(tab)
    assert file.name in tab.locator(".stMain").inner_text().replace("\N{WORD JOINER}", "")
    assert tab.evaluate("location.search") == address
    assert host.get_attribute("data-value") == value
    assert handle not in tab.url
    with tab.expect_download() as download:
        tab.get_by_role("button", name="Scores CSV").click()
    given = tmp_path / "scores.csv"
    download.value.save_as(given)
    with given.open(encoding="utf-8") as content:
        found = list(csv.DictReader(line for line in content if not line.startswith("#")))
    scores = np.array([[float(row[f"score{j}"]) for j in range(1, 9)] for row in found])
    expected = fit(Gaussian(width), rows.X, 16).scores[:, :8]
    signs = np.sign((scores * expected).sum(axis=0))
    np.testing.assert_allclose(scores, expected * signs, atol=1e-12)
    # A table that the server no longer has is said to be gone.
    tab.evaluate("sessionStorage.setItem('kpca-table', 'no table has this name')")
    tab.reload()
    tab.wait_for_selector("text=The server no longer has the table")
    tab.wait_for_function(f"{HELD} === null")
    # Many lines are read at once and not laid out.
    come_to_rest(tab)
    many = np.random.default_rng(0).standard_normal((60_000, 2)).round(3)
    assert tab.evaluate(PASTE, csv_text(["a", "b"], many.tolist())) == ""
    tab.get_by_text("60,000 rows").first.wait_for()


def answering(status: int, body: str):
    """What answers a request in the place of the server."""
    return lambda route: route.fulfill(status=status, body=body)


def test_lines_are_pasted_or_dropped_and_what_is_refused_is_said(app_url, new_tab):
    tab = new_tab()
    tab.goto(f"{app_url}/table")
    come_to_rest(tab)
    gift = tab.locator(".st-key-gift")
    read = gift.get_by_role("button", name="Read the lines")
    read.click()
    gift.get_by_text("There are no lines to read").wait_for()
    rows = np.random.default_rng(0).standard_normal((600, 40)).round(12)
    lines = csv_text([f"c{j}" for j in range(40)], rows.tolist())
    assert len(lines) > 2**18, "more than a message to Streamlit may have"
    gift.get_by_label("Or paste lines").fill(lines)
    answers = {
        "No room.": (413, '{"refusal": "No room."}'),
        " MB, more than a server between": (413, "<h1>Request Entity Too Large</h1>"),
        "The server cannot be reached.": (502, "Bad Gateway"),
        "did not take the table (status 405)": (405, '{"message": "Method Not Allowed"}'),
        "did not take the table (status 200)": (200, "<title>Log in</title>"),
    }
    for said, (status, body) in answers.items():
        tab.route("**/uploads/*", answering(status, body))
        read.click()
        gift.get_by_text(said).wait_for()
        tab.unroute("**/uploads/*")
    read.click()
    tab.get_by_text("600 rows").first.wait_for()
    tab.evaluate("""() => {
        const drop = new DataTransfer();
        drop.items.add(new File(["a,b\\n1,2\\n3,5\\n4,4\\n"], "dropped.csv"));
        const host = document.querySelector(".st-key-gift [data-testid=stBidiComponentIsolated]");
        host.shadowRoot.querySelector("[data-part=box]").dispatchEvent(
            new DragEvent("drop", { dataTransfer: drop, cancelable: true }),
        );
    }""")
    tab.get_by_text("dropped.csv").first.wait_for()
