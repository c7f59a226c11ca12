"""Who is calling: the client's key, as bytes, to a principal; never anything that stands in a message.

pass-through   any credential goes upstream, which judges it; equal ones are one principal
gateway        a key of GATEKEEPER_API_KEYS is asked for; the upstream key is put in its place
open gateway   no client keys configured (loopback only): whoever reaches the port may call
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

from proxy.errors import Header, ProxyError
from proxy.settings import Settings


@dataclass(frozen=True, slots=True)
class Principal:
    """The identity that traces, sessions and constraints belong to; `name` is for logs only."""

    id: str
    name: str


class Doorkeeper:
    """Turns a client's credential into a principal, and says what goes upstream in its place.

    ends_here: names of client headers that are not for the upstream; added: headers that are put there.
    """

    def __init__(self, settings: Settings, *, today: Callable[[], date] = date.today) -> None:
        self._keys = settings.client_keys
        self._today = today
        # Ids cannot be traced back to keys, nor compared between two runs of the proxy.
        self._salt = secrets.token_bytes(32)
        # In gateway the client's Authorization ends here, and the upstream key takes its place.
        self.ends_here = (b"authorization",) if settings.is_gateway else ()
        self.added: tuple[Header, ...] = ()
        if settings.api_key:
            self.added = ((b"authorization", f"Bearer {settings.api_key}".encode("ascii")),)

    def principal(self, headers: Mapping[bytes, bytes]) -> Principal:
        """The principal of a request with these headers (names in lower case).

        Raises ProxyError 401 when a client key is needed and missing, unknown or past its last day.
        """
        authorization = headers.get(b"authorization", b"")
        if self._keys:
            return self._holder(authorization)
        credential = authorization or headers.get(b"api-key") or headers.get(b"x-api-key")
        if not credential:
            return Principal("anonymous", "anonymous")
        ident = hashlib.blake2b(credential, key=self._salt, digest_size=16).hexdigest()
        return Principal(ident, f"client-{ident[:8]}")

    def _holder(self, authorization: bytes) -> Principal:
        scheme, _, token = authorization.partition(b" ")
        digest = hashlib.sha256(token.strip()).digest()
        found = None
        # Every key is compared, so that the time tells nothing about which one matched.
        for key in self._keys:
            if hmac.compare_digest(key.digest, digest):
                found = key
        if found is None or scheme.lower() != b"bearer":
            raise _refusal("invalid_api_key", "Incorrect or missing API key for this proxy.")
        if found.expires is not None and self._today() > found.expires:
            raise _refusal("expired_api_key", "This API key has expired.")
        ident = hashlib.blake2b(found.digest, key=self._salt, digest_size=16).hexdigest()
        return Principal(ident, found.name)


def _refusal(code: str, message: str) -> ProxyError:
    headers = [(b"www-authenticate", b'Bearer realm="context-gatekeeper"')]
    return ProxyError(401, "authentication_error", code, message, headers=headers)
