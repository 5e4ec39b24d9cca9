"""What a file of a page tells whoever has nothing but it."""

from __future__ import annotations

import html
import io
import json
import xml.etree.ElementTree

import numpy as np
from PIL import Image


def told_by(name: str, content: str | bytes) -> str:
    """Read a file as what it is called; return the text that it carries."""
    form = name.rpartition(".")[2]
    if form == "png":
        with Image.open(io.BytesIO(content)) as image:
            return " ".join(map(str, image.text.values()))
    if form == "svg":
        return " ".join(xml.etree.ElementTree.fromstring(content).itertext())
    if form == "pdf":
        assert content.startswith(b"%PDF")
        return content.replace(b"\0", b"").replace(b"\\", b"").decode("latin-1")
    if form == "npz":
        with np.load(io.BytesIO(content)) as saved:
            return " ".join(saved["origin"].tolist())
    if form in ("json", "ipynb"):
        return json.dumps(json.loads(content), ensure_ascii=False)
    if form == "html":
        assert 'src="http' not in content, "it needs a network"
        return html.unescape(content)
    return content
