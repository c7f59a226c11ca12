"""The values and protocols every profile speaks in. A profile is pure: bytes in, bytes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Prices:
    """USD per 1,000,000 tokens: fresh input, input read from the provider's cache, output."""

    input: float
    cached: float
    output: float


@dataclass(frozen=True, slots=True)
class Outgoing:
    """What is about to be sent: the raw JSON of each message in order, and of `tools` if there are any."""

    messages: tuple[bytes, ...]
    tools: bytes | None


@dataclass(frozen=True, slots=True)
class Failure:
    """An error as an OpenAI client expects it: HTTP status, `{"error": …}` as JSON, extra headers."""

    status: int
    body: bytes
    headers: tuple[tuple[bytes, bytes], ...] = ()


class StreamFilter(Protocol):
    """Mends one event stream on its way to the client."""

    def first(self, chunk: bytes) -> Failure | None:
        """Look at the first body chunk before the status line goes out.

        A Failure means: answer with it, feed nothing. After None the same chunk goes through `feed`.
        """
        ...

    def feed(self, chunk: bytes) -> bytes:
        """The bytes to send now; `chunk` itself, the very same object, when nothing needs changing."""
        ...

    def finish(self) -> bytes:
        """What is still owed once the upstream has ended its body cleanly."""
        ...


class Profile(Protocol):
    """The rules of one kind of upstream."""

    @property
    def name(self) -> str:
        """What the profile is called in settings and traces."""
        ...

    def price_of(self, model: str) -> Prices:
        """List prices of `model`, or of the nearest thing known when the model is not."""
        ...

    def rewrite(self, outgoing: Outgoing) -> tuple[Outgoing, tuple[str, ...]]:
        """Change what this upstream would refuse; the names of the rewrites made.

        The same object and () when nothing had to change. Untouched messages keep their bytes objects.
        """
        ...

    def refusal(
        self, status: int, content_type: str, body: bytes, now: float | None = None
    ) -> Failure | None:
        """Translate a complete chat answer that is an error; None means: pass it as it is.

        `now` (Unix seconds) is needed to turn a reset time into a `retry-after`; without it there is none.
        """
        ...

    def stream_filter(self) -> StreamFilter | None:
        """A new filter for one answer with `text/event-stream`; None when streams pass untouched."""
        ...

    def shape_refused(self, failure_body: bytes) -> bool:
        """Whether the upstream refused the request for the shape of its messages.

        Takes the upstream's error body or its translation.
        """
        ...
