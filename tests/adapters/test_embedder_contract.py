"""What every embedder promises, the fake included."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from localrag.ports import Embedder
from tests.adapters.embedders import reference_embedder, shipped_embedder
from tests.adapters.varied_texts import varied_texts
from tests.fakes.hash_embedder import HashEmbedder

SOME_TEXTS = varied_texts(28)


@pytest.fixture(
    params=[
        HashEmbedder,
        pytest.param(shipped_embedder, marks=pytest.mark.weights),
        pytest.param(reference_embedder, marks=pytest.mark.weights),
    ],
    ids=["hash", "onnx", "sentence-transformers"],
    scope="module",
)
def embedder(request: pytest.FixtureRequest) -> Embedder:
    make: Callable[[], Embedder] = request.param
    return make()


def test_a_vector_has_the_width_and_length_that_the_identity_states(embedder: Embedder) -> None:
    vectors = embedder.embed(SOME_TEXTS)
    assert vectors.dtype == np.float32
    assert vectors.shape == (len(SOME_TEXTS), embedder.identity.width)
    assert embedder.identity.normalised
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_no_texts_give_an_array_without_rows(embedder: Embedder) -> None:
    assert embedder.embed([]).shape == (0, embedder.identity.width)


def test_a_vector_is_bit_identical_whatever_shares_the_call(embedder: Embedder) -> None:
    together = embedder.embed(SOME_TEXTS)
    alone = np.concatenate([embedder.embed([text]) for text in SOME_TEXTS])
    assert together.tobytes() == alone.tobytes()


def test_order_of_the_texts_changes_the_order_of_the_rows_alone(embedder: Embedder) -> None:
    forwards = embedder.embed(SOME_TEXTS)
    backwards = embedder.embed(SOME_TEXTS[::-1])
    assert forwards.tobytes() == backwards[::-1].tobytes()


def test_words_shared_bring_texts_nearer(embedder: Embedder) -> None:
    question, near, far = embedder.embed(
        ["deadline to appeal a notice", "appeal a notice before the deadline", "penguins eat small fish"]
    )
    assert question @ near > question @ far + 0.2


def test_token_spans_are_never_cut_short(embedder: Embedder) -> None:
    spans = embedder.token_spans("notice " * 3000)
    assert len(spans) == 3000
    assert spans[-1] == (2999 * 7, 2999 * 7 + 6)


def test_empty_text_has_no_tokens(embedder: Embedder) -> None:
    assert embedder.token_spans("") == []


def test_token_spans_do_not_disturb_the_vectors(embedder: Embedder) -> None:
    before = embedder.embed(SOME_TEXTS[:4])
    embedder.token_spans("notice " * 600)
    assert before.tobytes() == embedder.embed(SOME_TEXTS[:4]).tobytes()


def test_text_beyond_the_window_does_not_count(embedder: Embedder) -> None:
    full = "notice " * embedder.identity.max_tokens
    longer, shorter, whole = embedder.embed([full + "penguin " * 50, full[:-7] + "penguin", full])
    assert longer.tobytes() == whole.tobytes()
    assert shorter.tobytes() != whole.tobytes()


@given(text=st.text(st.characters(exclude_categories=()), max_size=60))
@settings(max_examples=30, deadline=None)
def test_any_text_has_a_vector_and_spans_inside_it(embedder: Embedder, text: str) -> None:
    spans = embedder.token_spans(text)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert spans == sorted(spans)
    assert np.isfinite(embedder.embed([text])).all()
