"""Prints how far the estimator is from the real o200k_base, and how long it takes; --fit refits the weights.

    python tests/measure_tokens.py [CORPUS] [--fit]

CORPUS holds `fit/kind/source.jsonl` and `held/kind/source.jsonl`, each line one message as a JSON string: a kind
is a language or a sort of text, sources of one kind should differ in manner (wiki, dialogue, manual), and a
document lies in one half alone. The table is of `held`, the fit of `fit`; messages under 50 tokens are left out.
Without CORPUS the table is of texts made here: the standard library's source, its URLs, JSON and Base64.

The shipped numbers were fitted to: XQuAD (en de es ru ar hi th vi zh), DRCD (zh-Hant), ARCD (ar), JSQuAD and
RealPersonaChat (ja), iapp-wiki-qa (th), XPersona (ja ko zh fr), X-RiSAWOZ (ko, JSON), CrossWOZ and KdConv (zh),
LoCoMo, TIAGE and CAsT (en), model answers of LLMZoo (en zh) and MT-bench, ASTD and Wisesight (tweets ar, posts
th), encodechka and rulm (ru), the Universal Declaration of Human Rights (all), LibreOffice help, the GNOME user
guide, Debian's reference, FAQ and new maintainers' guide and fortunes (de es fr hi ja ko pt ru vi zh), Python's
standard library and site-packages, npm's own modules, /usr/include, shell, Perl and Markdown of a Debian system,
its JSON files, the URLs found in all of these, random and file bytes in Base64 and hex. None of it is kept here.
Their `held` half chose the counts and some weights, so only sources outside this list give a clean error; what is
made here without CORPUS is not clean either, for the standard library was fitted.
"""

from __future__ import annotations

import argparse
import base64
import importlib
import json
import random
import re
import sys
import sysconfig
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from gatekeeper_core import tokens
from gatekeeper_core.token_tables import WEIGHTS

Corpus = dict[str, list[str]]
_BYTES = 500_000  # of the speed test


def read_corpus(half: Path) -> Corpus:
    """Messages by kind."""
    corpus: Corpus = {}
    for file in sorted(half.glob("*/*.jsonl")):
        corpus.setdefault(file.parent.name, []).extend(map(json.loads, file.read_text("utf-8").splitlines()))
    return corpus


def built_in() -> Iterator[tuple[str, list[str]]]:
    draw = random.Random(5)
    sources = [file.read_text("utf-8") for file in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))]
    code = [text[at : at + 3_000] for text in sources for at in range(0, len(text), 3_000)]
    yield "python", code
    urls = sorted({url for text in sources for url in re.findall(r"https?://[\w./#?=&%~+-]{12,}", text)})
    yield "urls", ["\n".join(draw.sample(urls, 8)) for _ in range(100)]
    yield (
        "base64",
        [base64.b64encode(draw.randbytes(draw.randrange(120, 4_000))).decode() for _ in range(200)],
    )
    yield "json", [json.dumps(_records(draw), indent=draw.choice([None, 2])) for _ in range(200)]


def _records(draw: random.Random) -> list[dict[str, object]]:
    words = ["pump", "valve", "sensor", "order", "status", "open", "customer", "shipped", "address", "total"]
    return [
        {
            "id": draw.randrange(10**9),
            "name": " ".join(draw.sample(words, 2)),
            "price": round(draw.random() * 1_000, 2),
            "digest": draw.randbytes(8).hex(),
            "tags": draw.sample(words, 3),
        }
        for _ in range(draw.randrange(2, 20))
    ]


def o200k() -> Callable[[str], int]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # bpe-openai 0.1 opens its ranks the old way
        encoding = importlib.import_module("bpe_openai").get_encoding("o200k_base")
    return lambda text: len(encoding.encode(text, disallowed_special=()))


def print_table(corpus: Corpus, count: Callable[[str], int]) -> None:
    print("| kind | messages | median error | 95th percentile | mean signed |\n|---|--:|--:|--:|--:|")
    for kind, messages in sorted(corpus.items()):
        pairs = [(count(text), tokens.estimate(text)) for text in messages]
        signed = [estimated / true - 1 for true, estimated in pairs if true >= 50]
        if len(signed) < 20:
            continue
        errors = [abs(error) for error in signed]
        p95 = quantiles(errors, n=20)[-1]
        print(
            f"| {kind} | {len(errors)} | {median(errors):.1%} | {p95:.1%} | {sum(signed) / len(signed):+.1%} |"
        )


def print_speed(corpus: Corpus) -> None:
    """Best of nine runs over about 500 KB: every kind alike, and each alone."""
    draw = random.Random(9)
    mixed = [text for messages in corpus.values() for text in draw.sample(messages, min(60, len(messages)))]
    draw.shuffle(mixed)
    for kind, messages in [("all kinds mixed", mixed), *sorted(corpus.items())]:
        texts, size = [], 0
        for text in messages * (
            1 + _BYTES // sum(len(text.encode("utf-8", "surrogatepass")) for text in messages)
        ):
            if size >= _BYTES:
                break
            texts.append(text)
            size += len(text.encode("utf-8", "surrogatepass"))
        best = min(_seconds(texts) for _ in range(9))
        print(f"{kind}: {best * 1_000:.1f} ms for {size / 1_000:.0f} KB in {len(texts)} messages")


def _seconds(texts: list[str]) -> float:
    start = time.process_time()
    for text in texts:
        tokens.estimate(text)
    return time.process_time() - start


def fit_weights(corpus: Corpus, count: Callable[[str], int]) -> None:
    """Least squares of the relative error, re-weighted twelve times towards least absolute error. Needs numpy."""
    np = importlib.import_module("numpy")
    starts, width = {}, 0
    for name, row in WEIGHTS.items():
        starts[name], width = width, width + len(row)
    rows, truth, weight = [], [], []
    for messages in corpus.values():
        chosen = [text for text in messages if count(text) >= 25]
        for text in chosen:
            rows.append(np.zeros(width))
            for name, counts in tokens._features(text):
                rows[-1][starts[name] : starts[name] + len(counts)] += counts
            truth.append(count(text))
            weight.append(1 / (count(text) * len(chosen) ** 0.35))
    counts, true, base = np.array(rows), np.array(truth), np.array(weight)
    fitted = np.zeros(width)
    robust = np.ones(len(true))
    for _ in range(12):
        scaled = counts * (base * robust)[:, None]
        norm = np.linalg.norm(scaled, axis=0) + 1e-12
        gram = (scaled / norm).T @ (scaled / norm) + 2e-4 * np.eye(width)
        fitted = np.linalg.solve(gram, (scaled / norm).T @ (true * base * robust)) / norm
        robust = 1 / np.sqrt(np.maximum(np.abs(counts @ fitted - true) / true, 0.02))
    for name, row in WEIGHTS.items():
        print(f'    "{name}": {tuple(round(float(w), 4) for w in fitted[starts[name] :][: len(row)])},')


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("corpus", nargs="?", type=Path)
    parser.add_argument("--fit", action="store_true", help="print WEIGHTS refitted to CORPUS")
    arguments = parser.parse_args()
    if arguments.fit and arguments.corpus:
        fit_weights(read_corpus(arguments.corpus / "fit"), o200k())
        return
    corpus = read_corpus(arguments.corpus / "held") if arguments.corpus else dict(built_in())
    print_table(corpus, o200k())
    print()
    print_speed(corpus)


if __name__ == "__main__":
    main()
