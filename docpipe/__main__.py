"""``python -m docpipe`` is ``docpipe``."""

from docpipe.cli import main

if __name__ == "__main__":
    main()
