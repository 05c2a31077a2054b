"""The HTML page: what stands on it, the pictures of its pages, and its template, style and script."""
