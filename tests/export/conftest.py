"""Results of two small contracts, as written."""

import pytest
from building import document

from docpipe import kinds, pipeline
from docpipe.settings import Settings
from docpipe.sinks.json import result_to_json

LEASE = (
    "# LEASE AGREEMENT",
    'This Lease Agreement is made as of March 1, 2024 between Otterbrook Inc., a Delaware corporation ("Landlord"), '
    'and Fenwick LLC, a Nevada limited liability company ("Tenant").',
    "1. Term. The term of this Agreement shall expire on February 28, 2027.",
    "2. Rent. Tenant shall pay Landlord a monthly rent of $4,500.00 within ten (10) days after receipt of an invoice.",
    "3. Law. This Agreement is governed by the laws of the State of New York.",
)


@pytest.fixture(scope="session")
def lease():
    """The lease as a result, as plain data."""
    result = pipeline.analyze(document(*LEASE), kinds.load("contract"), Settings())
    return result_to_json(result)
