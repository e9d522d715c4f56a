"""llama.cpp's sources -> a wheel of llama-cpp-python for other laptops, without this machine's instructions.

    scripts/build_llama_wheel.py --to DIR

Needs a C++ compiler; takes ten minutes on two cores. GGML_NATIVE=OFF keeps out what only this processor can
do; the wheel runs on any processor of the same family with AVX2 (x86) or NEON (ARM).
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CMAKE_ARGS = "-DGGML_NATIVE=OFF"
"""As in set_up.py."""


def main() -> int:
    """Build it; 1 where that fails."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--to", type=Path, required=True)
    options = parser.parse_args()
    if not any(shutil.which(name) for name in ("c++", "g++", "clang++", "cl")):
        print("A C++ compiler is needed (on Debian: build-essential).", file=sys.stderr)
        return 1
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    wanted = next(line for line in pins if line.startswith("llama-cpp-python=="))
    # A wheel that pip kept may have been compiled for this very processor.
    built = ["--no-cache-dir", "--no-binary", "llama-cpp-python", "--wheel-dir", str(options.to)]
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", *built, wanted]
    return subprocess.run(command, env={**os.environ, "CMAKE_ARGS": CMAKE_ARGS}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
