"""The promises on access, one a module."""
