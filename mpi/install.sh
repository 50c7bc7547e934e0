#!/bin/sh
# Puts the MPI side of the tunnel into a prefix: mpi/install.sh PREFIX LIBWINDTUNNEL
#
#   PREFIX/bin/wtcc wtcxx                           compiler wrappers
#   PREFIX/include/windtunnel/mpi.h                 (in a folder of its own: another MPI may own include/mpi.h)
#   PREFIX/lib/windtunnel/libmpi_abi.so.1, .so      the face
#   PREFIX/lib/windtunnel/mpi-wrappers/             mpicc mpicxx mpic++ mpiCC mpirun mpiexec, to put first in PATH
#
# Copies only, no symbolic links: the same files go into the wheel. libwindtunnel.so itself is not installed here.
set -eu

if [ $# -ne 2 ]; then
    echo "usage: $0 PREFIX LIBWINDTUNNEL" >&2
    exit 2
fi
here=$(cd "$(dirname "$0")" && pwd)
prefix=$1

"$here/build.sh" "$prefix/lib/windtunnel" "$2"
mkdir -p "$prefix/bin" "$prefix/include/windtunnel" "$prefix/lib/windtunnel/mpi-wrappers"
install -m 644 "$here/include/mpi.h" "$prefix/include/windtunnel/mpi.h"
for name in wtcc wtcxx; do
    install -m 755 "$here/wrappers/wtcc" "$prefix/bin/$name"
done
for name in mpicc mpicxx mpic++ mpiCC; do
    install -m 755 "$here/wrappers/wtcc" "$prefix/lib/windtunnel/mpi-wrappers/$name"
done
for name in mpirun mpiexec; do
    install -m 755 "$here/wrappers/mpirun" "$prefix/lib/windtunnel/mpi-wrappers/$name"
done
