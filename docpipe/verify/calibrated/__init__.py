"""What ``benchmarks/calibrate.py`` learnt, one module a kind."""
