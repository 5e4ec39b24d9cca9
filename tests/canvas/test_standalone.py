"""The pictures without Streamlit: a plain page of their own, and imports that do not bring it."""

from __future__ import annotations

import base64

import numpy as np
import pytest
from support.explorer import SIGNS, agreement, signs_of, until
from support.frames import decode

from datasets import gaussian_clusters
from kpca_core import Gaussian, Grid, fit
from kpca_core.drawing.canvas import ASSETS
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.picture_sheets import scene_of
from kpca_core.drawing.canvas.words import Display
from kpca_core.drawing.scene import Slider, pack

ORIGIN = "http://pictures.test"
PAGE = """
<!doctype html>
<link rel="stylesheet" href="drawing.css">
<main id="here" style="width: 900px"></main>
<script type="module">
  import { mount } from "./drawing.js";
  import { createMaps } from "./maps.js";
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  window.asked = [];
  window.released = [];
  window.held = [];
  const drawing = mount(document.getElementById("here"), {
    scene: createMaps,
    ask: (question) => { window.asked.push(question); drawing.show(bytes("MOVED")); },
    release: (settings, beside) => { window.released.push({ settings, ...beside }); return 0; },
    hold: (settings) => window.held.push(settings),
    theme: () => ({ background: "#ffffff", text: "#1f2328", accent: "#b35806" }),
  });
  window.drawing = drawing;
  drawing.rest(bytes("RESTING"));
</script>
"""


def picture(width: float) -> Picture:
    data = gaussian_clusters(seed="paper")
    decomposition = fit(Gaussian(width), data.X, 16)
    fields = decomposition.expansion.first(8).on_grid(Grid.over(data.region, 60))
    return Picture(decomposition, fields, data.X, data.labels, data.region)


def framed(width: float, n: int) -> bytes:
    slider = Slider("width", "width c", width, 1e-3, 1e2, log=True)
    reply = {
        "n": n,
        "page": "explore",
        "address": "grid=60",
        "signs": "+" * n,
    }
    return pack(scene_of(picture(width), Display("three clusters", 8), [slider]), reply)


@pytest.fixture
def plain_page(browser):
    """A page that mounts the drawing, and the errors in it; nothing else is served."""
    context = browser.new_context(viewport={"width": 1000, "height": 900})
    tab = context.new_page()
    troubles: list[str] = []
    tab.on("pageerror", lambda error: troubles.append(str(error)))
    text = PAGE
    for name, data in (("RESTING", framed(0.1, 0)), ("MOVED", framed(0.3, 1))):
        text = text.replace(name, base64.b64encode(data).decode())

    def serve(route, request) -> None:
        name = request.url.removeprefix(f"{ORIGIN}/")
        if name == "":
            route.fulfill(body=text, content_type="text/html; charset=utf-8")
        elif (ASSETS / name).is_file():
            route.fulfill(path=ASSETS / name)
        else:
            route.fulfill(status=404)

    fetched: list[str] = []
    tab.on("request", lambda request: fetched.append(request.url.rpartition("/")[2]))
    tab.route(f"{ORIGIN}/**", serve)
    tab.goto(f"{ORIGIN}/")
    tab.wait_for_selector("[data-paints]")
    yield tab, fetched
    assert troubles == []
    context.close()


@pytest.mark.browser
def test_a_plain_page_shows_a_picture_that_asks_releases_moves_and_goes(plain_page):
    tab, fetched = plain_page
    titles = tab.locator(".panel .text").all_inner_texts()
    assert titles[:3] == ["λ = 22.558", "λ = 20.936", "λ = 4.648"]
    shown = signs_of(tab.locator("#here"))
    steps = np.rint((np.arange(SIGNS) + 0.5) / SIGNS * 59).astype(int)
    fields = np.sign(picture(0.1).fields[:, steps][:, :, steps])
    assert (agreement(shown, fields) > 0.9).all()
    assert "Kernel PCA of three clusters, 90 points" in tab.locator("p.hidden").first.inner_text()
    assert "drawing.js" in fetched
    assert not [name for name in fetched if "streamlit" in name or "socket" in name]
    assert_takes_questions_and_releases(tab)
    assert_moves_and_is_given_up(tab)


def assert_takes_questions_and_releases(tab):
    slider = tab.locator("input[type=range]")
    slider.focus()
    tab.keyboard.press("ArrowRight")
    until(lambda: tab.evaluate("released.length") == 1, 5, "the release did not arrive")
    (question,) = tab.evaluate("asked")
    detail = question.pop("detail")
    assert question == {
        "n": 1, "page": "explore", "address": "grid=60&width=0.101&j=1",
        "before": {"n": 0, "address": "grid=60", "signs": ""}, "beside": {},
    }  # fmt: skip
    assert detail == {"samples": detail["samples"], "deflate": True, "words": True}
    width = tab.locator(".panel canvas").first.bounding_box()["width"]
    assert detail["samples"] == pytest.approx(width / 3.6, abs=1)
    (released,) = tab.evaluate("released")
    before = {"n": 1, "address": "grid=60", "signs": "+"}
    assert released == {"settings": {"width": 0.101}, "before": before}
    for name, pressed in (("Logarithmic axis", "true"), ("Show data points", "false")):
        button = tab.get_by_role("button", name=name)
        button.click()
        until(lambda b=button, p=pressed: b.get_attribute("aria-pressed") == p, 5, name)
    settled = {"width": 0.101, "log": "true", "markers": "false"}
    assert tab.evaluate("released.at(-1).settings") == settled
    expected, _ = decode(framed(0.3, 1))
    assert tab.locator(".panel .text").all_inner_texts() == expected["titles"]
    tab.locator(".panel").nth(2).click()
    assert tab.evaluate("held.at(-1)")["j"] == "3"


def assert_moves_and_is_given_up(tab):
    tab.evaluate(
        """() => {
            const other = document.createElement("section");
            document.body.append(other);
            document.getElementById("here").remove();
            drawing.moveTo(other);
        }"""
    )
    tab.wait_for_selector("section .panel canvas")
    assert tab.locator("section .panel").count() == 8
    tab.evaluate("drawing.dispose()")
    assert tab.locator(".panel").count() == 0


def test_a_frame_needs_no_more_than_a_picture():
    header, arrays = decode(pack(scene_of(picture(0.1))))
    assert header["titles"][0] == "λ = 22.558"
    assert header["controls"] == []
    assert header["legend"] == ""
    assert not [fact for fact in header["facts"] if fact.endswith("ms")]
    assert arrays["fields"].shape == (8, 60, 60)


def test_a_picture_with_other_signs_is_the_same_decomposition():
    found = picture(0.1)
    signs = np.array([1.0, -1.0] * 8)
    flipped = found.with_signs(signs)
    np.testing.assert_array_equal(flipped.fields, found.fields * signs[:8, None, None])
    np.testing.assert_array_equal(flipped.decomposition.scores, found.decomposition.scores * signs)
    np.testing.assert_allclose(
        flipped.decomposition.expansion(found.points), flipped.decomposition.scores, atol=1e-10
    )
    assert found.with_signs(np.ones(16)) is found
