"""Command line: one small file a command, loaded when it is called."""
