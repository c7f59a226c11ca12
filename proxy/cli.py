"""The command line: serve, check, demo, explain. Each command is imported only when it is called."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from proxy.errors import SettingsError
from proxy.settings import Settings, read_environment, warnings_about

_DOTENV = Path(".env")
_EPILOG = "Settings come from flags, the environment and .env, in this order; .env.example lists them."


def main(argv: Sequence[str] | None = None, environ: Mapping[str, str] = os.environ) -> int:
    """Run one command; its exit status: 0 well, 1 not well, 2 wrong use or settings."""
    parser = _parser()
    given = parser.parse_args(argv)
    given.environ = environ
    if given.command is None:
        parser.print_help()
        return 2
    try:
        return int(given.run(given))
    except SettingsError as exc:
        print(f"gatekeeper: {exc}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def settings_of(given: argparse.Namespace) -> Settings:
    """Settings from the flags, the environment and .env; warnings go to stderr. Raises SettingsError."""
    names = ("host", "port", "profile", "mode", "token_budget", "fill", "upstream_url")
    overrides = {name: getattr(given, name, None) for name in names}
    environ = read_environment(given.environ, _DOTENV)
    settings = Settings.from_env(environ, overrides)
    for warning in warnings_about(environ, _DOTENV):
        print(f"warning: {warning}", file=sys.stderr)
    return settings


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="gatekeeper",
        description="An OpenAI-compatible streaming proxy that sends only the history a question needs.",
        epilog=_EPILOG,
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    serve = commands.add_parser("serve", help="run the proxy", epilog=_EPILOG)
    _add_settings(serve)
    serve.set_defaults(run=_serve)
    check = commands.add_parser("check", help="test settings, upstream and key, and say how to mend them")
    check.add_argument("--spend", action="store_true", help="also ask for one token, which costs a little")
    _add_settings(check)
    check.set_defaults(run=_check)
    demo = commands.add_parser("demo", help="a conversation against the built-in stand-in, step by step")
    demo.add_argument("--lang", choices=("en", "zh"), default="en", help="language of the talk (en)")
    demo.set_defaults(run=_demo)
    explain = commands.add_parser("explain", help="show what would be kept of a request, and why")
    explain.add_argument("file", metavar="FILE", help="a chat completions request as JSON; - reads stdin")
    explain.add_argument("--json", dest="as_json", action="store_true", help="print the trace as JSON")
    _add_settings(explain)
    explain.set_defaults(run=_explain)
    return parser


def _add_settings(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", help="address to listen on (127.0.0.1)")
    parser.add_argument("--port", help="port to listen on (8080); 0 takes any free one")
    parser.add_argument("--upstream", dest="upstream_url", metavar="URL", help="base address of the upstream")
    parser.add_argument("--profile", help="auto, openai or minimax")
    parser.add_argument("--mode", help="minimal, budget, observe or off")
    parser.add_argument("--budget", dest="token_budget", metavar="TOKENS", help="tokens of history (4000)")
    parser.add_argument("--fill", help="auto, cover or budget")


def _serve(given: argparse.Namespace) -> int:
    from proxy.serve import run  # noqa: PLC0415

    return run(settings_of(given))


def _check(given: argparse.Namespace) -> int:
    from proxy.check import run  # noqa: PLC0415

    return run(settings_of(given), spend=given.spend)


def _demo(given: argparse.Namespace) -> int:
    from proxy.demo import run  # noqa: PLC0415

    return run(given.lang)


def _explain(given: argparse.Namespace) -> int:
    from proxy.explain import run  # noqa: PLC0415

    return run(settings_of(given), given.file, as_json=given.as_json)
