"""What people decide about values: kept beside the results, never in them, and found again after the next run."""
