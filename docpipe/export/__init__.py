"""Many results → one table: a workbook to work in, or one row per value as CSV, JSON Lines or Parquet."""
