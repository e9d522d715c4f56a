"""Every value that passes between stages, in pipeline order."""
