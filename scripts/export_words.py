"""The shipped encoder -> ``models/all-MiniLM-L6-v2-words``: a small vector for each common English word.

    python -m scripts.export_words

Every whole word of the encoder's vocabulary is encoded on its own; what all words share is taken off, the
vectors are turned to their main directions, cut to ``WIDTH`` and stored as 8-bit integers on one fixed scale.
Words stand in the vocabulary's order, most common first. Writes the files and the manifest's entry.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from localrag.adapters.model_files import find_model
from localrag.adapters.onnx_embedder import OnnxEmbedder

ENCODER = "all-MiniLM-L6-v2"
NAME = f"{ENCODER}-words"
WIDTH = 128
"""Dimensions kept."""
MODELS = Path(__file__).resolve().parents[1] / "models"
_SHORTEST = 2


def whole_words(tokenizer: Path) -> list[str]:
    """The vocabulary's words of Latin letters, in its order; pieces of words are left out."""
    vocabulary = json.loads(tokenizer.read_text(encoding="utf-8"))["model"]["vocab"]
    return [
        word
        for word in sorted(vocabulary, key=vocabulary.get)
        if len(word) >= _SHORTEST and word.isascii() and word.isalpha()
    ]


def small_vectors(words: list[str]) -> NDArray[np.int8]:
    """8-bit vectors of shape (len(words), WIDTH); 127 stands for 1 before the last scaling to length one."""
    vectors = OnnxEmbedder(find_model(ENCODER), threads=2).embed(words).astype(np.float64)
    vectors -= vectors.mean(axis=0)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    _, _, directions = np.linalg.svd(vectors, full_matrices=False)
    kept = vectors @ directions[:WIDTH].T
    kept /= np.abs(kept).max(axis=1, keepdims=True)
    rounded: NDArray[np.int8] = np.rint(127 * kept).astype(np.int8)
    return rounded


def main() -> int:
    """Write the folder and its entry in the manifest."""
    words = whole_words(MODELS / ENCODER / "tokenizer.json")
    folder = MODELS / NAME
    folder.mkdir(exist_ok=True)
    (folder / "words.txt").write_text("\n".join(words) + "\n", encoding="utf-8", newline="\n")
    (folder / "vectors.int8").write_bytes(small_vectors(words).tobytes())
    print(f'\n[[models]]\nname = "{NAME}"\nkind = "words"\nlicence = "Apache-2.0"')
    print(f'source = "scripts/export_words.py over {ENCODER}"')
    files = [folder / "words.txt", folder / "vectors.int8"]
    hashes = [hashlib.sha256(file.read_bytes()).hexdigest() for file in files]
    print(f'sha256 = "{hashes[1]}"\nwidth = {WIDTH}\nnormalised = false\nmax_tokens = 1')
    for file, digest in zip(files, hashes, strict=True):
        print(f'\n[[models.files]]\nfile = "{NAME}/{file.name}"')
        print(f'sha256 = "{digest}"\nbytes = {file.stat().st_size}')
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
