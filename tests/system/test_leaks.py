"""What a program frees is given back: by the ranks' halves and by the engine."""

from collections import defaultdict

import pytest

from conftest import ROOT
from tunnel import TWO_HOSTS

KINDS = 16
# glibc counts what a thread keeps for its next allocation as allocated: some kB that come and go with the clock.
WITHOUT_THREAD_CACHES = {"GLIBC_TUNABLES": "glibc.malloc.tcache_count=0"}


@pytest.fixture(scope="module")
def leaks(windtunnel, tmp_path_factory):
    folder = tmp_path_factory.mktemp("leaks")
    program = windtunnel.compile(ROOT / "tests" / "system" / "leaks.c", folder / "leaks")
    (folder / "hosts.toml").write_text(TWO_HOSTS)

    def run(what, count, ranks, timeout=120):
        """For each kind, by how many bytes what is allocated and what is resident grows in each stretch."""
        done = windtunnel.must("run", "-q", "-n", ranks, "-p", "hosts.toml", "--set", f"host.cores={ranks}", "--out", f"{what}-{count}",
                               "--compute", "none", program, what, count, cwd=folder, timeout=timeout, env=WITHOUT_THREAD_CACHES)
        grown = defaultdict(list)
        for line in done.out.splitlines():
            kind, *figures = line.split()
            grown[kind].append(tuple(map(int, figures)))
        return grown

    return run


def test_what_is_freed_is_given_back(leaks):
    count = 150
    grown = leaks("all", count, 4)
    assert len(grown) == KINDS
    for kind, stretches in grown.items():
        # A table may double its size in one of them.
        assert min(allocated for allocated, _ in stretches) < count, (kind, stretches)


@pytest.mark.soak
def test_a_hundred_thousand_steps_take_no_more_memory_than_the_first(leaks):
    stretches = leaks("steps", 25_000, 8, timeout=600)["steps"]
    assert sum(resident for _, resident in stretches[1:]) < 1_000_000, stretches
