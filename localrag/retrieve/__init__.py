"""QueryPlan + SecurityContext -> candidates."""
