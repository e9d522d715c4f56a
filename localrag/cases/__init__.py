"""A case's events, timeline and date windows."""
