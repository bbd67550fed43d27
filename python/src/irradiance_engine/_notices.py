"""Notices in the words of this package."""

from __future__ import annotations

from typing import Any

from ._errors import in_words


def told(notices: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**notice, "message": in_words(notice["message"])} for notice in notices]
