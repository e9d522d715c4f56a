"""Evidence package -> draft answer."""
