from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from localrag.index.candidates import _CANDIDATES, _SAME_TEXT
from localrag.index.reader import open_corpus
from localrag.index.schema import DATABASE
from localrag.text.terms import terms
from tests.builders import EVERYTHING, asker, build_home, document

WRITER = """
import sys
from pathlib import Path
from tests.builders import build_home, document
for number in range(12):
    build_home(Path(sys.argv[1]), [document(f"appeal round {number}", uri=f"{n}.md") for n in range(3)])
"""


def test_readers_get_whole_generations_while_a_writer_publishes(tmp_path: Path) -> None:
    home = build_home(tmp_path, [document("appeal round start", uri=f"{n}.md") for n in range(3)])
    seen = set()
    with subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)]) as writer:
        while writer.poll() is None:
            with open_corpus(home) as corpus:
                scope = corpus.scope(asker(), EVERYTHING)
                texts = [
                    one.text
                    for one in scope.fetch([hit.chunk_id for hit in scope.lexical(terms("round"), 9)])
                ]
            assert len(texts) == 3
            assert len(set(texts)) == 1
            seen.add(texts[0])
    assert writer.returncode == 0
    assert len(seen) > 2


def test_passages_are_looked_up_by_their_id_and_not_by_walking_all_documents(tmp_path: Path) -> None:
    home = build_home(tmp_path, [document()])
    with closing(sqlite3.connect(home / DATABASE)) as database:
        for query in (_CANDIDATES, _SAME_TEXT):
            plan = database.execute("EXPLAIN QUERY PLAN " + query.format("?"), ("x",)).fetchall()
            assert plan[0][3].startswith("SEARCH p USING INDEX passages_by_")
