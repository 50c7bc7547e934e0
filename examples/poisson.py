"""Poisson's equation on a square, by conjugate gradients: a grid of ranks that exchange the edges of their blocks
(MPI_Neighbor_alltoallw, the edges as subarrays) and add up dot products (MPI_Allreduce). Needs mpi4py and numpy.

    windtunnel run -n 256 -p fat-tree --compute none examples/poisson.py 128 --check

CELLS along a side must be a multiple of both sides of the grid of ranks. `--check` solves the same without MPI on rank 0
and compares, `--save` writes the solution for numpy.load.
"""

import argparse
import sys

import numpy as np

from mpi4py import MPI

TOLERANCE = 1e-6  # of the residual, relative to the right side
AGREEMENT = 1e-12  # of two solutions, relative to the largest value: sums are rounded differently


def source(rows, columns, cells):
    """The right side at some rows and columns: a warm spot, a cold one, and a wave between."""
    y, x = np.ix_((rows + 0.5) / cells, (columns + 0.5) / cells)

    def spot(at_y, at_x):
        return np.exp(-80 * ((y - at_y) ** 2 + (x - at_x) ** 2))

    return spot(0.3, 0.2) - spot(0.6, 0.8) + 0.1 * np.sin(9 * x) * np.cos(5 * y)


def laplacian(p):
    """Of a block with its halo: 4 p minus the four neighbours."""
    return 4 * p[1:-1, 1:-1] - p[:-2, 1:-1] - p[2:, 1:-1] - p[1:-1, :-2] - p[1:-1, 2:]


def conjugate_gradients(b, dot, fill_halo):
    """The solution, which is 0 around the square, and the number of iterations."""
    x, r = np.zeros_like(b), b.copy()
    p = np.zeros([side + 2 for side in b.shape])
    inner = p[1:-1, 1:-1]
    inner[:] = r
    rr = dot(r, r)
    enough = TOLERANCE**2 * rr
    iterations = 0
    while rr > enough:
        fill_halo(p)
        q = laplacian(p)
        alpha = rr / dot(inner, q)
        x += alpha * inner
        r -= alpha * q
        rr, before = dot(r, r), rr
        inner[:] = r + rr / before * inner
        iterations += 1
    return x, iterations


class Grid:
    """A grid of ranks; each has a block of the square."""

    def __init__(self, cells):
        sides = MPI.Compute_dims(MPI.COMM_WORLD.size, 2)
        if any(cells % side for side in sides):
            sys.exit(f"poisson.py: {cells} cells are not a multiple of {sides[0]} x {sides[1]} ranks")
        self.comm = MPI.COMM_WORLD.Create_cart(sides, reorder=True)
        self.sides = sides
        self.shape = [cells // side for side in sides]
        self.edges, self.halo = self.faces()

    def faces(self):
        """What goes to the neighbours before and behind in rows, then in columns, and what comes from them."""
        rows, columns = self.shape
        whole = [rows + 2, columns + 2]

        def part(size, start):
            return MPI.DOUBLE.Create_subarray(whole, size, start).Commit()

        edges = [part([1, columns], [1, 1]), part([1, columns], [rows, 1])]
        edges += [part([rows, 1], [1, 1]), part([rows, 1], [1, columns])]
        halo = [part([1, columns], [0, 1]), part([1, columns], [rows + 1, 1])]
        halo += [part([rows, 1], [1, 0]), part([rows, 1], [1, columns + 1])]
        return edges, halo

    def indices(self, cells):
        """The rows and columns of the own block."""
        starts = [at * side for at, side in zip(self.comm.coords, self.shape, strict=True)]
        return [np.arange(start, start + side) for start, side in zip(starts, self.shape, strict=True)]

    def fill_halo(self, p):
        once = ([1] * 4, [0] * 4)
        self.comm.Neighbor_alltoallw([p, once, self.edges], [p, once, self.halo])

    def dot(self, a, b):
        total = np.array([np.sum(a * b)])
        self.comm.Allreduce(MPI.IN_PLACE, total)
        return total[0]

    def gather(self, block):
        """The whole square, on rank 0."""
        blocks = self.comm.gather(block)
        if blocks is None:
            return None
        return np.block([blocks[row * self.sides[1] : (row + 1) * self.sides[1]] for row in range(self.sides[0])])


def check(solution, cells):
    """Compares with the solution that numpy finds alone. Gives the largest difference, relative to the largest value."""
    everything = np.arange(cells)
    b = source(everything, everything, cells)
    alone, _ = conjugate_gradients(b, lambda a, b: np.sum(a * b), lambda p: None)
    return np.abs(solution - alone).max() / np.abs(alone).max()


def main():
    parser = argparse.ArgumentParser(description="Poisson's equation on a square by conjugate gradients.")
    parser.add_argument("cells", type=int, nargs="?", default=128, metavar="CELLS", help="cells along a side (128)")
    parser.add_argument("--check", action="store_true", help="compare with a solution without MPI")
    parser.add_argument("--save", metavar="FILE", help="write the solution, for numpy.load")
    options = parser.parse_args()
    grid = Grid(options.cells)
    b = source(*grid.indices(options.cells), options.cells)
    start = MPI.Wtime()
    block, iterations = conjugate_gradients(b, grid.dot, grid.fill_halo)
    seconds = grid.comm.reduce(MPI.Wtime() - start, MPI.MAX)
    solution = grid.gather(block)
    if grid.comm.rank == 0:
        rows, columns = grid.sides
        print(f"{rows} x {columns} ranks, {options.cells} x {options.cells} cells: {iterations} iterations in {seconds:.6f} s")
        if options.save:
            np.save(options.save, solution)
        if options.check:
            difference = check(solution, options.cells)
            print(f"largest difference from the solution without MPI: {difference:.1e}")
            if not difference < AGREEMENT:
                sys.exit(f"poisson.py: the solutions differ by more than {AGREEMENT:.0e}")


if __name__ == "__main__":
    main()
