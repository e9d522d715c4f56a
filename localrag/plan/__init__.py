"""Question -> QueryPlan."""
