"""The terminal user interface: ask, check, trust."""
