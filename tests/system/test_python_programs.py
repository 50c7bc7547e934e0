"""A program of mpi4py and numpy on many ranks, as people write them: its numbers are right and the same everywhere."""

import re
import runpy
import sys

import pytest

from conftest import ROOT

np = pytest.importorskip("numpy", reason="pip install numpy")
pytest.importorskip("mpi4py", reason="pip install mpi4py==4.1.2")

POISSON = ROOT / "examples" / "poisson.py"
CELLS = 64


def poisson(windtunnel, folder, ranks, *options):
    """Runs the example. Gives the solution, the iterations and the simulated time in picoseconds."""
    words = ["run", "-q", "-n", ranks, "-p", "fat-tree", "--compute", "none", *options]
    file = folder / f"{ranks}.npy"
    done = windtunnel.must(*words, POISSON, CELLS, "--check", "--save", file, cwd=folder, timeout=300)
    assert "largest difference from the solution without MPI: " in done.out
    iterations = int(re.search(r"(\d+) iterations", done.out)[1])
    seconds, fraction = re.search(r"simulated time: (\d+)\.(\d{12}) s", done.err).groups()
    return np.load(file), iterations, int(seconds + fraction)


def solution():
    """By transformation into sines, the eigenvectors of the five-point stencil with 0 around."""
    k = np.arange(1, CELLS + 1)
    sines = np.sin(np.pi * np.outer(k, k) / (CELLS + 1))
    values = 2 - 2 * np.cos(np.pi * k / (CELLS + 1))
    y, x = np.meshgrid((k - 0.5) / CELLS, (k - 0.5) / CELLS, indexing="ij")
    warm = np.exp(-80 * ((y - 0.3) ** 2 + (x - 0.2) ** 2))
    cold = np.exp(-80 * ((y - 0.6) ** 2 + (x - 0.8) ** 2))
    b = warm - cold + 0.1 * np.sin(9 * x) * np.cos(5 * y)
    spectrum = sines @ b @ sines / (values[:, None] + values)
    return sines @ spectrum @ sines * (2 / (CELLS + 1)) ** 2


@pytest.mark.parametrize("ranks", [64, pytest.param(256, marks=pytest.mark.soak)])
def test_many_ranks_solve_poissons_equation(windtunnel, tmp_path, ranks):
    found, iterations, time = poisson(windtunnel, tmp_path, ranks)
    assert 50 < iterations < 200
    # The residual is 1e-6 of the right side.
    exact = solution()
    assert np.abs(found - exact).max() < 1e-4 * np.abs(exact).max()
    few, same_iterations, _ = poisson(windtunnel, tmp_path, 16)
    assert same_iterations == iterations
    assert np.abs(found - few).max() < 1e-12 * np.abs(exact).max(), "sums are rounded in another order, no more"
    # An iteration has two dot products, each at least four levels of messages up and down the tree.
    assert time > iterations * 2 * 4 * 1_000_000


def test_a_program_of_numpy_takes_the_same_simulated_time_again(windtunnel, tmp_path):
    first, again = (poisson(windtunnel, tmp_path, 16) for _ in range(2))
    assert np.array_equal(first[0], again[0]) and first[1:] == again[1:]


POOL = """from mpi4py.futures import MPIPoolExecutor

def square(number):
    return number * number

if __name__ == "__main__":
    with MPIPoolExecutor(max_workers=3) as pool:
        print(list(pool.map(square, range(10))))
"""


def test_a_pool_starts_its_workers(windtunnel, tmp_path):
    """Its manager is a thread, beside which it starts ranks: `python -m mpi4py.futures.server`."""
    (tmp_path / "pool.py").write_text(POOL)
    options = ["-q", "-n", 1, "-p", "fat-tree", "--compute", "none"]
    done = windtunnel.must("run", *options, "pool.py", cwd=tmp_path, timeout=120)
    assert done.out == "[0, 1, 4, 9, 16, 25, 36, 49, 64, 81]\n"


def test_where_a_module_lies_is_found_without_importing_its_packages(tmp_path):
    """What a package imports may start MPI, where there is no rank yet."""
    (tmp_path / "outer" / "inner").mkdir(parents=True)
    for folder in ("outer", "outer/inner"):
        (tmp_path / folder / "__init__.py").write_text("raise SystemExit('imported')\n")
    for name in ("__main__", "module"):
        (tmp_path / "outer" / "inner" / f"{name}.py").write_text("")
    finder = runpy.run_path(str(ROOT / "crates" / "runtime" / "launcher" / "python_rank.py"), run_name="python_rank")
    sys.path.insert(0, str(tmp_path))
    try:
        found = [finder["file_of"](name) for name in ("outer.inner", "outer.inner.module")]
        assert finder["source_of"](["-m", "outer.none"]) == ""
    finally:
        sys.path.remove(str(tmp_path))
    assert found == [str(tmp_path / "outer" / "inner" / name) for name in ("__main__.py", "module.py")]
