#!/bin/sh
# Puts the MPI side of the tunnel into a prefix: mpi/install.sh PREFIX LIBWINDTUNNEL
#
#   PREFIX/bin/wtcc wtcxx wtfort                    compiler wrappers
#   PREFIX/include/windtunnel/mpi.h, mpi_removed.h, mpif.h, windtunnel.h
#                                                   (in a folder of its own: another MPI may own include/mpi.h)
#   PREFIX/include/windtunnel/smpi/smpi.h           SMPI's marks of repeated computation
#   PREFIX/lib/windtunnel/libmpi_abi.so.1, .so      the face
#   PREFIX/lib/windtunnel/libwindtunnel_fortran.a   Fortran's procedures
#   PREFIX/lib/windtunnel/fortran/                  sources of the modules mpi and mpi_f08, compiled by the user's compiler,
#                                                   with what reads its descriptors of arrays
#   PREFIX/lib/windtunnel/mpi-wrappers/             mpicc mpicxx mpic++ mpiCC mpifort mpif77 mpif90 mpirun mpiexec, to put
#                                                   first in PATH
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
fortran=$prefix/lib/windtunnel/fortran
mkdir -p "$prefix/bin" "$prefix/include/windtunnel" "$prefix/lib/windtunnel/mpi-wrappers" "$fortran"
install -m 644 "$here/include/mpi.h" "$here/include/mpi_fortran.h" "$here/include/mpi_removed.h" \
    "$here/include/windtunnel.h" "$here/generated/mpif.h" \
    "$prefix/include/windtunnel"
mkdir -p "$prefix/include/windtunnel/smpi"
install -m 644 "$here/include/smpi/smpi.h" "$prefix/include/windtunnel/smpi"
install -m 644 "$here/fortran/descriptor.c" "$here/fortran/descriptor_check.f90" "$here/fortran/sections.h" "$fortran"
# 1.3 MB of text, which is read once.
rm -f "$fortran/mpi.f90" "$fortran/mpi_f08.F90"
for module in mpi.f90 mpi_f08.F90; do
    gzip -9 -n -c "$here/generated/$module" > "$fortran/$module.gz"
done
install -m 755 "$here/fortran/modules.sh" "$fortran/modules.sh"
for name in wtcc wtcxx wtfort; do
    install -m 755 "$here/wrappers/wtcc" "$prefix/bin/$name"
done
for name in mpicc mpicxx mpic++ mpiCC mpifort mpif77 mpif90; do
    install -m 755 "$here/wrappers/wtcc" "$prefix/lib/windtunnel/mpi-wrappers/$name"
done
for name in mpirun mpiexec; do
    install -m 755 "$here/wrappers/mpirun" "$prefix/lib/windtunnel/mpi-wrappers/$name"
done
# Where there is a Fortran compiler its modules are compiled now; else when it is first used.
if command -v "${WT_FC:-gfortran}" > /dev/null; then
    "$fortran/modules.sh" "${WT_FC:-gfortran}" > /dev/null
fi
