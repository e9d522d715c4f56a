"""Files -> documents -> passages, handed to the index."""
