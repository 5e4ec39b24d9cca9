"""The widget of notebooks: what Python reads and sets, and its adapter with a stand-in model."""

from __future__ import annotations

import base64
import json
import re
from urllib.parse import parse_qs, urlencode

import numpy as np
import pytest
from support.explorer import until
from support.frames import decode

pytest.importorskip("anywidget")

from kpca_core import Gaussian, Linear, Polynomial, fit
from kpca_core.drawing.canvas.modules import bundle
from kpca_core.notebook import Explorer

RNG = np.random.default_rng(0)
X = np.concatenate([centre + 0.1 * RNG.normal(size=(20, 2)) for centre in ([0, 0], [1, 1])])
LABELS = np.repeat(["red", "blue"], 20)


@pytest.fixture
def sent(monkeypatch):
    found: list[tuple] = []
    monkeypatch.setattr(Explorer, "send", lambda self, *message: found.append(message))
    return found


@pytest.fixture
def explorer():
    return Explorer(X, Gaussian(0.5), labels=LABELS, components=3)


def ask(explorer, values, number=7, **more):
    question = {"n": number, "address": urlencode({**values, **more}), "detail": {"samples": 30}}
    explorer._hear(explorer, {"ask": question, "view": "a"}, [])


def at_rest(explorer):
    return decode(explorer._frame)


def test_the_picture_at_rest_is_that_of_a_fit(explorer):
    header, arrays = at_rest(explorer)
    alone = fit(Gaussian(0.5), X, 16)
    assert header["spectrum"]["values"] == alone.eigenvalues.tolist()
    assert len(arrays["fields"]) == 3
    assert header["groups"] == ["blue", "red"]
    (slider,) = header["controls"]
    assert (slider["name"], slider["min"], slider["max"]) == ("width", 0.05, 5.0)


def test_settings_and_kernel_follow_one_another_and_draw_anew(explorer):
    explorer.settings = {"width": 0.7}
    assert explorer.kernel == Gaussian(0.7)
    assert at_rest(explorer)[0]["controls"][0]["value"] == 0.7
    explorer.kernel = Polynomial(2, offset=1.0)
    assert explorer.settings == {"degree": 2, "offset": 1.0}
    assert [one["name"] for one in at_rest(explorer)[0]["controls"]] == ["degree", "offset"]
    explorer.kernel = Linear()
    assert explorer.settings == {}
    assert at_rest(explorer)[0]["controls"] == []
    explorer.components = 2
    assert len(at_rest(explorer)[1]["fields"]) == 2


def test_what_is_set_in_python_is_news_for_the_browser(explorer):
    explorer._hear(explorer, {"hold": {"j": "1"}, "n": 12, "view": "a"}, [])
    explorer._hear(explorer, {"select": [5], "n": 11, "view": "b"}, [])
    explorer.component, explorer.view, explorer.selected = 2, "scores", [3, 4]
    after = at_rest(explorer)[0]
    assert after["n"] == 12, "it knows of all that was sent"
    assert (after["choices"]["j"], after["choices"]["view"]) == ("2", "scores")
    assert after["selected"] == [3, 4]
    assert after["aspect"]["kind"] == "scores"


def test_what_a_reader_does_can_be_read(explorer, sent):
    settled = {"width": 0.9, "view": "gram", "j": "2"}
    explorer._hear(explorer, {"settle": settled, "n": 9, "view": "a"}, [])
    assert (explorer.settings, explorer.view, explorer.component) == ({"width": 0.9}, "gram", 2)
    header, _ = at_rest(explorer)
    assert header["n"] == 9
    explorer._hear(explorer, {"select": [5, 1], "n": 10, "view": "a"}, [])
    explorer._hear(explorer, {"hold": {"large": "true", "j": None}, "n": 11, "view": "a"}, [])
    assert (explorer.selected, explorer.large, explorer.component) == ([5, 1], True, 0)


def test_a_question_is_answered_to_the_view_that_asks_with_signs_that_stay(explorer, sent):
    ask(explorer, {"width": 0.6})
    ((content, (frame,)),) = sent
    assert content["view"] == "a"
    assert 0 <= content["worked"] < 5000
    header, arrays = decode(frame)
    assert (header["n"], header["moving"], header["values"]) == (7, True, {"width": 0.6})
    assert arrays["steps"].shape == (3, 30, 30)
    assert explorer.settings == {"width": 0.5}
    alone = fit(Gaussian(0.6), X, 16)
    np.testing.assert_allclose(header["spectrum"]["values"], alone.eigenvalues, 5e-8)


