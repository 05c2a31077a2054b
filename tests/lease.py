"""A small lease as a result, as plain data, for what is made of results."""

from building import document

from docpipe import kinds, pipeline
from docpipe.settings import Settings
from docpipe.sinks.json import result_to_json
from docpipe.types import Json

LEASE = (
    "# LEASE AGREEMENT",
    'This Lease Agreement is made as of March 1, 2024 between Otterbrook Inc., a Delaware corporation ("Landlord"), '
    'and Fenwick LLC, a Nevada limited liability company ("Tenant").',
    "1. Term. The term of this Agreement shall expire on February 28, 2027.",
    "2. Rent. Tenant shall pay Landlord a monthly rent of $4,500.00 within ten (10) days after receipt of an invoice.",
    "3. Law. This Agreement is governed by the laws of the State of New York.",
)


def lease_result(*changed: tuple[str, str]) -> Json:
    """The result of the lease, after words of it were replaced."""
    paragraphs = list(LEASE)
    for old, new in changed:
        paragraphs = [paragraph.replace(old, new) for paragraph in paragraphs]
    return result_to_json(pipeline.analyze(document(*paragraphs), kinds.load("contract"), Settings()))
