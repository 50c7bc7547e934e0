"""A few modules of mpi4py's own tests: those that reach into every room, in the forms a Python program uses.
`make test-mpi4py` runs them all."""

from collections import Counter

import pytest

pytest.importorskip("mpi4py", reason="pip install mpi4py==4.1.2")

import suite

MODULES = {
    "test_p2p_buf": 2,
    "test_p2p_obj": 3,
    "test_cco_buf": 3,
    "test_cco_vec": 3,
    "test_cco_nb_vec": 2,
    "test_cco_obj": 3,
    "test_cco_pr_ngh_buf": 2,
    "test_datatype": 1,
    "test_comm_topo": 3,
    "test_attributes": 2,
    "test_rma": 2,
    "test_util_pkl5": 2,
}
# Half a minute of Python's pickle looking through its modules; what TestRMAWorld does, with one rank.
LEFT_OUT = {"test_datatype": ["TestDatatypePickle.*"], "test_rma": ["TestRMASelf.*"]}


@pytest.mark.parametrize(("module", "ranks"), MODULES.items())
def test_a_module_passes(module, ranks):
    found = suite.run(module, ranks, LEFT_OUT.get(module, ()))
    bad = {name: found.details.get(name, o) for name, o in found.outcomes.items() if o in (suite.FAILED, suite.MISSING)}
    assert not bad
    assert Counter(found.outcomes.values())[suite.PASSED] >= 10
