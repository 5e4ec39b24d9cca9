"""What only a browser can show of the state: signs at a release, the address and its history."""

from __future__ import annotations

import io

import numpy as np
import pytest
from support.explorer import SIGNS, agreement, held, until

from datasets import gaussian_clusters
from kpca_core import Gaussian, fit
from kpca_core.drawing.canvas.words import number

pytestmark = pytest.mark.browser


def committed(page):
    """Whether the address holds the width on screen; it leaves the default out."""
    return page.address.get("width", "0.1") == str(page.value)


def shows_its_value(page):
    """Whether the picture on screen is that of the slider's value."""
    width = float(page.slider.get_attribute("aria-valuetext"))
    values = fit(Gaussian(width), gaussian_clusters(seed="paper").X, 8).eigenvalues
    return page.titles() == [number(value) for value in values]


def test_no_colour_swaps_at_a_release_nor_in_a_download_nor_in_the_large_view(explore):
    page = explore()
    for share in np.linspace(0.38, 0.77, 12):
        with held(page, share) as drag:
            drag(share + 0.002)
            until(lambda: shows_its_value(page), 10, "the slider's picture did not arrive")
            value, moving, paints = page.value, page.signs(), page.paints
        until(lambda: committed(page), 10, "the address lags behind")
        until(lambda before=paints: page.paints > before, 10, "nothing came to rest")
        page.settle(0.15)
        assert page.value == value
        assert shows_its_value(page)
        swapped = np.flatnonzero(agreement(moving, page.signs()) < 0.9)
        assert len(swapped) == 0, f"width {value}: panels {swapped + 1} swap their colours"
    panels = page.signs()
    fresh = explore(f"?width={page.value}").signs()
    assert (agreement(panels, fresh) < 0).any(), "no sign was there to be kept"
    with page.tab.expect_download() as saving:
        page.tab.get_by_role("button", name="All arrays NPZ").click()
    with np.load(io.BytesIO(saving.value.path().read_bytes())) as arrays:
        assert (agreement(panels, sampled(arrays["fields"])) > 0.9).all()
    for j in (0, 1):
        for _ in range(2):
            page.host.locator(".panel").nth(j).click()
        dialog = page.tab.get_by_role("dialog")
        dialog.wait_for()
        assert (agreement(panels, page.signs())[[j]] > 0.95).all()
        page.tab.keyboard.press("Escape")
        dialog.wait_for(state="hidden")


def test_reset_leads_to_the_colours_of_a_fresh_session(explore):
    # From here to the first view components 2 and 5 change their canonical signs.
    page = explore("?width=0.4")
    page.tab.get_by_role("button", name="Reset", exact=True).click()
    until(lambda: page.value == 0.1, 10, "the first view did not come back")
    page.settle()
    assert (agreement(page.signs(), explore().signs()) > 0.9).all()


def sampled(fields):
    """Signs of fields (p, ny, nx) where `Explorer.signs` looks."""
    steps = (np.arange(SIGNS) + 0.5) / SIGNS
    rows, columns = (np.rint(steps * (size - 1)).astype(int) for size in fields.shape[1:])
    return np.sign(fields[:, rows][:, :, columns])


def choose(page, label, option):
    page.tab.get_by_label(label, exact=True).click()
    page.tab.get_by_role("option", name=option, exact=True).click()


def test_back_and_forward_restore_what_was_set_and_a_kernel_has_its_own_parameter(explore):
    page = explore("?width=0.5")
    first = page.titles()
    choose(page, "Kernel", "Laplacian")
    until(lambda: page.address == {"kernel": "laplacian"}, 5, "the address lags behind")
    until(lambda: page.titles() != first, 5, "the Laplacian did not arrive")
    second = page.titles()
    box = page.type_into("width w", "0.7")
    until(lambda: page.address.get("decay") == "0.7", 5, "the address lags behind")
    until(lambda: page.titles() != second, 5, "the width did not arrive")
    page.tab.go_back()
    until(lambda: page.titles() == second, 5, "the width did not come back")
    until(lambda: box.input_value() == "0.3", 5, "the number box did not come back")
    page.tab.go_back()
    until(lambda: page.titles() == first, 5, "the kernel did not come back")
    page.tab.go_forward()
    until(lambda: page.titles() == second, 5, "the Laplacian did not come again")
    assert page.address == {"kernel": "laplacian"}
    page.idle()
    choose(page, "Kernel", "Linear")
    until(lambda: len(page.titles()) == 2, 10, "the linear kernel did not arrive")
    assert not page.slider.is_visible()
    assert page.address == {"kernel": "linear"}
    choose(page, "Kernel", "Gaussian")
    until(lambda: page.titles() == first, 10, "the width was forgotten")
    assert page.address == {"width": "0.5"}
    assert page.troubles == []
