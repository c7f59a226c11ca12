"""MiniMax's OpenAI-compatible chat endpoint: prices here, the rest in its own modules.

Sources are MiniMax's public pages and live reports of 2025-26; models and prices move, see the dates.
"""

from __future__ import annotations

from proxy.profiles import minimax_errors, minimax_rewrite
from proxy.profiles.minimax_stream import MiniMaxStream
from proxy.profiles.model import Failure, Outgoing, Prices, StreamFilter

# Pay-as-you-go list of Nov 2026. The first prefix that fits wins. M3 costs twice as much for a request of
# more than 512K input tokens; a proxy that prunes stays below, and the ratio of cached to fresh is the same.
_M3 = Prices(input=0.30, cached=0.06, output=1.20)
_PRICES = (
    ("minimax-m3.1-flash", Prices(input=0.15, cached=0.015, output=0.60)),
    ("minimax-m3", _M3),
    ("minimax-m2.7-highspeed", Prices(input=0.60, cached=0.06, output=2.40)),
    ("minimax-m2.7", Prices(input=0.30, cached=0.06, output=1.20)),
    ("minimax-m2.5-highspeed", Prices(input=0.30, cached=0.03, output=2.40)),
    ("minimax-m2.5-lightning", Prices(input=0.30, cached=0.03, output=2.40)),
    ("minimax-m2.1-highspeed", Prices(input=0.30, cached=0.03, output=2.40)),
    ("minimax-m2.1-lightning", Prices(input=0.30, cached=0.03, output=2.40)),
    ("minimax-m2", Prices(input=0.30, cached=0.03, output=1.20)),
)


class MiniMaxProfile:
    """What MiniMax refuses, says differently, or leaves out."""

    name = "minimax"

    def price_of(self, model: str) -> Prices:
        """The list price; an unknown model is taken for the current one, M3."""
        wanted = model.lower().rpartition("/")[2]
        return next((prices for prefix, prices in _PRICES if wanted.startswith(prefix)), _M3)

    def rewrite(self, outgoing: Outgoing) -> tuple[Outgoing, tuple[str, ...]]:
        """See `minimax_rewrite.rewrite`."""
        return minimax_rewrite.rewrite(outgoing)

    def refusal(
        self, status: int, content_type: str, body: bytes, now: float | None = None
    ) -> Failure | None:
        """See `minimax_errors.refusal`."""
        return minimax_errors.refusal(status, content_type, body, now)

    def stream_filter(self) -> StreamFilter | None:
        """A `MiniMaxStream`."""
        return MiniMaxStream()

    def shape_refused(self, failure_body: bytes) -> bool:
        """See `minimax_errors.shape_refused`."""
        return minimax_errors.shape_refused(failure_body)
