"""Any upstream that speaks OpenAI's dialect as it is: nothing is rewritten, nothing translated."""

from __future__ import annotations

from proxy.profiles.model import Failure, Outgoing, Prices, StreamFilter

# What is behind a generic upstream is not known here. Only the relation of the three matters to the
# decision when to re-select, and a tenth for cached input is what OpenAI charges for its GPT-5 models.
_PRICES = Prices(input=1.25, cached=0.125, output=10.0)


class OpenAIProfile:
    """The profile that does nothing."""

    name = "openai"

    def price_of(self, model: str) -> Prices:
        """One assumed price for every model."""
        return _PRICES

    def rewrite(self, outgoing: Outgoing) -> tuple[Outgoing, tuple[str, ...]]:
        """The same object."""
        return outgoing, ()

    def refusal(
        self, status: int, content_type: str, body: bytes, now: float | None = None
    ) -> Failure | None:
        """Never: an upstream error is an answer and keeps its bytes."""
        return None

    def stream_filter(self) -> StreamFilter | None:
        """None: streams pass untouched."""
        return None

    def shape_refused(self, failure_body: bytes) -> bool:
        """Never: OpenAI's error texts do not tell a wrong shape apart reliably."""
        return False
