"""Schema, segments, lexical scoring, commit point, reading and repair."""
