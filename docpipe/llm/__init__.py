"""Findings with a language model: what is asked (questions), the text that it is asked of (excerpt), what became of a
reply (reply), and the analysis of one document as a machine that does no input or output (analysis)."""
