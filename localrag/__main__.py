"""``python -m localrag`` -> the command line."""

import os

try:
    from localrag.cli.main import main
except KeyboardInterrupt:
    # Stopped before the command line could take over: as quietly as after.
    os._exit(130)

if __name__ == "__main__":
    main()
