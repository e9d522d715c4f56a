"""Questions about policies, procedures and case records, answered offline with the passage behind every sentence."""
