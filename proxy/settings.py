"""Every setting of the proxy: declared once, read once, wrong values refused with one line.

`Settings.from_env` is the only reader of the environment, and the environment is its argument. The fields of
`Settings` are the single source: .env.example and the table in the README are generated from them.
"""

from __future__ import annotations

import ipaddress
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple

from proxy import casts
from proxy.casts import ClientKey
from proxy.errors import SettingsError

MODES = ("minimal", "budget", "observe", "off")


class Variable(NamedTuple):
    """One environment variable: how its text is read and what people are told about it."""

    name: str
    cast: Callable[[str], Any]
    default: str
    help: str
    example: str


def _from(
    name: str, cast: Callable[[str], Any], default: str, help: str, example: str, *, secret: bool = False
) -> Any:
    return field(metadata={"variable": Variable(name, cast, default, help, example)}, repr=not secret)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The proxy's settings, checked. Sizes in bytes, times in seconds, prices in USD per million tokens."""

    api_key: str = _from(
        "MINIMAX_API_KEY", casts.secret, "",
        "Key sent upstream (gateway). Empty: each client's own Authorization goes upstream (pass-through).",
        "sk-...", secret=True,
    )
    upstream_url: str = _from(
        "UPSTREAM_BASE_URL", casts.base_url, "https://api.minimax.io/v1",
        "Where requests go, with or without /v1.", "https://api.minimaxi.com/v1",
    )
    profile: str = _from(
        "UPSTREAM_PROFILE", casts.one_of("auto", "openai", "minimax"), "auto",
        "What is rewritten. openai: nothing. minimax: what MiniMax refuses. auto: by the upstream's host.",
        "minimax",
    )
    mode: str = _from(
        "GATEKEEPER_MODE", casts.one_of(*MODES), "minimal",
        "minimal: least history for each question. budget: prune only what passes the budget. "
        "observe: decide and record, send all. off: send all.", "budget",
    )
    token_budget: int = _from(
        "GATEKEEPER_TOKEN_BUDGET", casts.whole(0), "4000", "Tokens of history that may be sent.", "8000"
    )
    fill: str = _from(
        "GATEKEEPER_FILL", casts.one_of("auto", "cover", "budget"), "auto",
        "cover: stop when the question is covered. budget: use the whole budget. "
        "auto: cover in minimal mode, budget in budget mode.", "cover",
    )
    steady: bool = _from(
        "GATEKEEPER_STEADY", casts.switch, "on",
        "Keep the last selection while it serves, so that the prompt's prefix stays cached.", "off",
    )
    context_window: int = _from(
        "GATEKEEPER_CONTEXT_WINDOW", casts.whole(0), "0", "Tokens the model can read; 0: unknown.", "204800"
    )
    client_keys: tuple[ClientKey, ...] = _from(
        "GATEKEEPER_API_KEYS", casts.client_keys, "",
        "Keys clients must present in gateway: key, name:key or name:key@last-day, commas between.",
        "alice:k-3f9a,bob:k-77d1@2027-01-31", secret=True,
    )
    host: str = _from("GATEKEEPER_HOST", casts.address, "127.0.0.1", "Address to listen on.", "0.0.0.0")
    port: int = _from(
        "GATEKEEPER_PORT", casts.whole(0, 65535), "8080", "Port to listen on; 0: any free one.", "8081"
    )
    connect_timeout: float = _from(
        "GATEKEEPER_CONNECT_TIMEOUT", casts.seconds, "10", "Seconds to connect to the upstream.", "5"
    )
    first_byte_timeout: float = _from(
        "GATEKEEPER_FIRST_BYTE_TIMEOUT", casts.seconds, "600",
        "Seconds until the upstream's answer must have begun; long prompts take minutes.", "900",
    )
    idle_timeout: float = _from(
        "GATEKEEPER_IDLE_TIMEOUT", casts.seconds, "300", "Seconds of silence allowed inside an answer.", "600"
    )
    max_body_bytes: int = _from(
        "GATEKEEPER_MAX_BODY_BYTES", casts.size, "64MiB", "Largest request body, decompressed.", "16MiB"
    )
    max_messages: int = _from(
        "GATEKEEPER_MAX_MESSAGES", casts.whole(1), "20000", "Most messages in one request.", "5000"
    )
    max_streams: int = _from(
        "GATEKEEPER_MAX_STREAMS", casts.whole(1), "1024", "Most requests open to the upstream at once.", "200"
    )
    max_queue: int = _from(
        "GATEKEEPER_MAX_QUEUE", casts.whole(0), "256",
        "Most requests waiting for their turn; more get 503 with retry-after.", "0",
    )
    grace_seconds: int = _from(
        "GATEKEEPER_GRACE_SECONDS", casts.whole(0, 86400), "30",
        "Seconds that open answers get to finish after SIGTERM.", "120",
    )
    cors_origins: tuple[str, ...] = _from(
        "GATEKEEPER_CORS_ORIGINS", casts.words, "",
        "Web pages that may call: origins, commas between, or *. Empty: any page where clients must bring "
        "a key, otherwise only pages and apps of this computer.", "https://chat.example.com",
    )
    controls: bool = _from(
        "GATEKEEPER_CONTROLS", casts.switch, "on",
        "Obey the x-gatekeeper-* headers and the gatekeeper object of clients.", "off",
    )
    cache_bytes: int = _from(
        "GATEKEEPER_CACHE_BYTES", casts.size, "64MiB", "Memory for analysed messages.", "256MiB"
    )
    session_bytes: int = _from(
        "GATEKEEPER_SESSION_BYTES", casts.size, "16MiB", "Memory for what each conversation sent.", "64MiB"
    )
    price_input: float | None = _from(
        "GATEKEEPER_PRICE_INPUT", casts.price, "", "USD per million input tokens; empty: by profile.", "0.30"
    )
    price_cached: float | None = _from(
        "GATEKEEPER_PRICE_CACHED", casts.price, "",
        "USD per million cached input tokens; empty: by profile.", "0.06",
    )
    price_output: float | None = _from(
        "GATEKEEPER_PRICE_OUTPUT", casts.price, "",
        "USD per million output tokens; empty: by profile.", "1.20",
    )
    log_level: str = _from(
        "GATEKEEPER_LOG_LEVEL", casts.one_of("debug", "info", "warning", "error"), "info",
        "Least level that is logged; info has one line per request.", "warning",
    )
    log_format: str = _from(
        "GATEKEEPER_LOG_FORMAT", casts.one_of("json", "text"), "json",
        "json: one object per line. text: for reading along.", "text",
    )
    inspect: str = _from(
        "GATEKEEPER_INSPECT", casts.one_of("off", "text"), "off",
        "text: the inspector page shows message texts. Never on a shared machine.", "text",
    )
    # Not a variable: whether the upstream was named at all, which `serve` needs to know for its stand-in.
    upstream_given: bool

    @classmethod
    def from_env(cls, environ: Mapping[str, str], overrides: Mapping[str, object] | None = None) -> Settings:
        """Settings from an environment; `overrides` (field -> value, None overrides nothing) beat it.

        An empty variable counts as absent, as compose files write them. Raises SettingsError.
        """
        given = {name: str(value) for name, value in (overrides or {}).items() if value is not None}
        values: dict[str, Any] = {}
        for name, variable in VARIABLES.items():
            text = (given.get(name) or environ.get(variable.name, "")).strip()
            if name == "upstream_url":
                values["upstream_given"] = bool(text)
            try:
                values[name] = variable.cast(text or variable.default)
            except ValueError as exc:
                raise SettingsError(variable.name, str(exc), variable.example) from None
        settings = cls(**values)
        settings._check_together()
        return settings

    @property
    def is_gateway(self) -> bool:
        """Whether this proxy decides who may call; otherwise the clients' own keys go upstream."""
        return bool(self.api_key or self.client_keys)

    @property
    def is_open(self) -> bool:
        """Whether a client without any key can spend the operator's money."""
        return bool(self.api_key) and not self.client_keys

    def _check_together(self) -> None:
        if self.is_open and not is_loopback(self.host):
            problem = f"without client keys the gateway listens on this computer only, not on {self.host}"
            raise SettingsError("GATEKEEPER_API_KEYS", problem, "alice:k-3f9a")


