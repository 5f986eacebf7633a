"""Pages from the web."""

from __future__ import annotations

import re

import httpx

MAX_TEXT = 50_000


def fetch_page(url: str) -> str:
    response = httpx.get(url, follow_redirects=True, timeout=20.0)
    response.raise_for_status()
    text = re.sub(r"(?s)<(script|style).*?</\1>", " ", response.text)
    text = re.sub(r"<[^>]+>", " ", text)
    return " ".join(text.split())[:MAX_TEXT]
