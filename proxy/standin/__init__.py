"""A stand-in for MiniMax's chat API: it refuses what MiniMax refuses and says what it was sent.

`gatekeeper serve` without a key, `gatekeeper demo` and tests talk to it instead of the real service.
"""

from proxy.standin.app import create_standin
from proxy.standin.options import StandinOptions

__all__ = ["StandinOptions", "create_standin"]