# Field of Settings -> its variable, in the order of declaration.
VARIABLES: Mapping[str, Variable] = {
    f.name: f.metadata["variable"] for f in fields(Settings) if "variable" in f.metadata
}


def is_loopback(host: str) -> bool:
    """Whether an address to listen on can be reached from this computer only."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def read_environment(environ: Mapping[str, str], dotenv: Path) -> dict[str, str]:
    """The real environment laid over a .env file; neither is changed, `$` in the file is plain text."""
    values: dict[str, str | None] = {}
    if dotenv.is_file():
        from dotenv import dotenv_values  # noqa: PLC0415 - only who has a .env pays for its reader

        values = dotenv_values(dotenv, interpolate=False)
    return {k: v for k, v in {**values, **environ}.items() if v is not None}


def warnings_about(environ: Mapping[str, str], dotenv: Path) -> list[str]:
    """What an operator should be told at start: a .env others can read, a variable nobody reads."""
    found = []
    if dotenv.is_file() and dotenv.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH):
        found.append(f"{dotenv} may hold keys and can be read by others; run: chmod 600 {dotenv}")
    known = {variable.name for variable in VARIABLES.values()}
    for name in sorted(environ):
        if name.startswith("GATEKEEPER_") and name not in known:
            found.append(f"{name} is no setting of this proxy and is ignored")
    return found


def env_example() -> str:
    """The text of .env.example: every variable with its help and default, commented out."""
    head = "# Copy to .env and take out the # where you want another value; the real environment wins.\n"
    entries = (f"\n# {v.help}\n# {v.name}={v.default or v.example}\n" for v in VARIABLES.values())
    return head + "".join(entries)


def readme_table() -> str:
    """The Markdown table of settings in the README."""
    rows = (
        f"| `{v.name}` | {f'`{v.default}`' if v.default else '–'} | {v.help} |" for v in VARIABLES.values()
    )
    return "\n".join(["| variable | default | what it does |", "|---|---|---|", *rows])
