"""What corpus.db holds: its tables, and the few facts kept by name."""

from __future__ import annotations

from pathlib import Path

from localrag.errors import IndexUnusableError

DATABASE = "corpus.db"
LOCK = "writer.lock"
SEAL = "corpus.sha256"
"""SHA-256 of corpus.db as the last writer left it; absent while one writes and after one was killed."""
VERSION = 1

GENERATION = "generation"
"""Random name of what readers see; absent until something was published."""
EMBEDDER = "embedder"
"""EmbedderIdentity as JSON."""
HOME_ID = "home_id"
"""Random name of the index home, given once: it stays when the folder moves, and a copy has it too."""
UNDER_POLICY = "under_policy"
"""``1`` from the first run under a policy on."""

# A document's row is published once a generation lists it, and withdrawn once the next one will not. Queries
# that look few rows up say "+published": without it SQLite would rather walk the index of all documents.
# Keys are never used again (AUTOINCREMENT): a segment's row of a document that is gone must stay nobody's.
TABLES = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE sources (
    source_id TEXT PRIMARY KEY,
    root TEXT NOT NULL,
    single_file TEXT,
    tenant_id TEXT NOT NULL,
    last_indexed_at TEXT,
    published_at TEXT
);
CREATE TABLE files (
    source_id TEXT NOT NULL REFERENCES sources,
    uri TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    inode TEXT NOT NULL,
    metadata_hash TEXT NOT NULL,
    content_hash TEXT,
    outcome TEXT NOT NULL,
    reason TEXT,
    detail TEXT,
    parser_version TEXT NOT NULL,
    seen_at TEXT NOT NULL,
    PRIMARY KEY (source_id, uri)
);
CREATE TABLE standings (
    standing_id INTEGER PRIMARY KEY,
    tenant_id TEXT NOT NULL,
    acl_policy_id TEXT,
    classification TEXT,
    source_type TEXT,
    authority TEXT NOT NULL,
    status TEXT NOT NULL,
    valid_from TEXT,
    valid_to TEXT
);
CREATE TABLE segments (name TEXT PRIMARY KEY, passages INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE segment_files (
    segment TEXT NOT NULL REFERENCES segments ON DELETE CASCADE,
    kind TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    crc32 INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    PRIMARY KEY (segment, kind)
) WITHOUT ROWID;
CREATE TABLE documents (
    document_key INTEGER PRIMARY KEY AUTOINCREMENT,
    source_id TEXT NOT NULL REFERENCES sources,
    uri TEXT NOT NULL,
    document_id TEXT NOT NULL,
    version TEXT,
    title TEXT NOT NULL,
    standing_id INTEGER NOT NULL REFERENCES standings,
    supersedes TEXT NOT NULL,
    case_id TEXT,
    category TEXT,
    language TEXT,
    media_type TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    document_hash TEXT NOT NULL,
    indexed_at TEXT NOT NULL,
    passage_count INTEGER NOT NULL,
    segment TEXT REFERENCES segments,
    published INTEGER NOT NULL DEFAULT 0,
    withdrawn INTEGER NOT NULL DEFAULT 0,
    has_relatives INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX documents_by_place ON documents (source_id, uri);
CREATE INDEX documents_by_id ON documents (document_id);
CREATE INDEX documents_by_case ON documents (case_id) WHERE case_id IS NOT NULL;
CREATE INDEX documents_by_segment ON documents (segment);
CREATE INDEX documents_by_standing ON documents (standing_id);
CREATE INDEX documents_in_scope
    ON documents (published, document_key, standing_id, case_id, has_relatives, passage_count);
CREATE TABLE document_texts (
    document_key INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    text TEXT NOT NULL,
    pages TEXT NOT NULL,
    warnings TEXT NOT NULL
);
CREATE TABLE title_words (
    word TEXT NOT NULL,
    document_key INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    PRIMARY KEY (word, document_key)
) WITHOUT ROWID;
CREATE INDEX title_words_by_document ON title_words (document_key);
CREATE TABLE passages (
    passage_key INTEGER PRIMARY KEY AUTOINCREMENT,
    document_key INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    position INTEGER NOT NULL,
    chunk_id TEXT NOT NULL,
    text TEXT NOT NULL,
    start_char INTEGER NOT NULL,
    end_char INTEGER NOT NULL,
    page_start INTEGER,
    page_end INTEGER,
    page_label TEXT,
    heading_path TEXT NOT NULL,
    kind TEXT NOT NULL,
    context TEXT NOT NULL,
    embedded_hash BLOB NOT NULL,
    text_hash BLOB NOT NULL
);
CREATE UNIQUE INDEX passages_by_place ON passages (document_key, position);
CREATE INDEX passages_by_chunk ON passages (chunk_id);
CREATE INDEX passages_by_embedded ON passages (embedded_hash);
CREATE INDEX passages_by_text ON passages (text_hash);
CREATE TABLE embeddings (
    embedded_hash BLOB NOT NULL,
    embedder TEXT NOT NULL,
    vector BLOB NOT NULL,
    crc32 INTEGER NOT NULL,
    PRIMARY KEY (embedded_hash, embedder)
)
"""


class IndexVersionError(IndexUnusableError):
    """The index was written by another version of localrag."""

    code = "index_version"

    def __init__(self, home: Path, found: int) -> None:
        super().__init__(
            f"The index at {home} has format {found}, this localrag reads format {VERSION}.",
            "Build it anew in an empty home with: localrag index FOLDER",
        )
        self.found = found
