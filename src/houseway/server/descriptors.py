"""How many connections the system allows: each of them, like each open file, takes a descriptor."""

from __future__ import annotations

from houseway.server.settings import Settings

KEPT_FREE = 128  # files, the database, what the libraries open


def raised_limit() -> int | None:
    """As many descriptors as this process may have; None where the system does not count them."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
        except (OSError, ValueError):  # some systems allow less than they say
            pass
    return None if soft == resource.RLIM_INFINITY else soft


def within_limit(settings: Settings, allowed: int | None) -> tuple[Settings, str]:
    """The settings with as many sockets and connections as there are descriptors for, and a sentence where they are
    fewer than asked for."""
    wanted = settings.sockets + settings.connections + KEPT_FREE
    if allowed is None or wanted <= allowed:
        return settings, ""
    room = max(2, allowed - KEPT_FREE)
    connections = min(settings.connections, max(1, room // 4))
    sockets = max(1, room - connections)
    fewer = settings.model_copy(update={"sockets": min(sockets, settings.sockets), "connections": connections})
    return fewer, (
        f"This system allows {allowed:,} open files, enough for {fewer.sockets:,} sockets and {connections:,} other "
        f"connections at once: ulimit -n {wanted} allows all {settings.sockets:,}."
    )
