"""``python -m localrag`` -> the command line."""

from localrag.cli.main import main

if __name__ == "__main__":
    main()
