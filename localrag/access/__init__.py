"""Who may read what: policy file -> SecurityContext."""
