"""Every exception raised on purpose.

LocalragError                     caught by the command line's main and the terminal UI's worker
├── UsageError                    what was typed cannot be done            exit 2
│   └── SettingsError             a settings file does not parse
├── IndexUnusableError            the index cannot answer                  exit 8
│   ├── IndexMissingError
│   ├── IndexDamagedError
│   └── IndexMismatchError        built with another embedder
├── AccessError                   rights do not allow it                   exit 2
│   └── PolicyError               policy.toml is missing or broken         exit 8
├── ModelError                    a model file cannot be used              exit 1
│   ├── ModelMissingError
│   └── ModelHashError
├── BusyError                     another process writes                   exit 1
├── NotFoundError                 no such thing, or not yours              exit 2
├── StorageError                  a disk or file system refuses            exit 1
├── CancelledError                whoever asked no longer wants it         exit 130
└── NetworkRefusedError           something tried to reach a network       exit 1
"""

from __future__ import annotations

from pathlib import Path


class LocalragError(Exception):
    """What happened and what to do next; ``code`` is stable for scripts."""

    code = "failed"
    exit_code = 1

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(LocalragError):
    """What was typed cannot be done."""

    code = "usage"
    exit_code = 2


class SettingsError(UsageError):
    """A settings file does not parse or holds an unknown value."""

    code = "settings"

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(f"{path}: {problem}", "Correct the file, or remove it to use the defaults.")
        self.path = path
        self.problem = problem


class IndexUnusableError(LocalragError):
    """The index cannot answer."""

    code = "index"
    exit_code = 8


class IndexMissingError(IndexUnusableError):
    """No index at this home."""

    code = "index_missing"

    def __init__(self, home: Path) -> None:
        super().__init__(f"There is no index at {home}.", "Build one with: localrag index FOLDER")
        self.home = home


class IndexDamagedError(IndexUnusableError):
    """A file of the index is not what its checksum says."""

    code = "index_damaged"

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(f"The index is damaged: {path.name} {problem}.", "Mend it with: localrag repair")
        self.path = path
        self.problem = problem


class IndexMismatchError(IndexUnusableError):
    """The index was built with another embedder than the one loaded."""

    code = "index_mismatch"

    def __init__(self, *, built_with: str, loaded: str) -> None:
        super().__init__(
            f"The index was built with the embedder {built_with}, but {loaded} is loaded.",
            "Choose the first one in localrag.toml, or build the index again: localrag index --re-embed",
        )
        self.built_with = built_with
        self.loaded = loaded


class AccessError(LocalragError):
    """The asker's rights do not allow it."""

    code = "not_allowed"
    exit_code = 2


class PolicyError(LocalragError):
    """The policy cannot be applied, so nothing is answered."""

    code = "policy"
    exit_code = 8

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(
            f"The access policy cannot be used: {path.name} {problem}.",
            "Nothing is answered until it is mended; ask whoever prepared this laptop.",
        )
        self.path = path
        self.problem = problem


class ModelError(LocalragError):
    """A model file cannot be used."""

    code = "model"


class ModelMissingError(ModelError):
    """No such model on this machine."""

    code = "model_missing"

    def __init__(self, name: str, looked_in: tuple[Path, ...]) -> None:
        places = ", ".join(str(place) for place in looked_in)
        super().__init__(
            f"The model {name} is not on this machine (looked in {places}).",
            "Restore the models folder of the installation.",
        )
        self.name = name
        self.looked_in = looked_in


class ModelHashError(ModelError):
    """A model file is not the one that was approved."""

    code = "model_hash"

    def __init__(self, path: Path, *, expected: str, found: str) -> None:
        super().__init__(
            f"{path.name} is not the approved file: SHA-256 {found[:12]}… instead of {expected[:12]}….",
            "It was not opened. Restore it from the installation medium.",
        )
        self.path = path
        self.expected = expected
        self.found = found


class BusyError(LocalragError):
    """Another process is writing."""

    code = "busy"


class NotFoundError(LocalragError):
    """No such thing, or it is not the asker's to see: the two look the same."""

    code = "not_found"
    exit_code = 2


class StorageError(LocalragError):
    """A disk or a file system refuses."""

    code = "storage"


class CancelledError(LocalragError):
    """Whoever asked no longer wants it; raised by a front end from its progress callback."""

    code = "interrupted"
    exit_code = 130

    def __init__(self) -> None:
        super().__init__("Cancelled.")


class NetworkRefusedError(LocalragError):
    """Something in this process tried to reach a network."""

    code = "network_refused"

    def __init__(self, attempt: str) -> None:
        super().__init__(
            f"Something tried to {attempt}; localrag never uses a network, so it was stopped.",
            "Please report this with the output of the same command and --debug.",
        )
        self.attempt = attempt
