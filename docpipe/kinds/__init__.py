"""What can be asked of a document."""
