"""The version of docpipe, in a module of its own, so that everything may import it."""

VERSION = "0.1.0"
