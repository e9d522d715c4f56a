"""Draft + evidence -> claims with a support status."""
