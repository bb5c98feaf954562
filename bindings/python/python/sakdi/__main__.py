"""``python -m sakdi``: the UCI engine on standard input and output."""

import signal

from ._native import serve_uci


def main() -> None:
    """Answers UCI commands until ``quit`` or the end of the input."""
    # Python would note Ctrl-C and wait for the engine.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    serve_uci()


if __name__ == "__main__":
    main()
