"""The audit log: who analysed which document, when, with what and with which outcome. Never a document's text.

One JSON object a line, each with the hash of the one before. A chain of hashes alone notices neither a cut end nor a
log that was written anew from some line on; so a head file beside it holds the last number and hash, every result
carries its own, and a secret key may sign every entry.
"""