@pytest.mark.parametrize(
    "message",
    [
        {}, None, "text", {"ask": {}}, {"ask": None}, {"select": ["x"]},
        {"settle": {"view": "no"}}, {"hold": {"view": "no"}}, {"select": [1], "n": "last"},
        {"ask": {"n": 1, "address": "width=-1", "detail": {"samples": 30}}},
        {"ask": {"n": 1, "address": "width=x", "detail": {"samples": 30}}},
        {"settle": {"width": 1e9}, "n": 1},
    ],
    ids=str,
)  # fmt: skip
def test_a_message_that_is_none_changes_nothing(explorer, sent, message):
    explorer._hear(explorer, message, [])
    assert (explorer.settings, explorer.view, explorer.selected) == ({"width": 0.5}, "maps", [])
    assert [buffers for _, buffers in sent] == [[]]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"labels": ["a"]}, "Labels are one a row"),
        ({"ranges": {"width": (1, 2)}}, "The range of width has to hold its value 0.5"),
        ({"ranges": {"depth": (1, 2)}}, "no number 'depth' to drag; it has width"),
        ({"plane": (0, 5)}, "A plane needs two different columns of 2"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_value(more, said):
    with pytest.raises(ValueError, match=said):
        Explorer(X, Gaussian(0.5), **more)
    explorer = Explorer(X, Gaussian(0.5))
    with pytest.raises(ValueError, match="no parameter 'wdith'"):
        explorer.settings = {"wdith": 1.0}


def test_where_no_front_end_runs_there_is_a_picture(explorer):
    data, _ = explorer._repr_mimebundle_()
    assert base64.b64decode(data["image/png"])[:4] == b"\x89PNG"
    assert "application/vnd.jupyter.widget-view+json" in data


def test_rows_of_more_columns_are_shown_on_a_plane():
    wide = np.hstack([X, RNG.normal(size=(40, 3))])
    assert "Slices" in at_rest(Explorer(wide))[0]["slices"]
    principal = at_rest(Explorer(wide, plane="principal"))[0]["slices"]
    assert "principal components" in principal


PAGE = """
<!doctype html><body style="background: #ffffff"><main id="one"></main><main id="two"></main>
<script type="module">
MODULE
const codes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const bytes = (text) => new DataView(codes(text).buffer);
function model(frames) {
  const listeners = {};
  const it = {
    sent: [], deaf: false, values: { _styles: STYLES, _frame: bytes(frames.rest) },
    get: (name) => it.values[name],
    on: (name, listen) => (listeners[name] = listen),
    off: (name) => delete listeners[name],
    say: (name, ...what) => listeners[name]?.(...what),
    send(message) {
      it.sent.push(message);
      if (it.deaf) return;
      const answer = message.ask ? [bytes(frames.moved)] : [];
      setTimeout(() => it.say("msg:custom", { view: message.view, worked: 3 }, answer), 5);
    },
  };
  return it;
}
window.models = ["one", "two"].map((id) => {
  const it = model(FRAMES);
  it.end = widget().render({ model: it, el: document.getElementById(id) });
  return it;
});
</script>
"""


@pytest.mark.browser
def test_the_adapter_asks_draws_settles_and_says_when_the_kernel_is_gone(browser, explorer, sent):
    ask(explorer, {"width": 0.6}, 1)
    frames = {"rest": explorer._frame, "moved": sent[0][1][0]}
    packed = {name: base64.b64encode(data).decode() for name, data in frames.items()}
    module = re.sub(
        r"export\s*\{([\w$]+) as default\};", r"const widget=\1;", bundle("notebook/widget.js")
    )
    page = PAGE.replace("MODULE", module).replace("FRAMES", json.dumps(packed))
    context = browser.new_context(viewport={"width": 900, "height": 900})
    tab = context.new_page()
    troubles: list[str] = []
    tab.on("pageerror", lambda error: troubles.append(str(error)))
    tab.set_content(page.replace("STYLES", json.dumps(explorer._styles)))
    first, second = (tab.locator(f"#{name} [data-paints]") for name in ("one", "two"))
    for widget in (first, second):
        widget.wait_for()
    still = second.get_attribute("data-paints")
    slider = tab.locator("#one input[type=range]")
    slider.focus()
    tab.keyboard.press("ArrowRight")
    until(lambda: tab.evaluate("models[0].sent.some((one) => one.settle)"), 5, "nothing settled")
    asked, *again, settled = tab.evaluate("models[0].sent")
    assert all(one["ask"]["detail"]["words"] for one in again), "only for the words"
    width = float(settled["settle"]["width"])
    assert float(parse_qs(asked["ask"]["address"])["width"][0]) == width != 0.5
    assert first.get_attribute("data-n") == str(asked["n"])
    assert settled["n"] > asked["n"] > 0
    assert tab.evaluate("models[1].sent") == []
    assert second.get_attribute("data-paints") == still
    tab.evaluate("models[0].deaf = true; models[0].say('comm_live_update')")
    said = tab.locator("#one").get_by_role("status")
    said.wait_for()
    assert "kernel does not answer" in said.inner_text()
    assert not tab.locator("#two").get_by_role("status").is_visible()
    tab.evaluate("models[0].deaf = false; models[0].say('comm_live_update')")
    said.wait_for(state="hidden")
    tab.evaluate("models.forEach((one) => one.end())")
    assert tab.locator("[data-paints]").count() == 0
    assert troubles == []
    context.close()
