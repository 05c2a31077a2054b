"""How much memory this process holds, on every system, without packages."""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path

_MB = 1_048_576


def resident_mb() -> float:
    """Megabytes that the process holds now (macOS: held at most so far); 0.0 where the system does not say."""
    if sys.platform == "win32":
        return _windows_mb()
    status = Path("/proc/self/statm")
    if status.exists():
        return int(status.read_text(encoding="ascii").split()[1]) * _page_bytes() / _MB
    return _peak_mb()


def bound_address_space(limit_mb: int) -> None:
    """Let allocations beyond a limit fail, where the system can; elsewhere only watching helps."""
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = limit_mb * _MB
    try:
        resource.setrlimit(resource.RLIMIT_AS, (wanted if hard < 0 else min(wanted, hard), hard))
    except (ValueError, OSError):  # macOS refuses some values
        return


def _page_bytes() -> int:
    import resource

    return resource.getpagesize()


def _peak_mb() -> float:
    try:
        import resource
    except ImportError:
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / _MB if sys.platform == "darwin" else peak / 1024


class _Counters(ctypes.Structure):
    """PROCESS_MEMORY_COUNTERS of the Windows API."""

    _fields_ = (
        ("cb", ctypes.c_uint32), ("page_faults", ctypes.c_uint32), ("peak", ctypes.c_size_t),
        ("resident", ctypes.c_size_t), ("quota_peak_paged", ctypes.c_size_t), ("quota_paged", ctypes.c_size_t),
        ("quota_peak_nonpaged", ctypes.c_size_t), ("quota_nonpaged", ctypes.c_size_t), ("pagefile", ctypes.c_size_t),
        ("pagefile_peak", ctypes.c_size_t),
    )  # fmt: skip


def _windows_mb() -> float:
    counters = _Counters()
    counters.cb = ctypes.sizeof(counters)
    kernel = ctypes.CDLL("kernel32")
    kernel.GetCurrentProcess.restype = ctypes.c_void_p
    process = ctypes.c_void_p(kernel.GetCurrentProcess())
    if not kernel.K32GetProcessMemoryInfo(process, ctypes.byref(counters), counters.cb):
        return 0.0
    return float(counters.resident) / _MB
