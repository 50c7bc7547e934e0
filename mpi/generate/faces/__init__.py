"""The faces: MPI libraries as programs see them. A face is a module here and a line in `FACES`.

A face has a `SONAME`, the `OUTPUT` it generates (relative to `mpi/generated`), and `render(api)`, which returns the C
text. It keeps no state: an entry point notes the place of the call, converts what its ABI writes differently from the
standard ABI, and calls `wt_MPI_X`. `mpi/build.sh` compiles every `face_*.c`.
"""

from faces import abi, mpich, openmpi

FACES = [abi, mpich, openmpi]
