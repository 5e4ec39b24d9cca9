"""Tours for the tests."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode

from views.stories.tours import tour_of

EVIL = "<script>alert(1)</script> [x](javascript:alert(1)) $x^2$ ![i](http://x.y/z.png) {0} \\"


def step(page="explore", title="", text="", **settings):
    return {"page": page, "title": title, "text": text, "settings": settings}


def entries(*steps, title="", hidden=()):
    return {"tour": 1, "title": title, "hidden": [*hidden], "steps": [*steps]}


def made(*steps, **more):
    return tour_of(entries(*steps, **more))


WALK = made(
    step(title="Rings", text=EVIL, data="rings", kernel="polynomial", grid="25"),
    step(title="Wide", data="rings", width="2.0", grid="25"),
    step("sweep", title="A sweep"),
    title="A walk",
    hidden=("scale", "digits"),
)


def packed(data: bytes) -> str:
    """Bytes as a link holds them."""
    return urlsafe_b64encode(zlib.compress(data, 9)).rstrip(b"=").decode()
