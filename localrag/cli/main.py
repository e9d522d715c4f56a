"""What was typed -> a command, its exit code, and a quick way out."""

from __future__ import annotations

import gc
import os
import signal
import sys
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType

    from localrag.cli.backend import Backend

EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130
EXIT_READER_GONE = 141
"""As of any Unix program whose reader went away: 128 and SIGPIPE."""
_PATIENCE_SECONDS = 0.6
"""After Ctrl-C, for files to be closed; stopping must take under a second."""

_was_interrupted = False
"""Whether Ctrl-C was pressed; from then on nothing else is the outcome."""


def main(backend: Backend | None = None) -> NoReturn:
    """Run the command that the process was started with, and leave.

    Args:
        backend: What does the work; null: the real program.
    """
    # Nothing that a single question makes is garbage worth looking for; index and batch turn this on again.
    gc.disable()
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
    try:
        _prepare_process(sys.argv[1:])
        code = run(sys.argv[1:], backend)
    except KeyboardInterrupt:
        _leave_now()
    except BaseException:
        # A library that is stopped half-way may say something else than that it was stopped.
        if _was_interrupted:
            _leave_now()
        raise
    if _was_interrupted:
        code = EXIT_INTERRUPTED
    # Taking the interpreter down costs 0.2 s once numpy, faiss and onnxruntime are loaded, and all is
    # flushed and closed by now.
    os._exit(code)


def _prepare_process(arguments: Sequence[str]) -> None:
    from localrag.adapters.network_guard import refuse_network
    from localrag.cli import faults

    refuse_network()
    # Looking for plugins in every installed package takes pydantic 12 ms (2026-11-30), and none is wanted.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    faults.tell_unexpected_faults(as_json=wants_json(arguments), debug="--debug" in arguments)


def run(arguments: Sequence[str], backend: Backend | None = None) -> int:
    """Run one command line and give its exit code; nothing is left in the output streams.

    Args:
        arguments: Without the program's name.
        backend: What does the work; null: the real program.
    """
    from localrag.cli import output

    as_json = wants_json(arguments)
    try:
        output.prepare_streams()
        code = _run(arguments, backend, as_json=as_json)
        output.flush()
    except KeyboardInterrupt:
        return _report("interrupted", "Interrupted.", None, EXIT_INTERRUPTED, as_json=as_json)
    except BrokenPipeError:
        output.drop_stdout()
        return EXIT_READER_GONE
    except output.UnwritableError as error:
        output.drop_stdout()
        return _report("output", error.problem, None, EXIT_FAILED, as_json=False)
    return code


def wants_json(arguments: Sequence[str]) -> bool:
    """Whether errors have to be JSON, judged before the command line is understood."""
    options = arguments[: list(arguments).index("--")] if "--" in arguments else arguments
    return any(option == "--json" or option.split("=")[0] == "--batch" for option in options)


def _run(arguments: Sequence[str], backend: Backend | None, *, as_json: bool) -> int:
    import click

    from localrag.cli import output
    from localrag.cli.backend import Wired
    from localrag.cli.invocation import Invocation
    from localrag.cli.program import program
    from localrag.errors import LocalragError

    invocation = Invocation(backend or Wired())
    try:
        with program.make_context("localrag", list(arguments), obj=invocation) as context:
            code = program.invoke(context)
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        if as_json:
            return _report("usage", "There is no command.", _help_line(error), EXIT_USAGE, as_json=True)
        output.say(error.format_message())
        return EXIT_USAGE
    except click.ClickException as error:
        return _report("usage", error.format_message(), _help_line(error), EXIT_USAGE, as_json=as_json)
    except LocalragError as error:
        if invocation.debug:
            from localrag.cli.faults import say_traceback

            say_traceback(error)
        hint = error.hint and invocation.advised(error.hint)
        return _report(error.code, error.message, hint, error.exit_code, as_json=as_json)
    return int(code or 0)


def _help_line(error: Exception) -> str | None:
    context = getattr(error, "ctx", None)
    return f"See: {context.command_path} --help" if context is not None else "See: localrag --help"


def _report(code: str, message: str, hint: str | None, exit_code: int, *, as_json: bool) -> int:
    from localrag.cli import faults, output

    try:
        faults.report(code, message, hint, as_json=as_json)
    except (BrokenPipeError, output.UnwritableError):
        output.drop_stdout()
    return exit_code


def _interrupt(_number: int, _frame: FrameType | None) -> NoReturn:
    """Stop as an orderly program does, and within the second in any case."""
    import threading

    global _was_interrupted
    _was_interrupted = True
    signal.signal(signal.SIGINT, lambda *_: os._exit(EXIT_INTERRUPTED))
    late = threading.Timer(_PATIENCE_SECONDS, _leave_now)
    late.daemon = True
    late.start()
    raise KeyboardInterrupt


def _leave_now() -> NoReturn:
    os.write(2, b"localrag: Interrupted.\n")
    os._exit(EXIT_INTERRUPTED)
