"""From the text of a setting to its value; each cast raises ValueError with the problem in a few words."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from urllib.parse import urlsplit

_SIZE = re.compile(r"([0-9]{1,18})\s*(?:([KMG])i?B?|B)?", re.IGNORECASE)
_SIZE_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
_KEY = re.compile(r"[!-~]+")
_EXPIRY = re.compile(r"@([0-9]{4}-[0-9]{2}-[0-9]{2})$")
# A path segment that already says which version of an API is meant: v1, v4, v1beta, v2alpha1.
_VERSION = re.compile(r"v\d+(?:(?:alpha|beta)\d*)?")


@dataclass(frozen=True, slots=True)
class ClientKey:
    """One key a client may present: who it stands for, its SHA-256, the last day it is good for."""

    name: str
    digest: bytes = field(repr=False)
    expires: date | None = None


def secret(value: str) -> str:
    """Printable ASCII without spaces, as keys are; empty: none."""
    if value and not _KEY.fullmatch(value):
        raise ValueError("only printable ASCII without spaces can be sent as a key")
    return value


def address(value: str) -> str:
    """A host name or IP address to listen on."""
    if not re.fullmatch(r"[A-Za-z0-9.:%_-]+", value):
        raise ValueError(f"{value!r} is neither a host name nor an IP address")
    return value


def one_of(*words: str) -> Callable[[str], str]:
    """One of a few words, in any case."""

    def cast(value: str) -> str:
        word = value.lower()
        if word not in words:
            raise ValueError(f"{value!r} is not one of {', '.join(words)}")
        return word

    return cast


def switch(value: str) -> bool:
    """on or off, and the other ways people write them."""
    word = value.lower()
    if word in ("on", "true", "yes", "1"):
        return True
    if word in ("off", "false", "no", "0"):
        return False
    raise ValueError(f"{value!r} is neither on nor off")


def whole(low: int, high: int = 1 << 53) -> Callable[[str], int]:
    """A whole number from `low` to `high`."""

    def cast(value: str) -> int:
        if not re.fullmatch(r"[0-9]{1,18}", value) or not low <= int(value) <= high:
            raise ValueError(f"{value!r} is not a whole number from {low} to {high}")
        return int(value)

    return cast


def size(value: str) -> int:
    """Bytes: 67108864, 64MiB, 64M."""
    match = _SIZE.fullmatch(value)
    if match is None:
        raise ValueError(f"{value!r} is not a size in bytes")
    return int(match[1]) * _SIZE_UNITS[(match[2] or "").upper()]


def seconds(value: str) -> float:
    """Seconds above zero."""
    number = _number(value)
    if number <= 0:
        raise ValueError(f"{value!r} is not a number of seconds above zero")
    return number


def price(value: str) -> float | None:
    """US dollars per million tokens; empty leaves it to the profile."""
    if not value:
        return None
    number = _number(value)
    if number < 0:
        raise ValueError(f"{value!r} is below zero")
    return number


def _number(value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        raise ValueError(f"{value!r} is not a number") from None
    if not math.isfinite(number):
        raise ValueError(f"{value!r} is not a finite number")
    return number


def base_url(value: str) -> str:
    """An upstream's base address, with its version segment exactly once and no slash at the end.

    `/v1` is added unless the path names a version already, so all spellings people paste are accepted.
    """
    try:
        parts = urlsplit(value)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise ValueError("it is not an address") from None
    if parts.scheme not in ("http", "https") or not host:
        raise ValueError(f"{value!r} does not start with http:// or https:// and a host")
    if parts.username is not None or parts.query or parts.fragment:
        raise ValueError("it may hold no user name, query or fragment; the key goes into MINIMAX_API_KEY")
    if not value.isascii() or any(c.isspace() for c in value):
        raise ValueError("only ASCII without spaces can stand in an address")
    segments = [s for s in parts.path.split("/") if s]
    while segments[-2:] == ["v1", "v1"]:
        segments.pop()
    if not any(_VERSION.fullmatch(s) for s in segments):
        segments.append("v1")
    return f"{parts.scheme}://{parts.netloc}/{'/'.join(segments)}"


def words(value: str) -> tuple[str, ...]:
    """A comma list."""
    return tuple(w for w in (part.strip() for part in value.split(",")) if w)


def client_keys(value: str) -> tuple[ClientKey, ...]:
    """A comma list of `key`, `name:key` and `name:key@2027-01-31`; only digests leave this function."""
    keys: list[ClientKey] = []
    for number, entry in enumerate(words(value), 1):
        expiry = _EXPIRY.search(entry)
        name, colon, key = _EXPIRY.sub("", entry).partition(":")
        if not colon:
            name, key = f"client-{number}", name
        if not _KEY.fullmatch(key) or not name:
            raise ValueError(f"entry {number} is not key, name:key or name:key@YYYY-MM-DD in printable ASCII")
        digest = hashlib.sha256(key.encode("ascii")).digest()
        if any(k.digest == digest for k in keys):
            raise ValueError(f"entry {number} repeats the key of an earlier one")
        try:
            last_day = date.fromisoformat(expiry[1]) if expiry else None
        except ValueError:
            raise ValueError(f"entry {number} ends with a day that does not exist") from None
        keys.append(ClientKey(name, digest, last_day))
    return tuple(keys)
