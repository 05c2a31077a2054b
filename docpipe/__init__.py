"""docpipe: long PDFs into typed, verified, cited results."""
