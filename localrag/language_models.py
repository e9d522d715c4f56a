"""A home's list of language models -> the one that words answers; models added, checked and removed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from localrag.adapters.llama_process import LlamaOptions, LlamaProcess, check_memory
from localrag.adapters.model_files import sha256_of
from localrag.adapters.model_list import approve, check_is_model, read_models, write_models
from localrag.adapters.private_files import private_folder
from localrag.administration import administered
from localrag.answer.self_test import self_test
from localrag.errors import ModelError, NotFoundError
from localrag.records.generation import ModelInUse, TemplateName
from localrag.records.models import InstalledModel
from localrag.settings import GeneratorSettings, load_settings

KEPT_FOLDER = "prefixes"
"""In the user state: states of fixed prompts."""


def language_model(home: Path, settings: GeneratorSettings, state: Path) -> LlamaProcess | None:
    """The model that words answers from a home; null where none passed its self-test, or none is wanted.

    Raises:
        ModelError: The list of models does not parse.
    """
    usable = [one for one in read_models(home) if one.self_test.mode is not None]
    model = next((one for one in usable if settings.model in (None, one.name)), None)
    if model is None or model.self_test.mode is None:
        return None
    identity = ModelInUse(model.name, model.sha256, model.template, model.self_test.mode)
    folder = state / KEPT_FOLDER
    private_folder(folder)
    return LlamaProcess(
        identity,
        Path(model.path),
        options(settings)._replace(kept_folder=folder),
        approve=lambda: approve(model),
    )


def options(settings: GeneratorSettings) -> LlamaOptions:
    """How models run on this machine."""
    return LlamaOptions(
        context_tokens=settings.context_tokens,
        batch_tokens=settings.batch_tokens,
        threads=settings.threads or max(1, (os.cpu_count() or 1) - 1),
    )


class ModelShelf:
    """The language models of one home, for whoever may administer it."""

    def __init__(self, home: Path) -> None:
        self._home, self._settings = home, load_settings(home)

    def all(self) -> tuple[InstalledModel, ...]:
        """The one added last first."""
        return read_models(self._home)

    def add(
        self,
        path: Path,
        template: TemplateName,
        name: str | None = None,
        on_step: Callable[[str], None] = print,
    ) -> InstalledModel:
        """Take a model's file for known, test the model, and put it on the list in place of one of its name.

        The file stays where it is. That a person adds it is what makes its hash known.

        Raises:
            AccessError: The account may not administer this home.
            ModelError: It is no model, does not fit, or fails; nothing was added.
        """
        administered(self._home, self._settings, to="add models to")
        path = path.absolute()
        check_is_model(path)
        check_memory(path)
        on_step("Hashing the file ...")
        before = path.stat()
        sha256 = sha256_of(path)
        name = name or path.stem
        on_step("Testing the model, which may take minutes ...")
        process = LlamaProcess(
            ModelInUse(name, sha256, template, "full"), path, options(self._settings.generator)
        )
        try:
            tested = self_test(process, template)
        finally:
            process.close()
        if (after := path.stat()).st_mtime_ns != before.st_mtime_ns or after.st_size != before.st_size:
            raise ModelError(f"{path.name} was changed while it was tested.", "Add it again.")
        added = InstalledModel(
            name=name,
            path=str(path),
            sha256=sha256,
            bytes=before.st_size,
            mtime_ns=before.st_mtime_ns,
            inode=before.st_ino,
            template=template,
            self_test=tested,
        )
        self._home.mkdir(parents=True, exist_ok=True)
        self._write((added, *(one for one in self.all() if one.name != name)))
        return added

    def verify(self) -> tuple[str, ...]:
        """Hash every file in full; what is wrong, in words."""
        faults = []
        for model in self.all():
            try:
                approve(model.model_copy(update={"mtime_ns": -1}))
            except ModelError as error:
                faults.append(f"{model.name}: {error.message}")
        return tuple(faults)

    def remove(self, name: str) -> None:
        """Take a model off the list; its file stays.

        Raises:
            AccessError: The account may not administer this home.
            NotFoundError: There is none of that name.
        """
        administered(self._home, self._settings, to="remove models from")
        known = self.all()
        if all(one.name != name for one in known):
            raise NotFoundError(f"There is no model {name}.", "See their names with: localrag models list")
        self._write(tuple(one for one in known if one.name != name))

    def _write(self, models: tuple[InstalledModel, ...]) -> None:
        write_models(self._home, models, self._settings.access.group)
