import pytest
from lease import lease_result


@pytest.fixture(scope="session")
def lease():
    return lease_result()
