#!/bin/bash
# setup-realfs.sh BUILD WTCAL.c: builds OrangeFS ($ORANGEFS_SOURCE), ROMIO with its driver pvfs2 ($MPICH_SOURCE, against MPICH 5.0.2
# from PyPI) and IOR ($IOR_SOURCE) into BUILD/opt, and compiles files.c, wtcal.c, pacedisk.c. Needs flex, bison, autoconf, automake,
# libtool, pkg-config, libssl-dev, liblmdb-dev, libfuse3-dev.
set -e
here=$(cd "$(dirname "$0")" && pwd)
wtcal=$(realpath "$2")
mkdir -p "$1" && cd "$1" && b=$PWD opt=$PWD/opt
jobs=-j$(nproc)
[ -x vmpich/bin/mpicc ] || { python3 -m venv vmpich && vmpich/bin/pip install -q mpich==5.0.2; }
mpicc=$b/vmpich/bin/mpicc
if [ ! -x opt/sbin/pvfs2-server ]; then
    cp -a "$ORANGEFS_SOURCE" orangefs && cd orangefs
    ./prepare
    # (-fcommon: some of its headers define variables)
    ./configure --prefix="$opt" --with-db-backend=lmdb --disable-usrint --enable-shared CFLAGS="-O2 -w -fcommon"
    make $jobs && make install
    cd ..
fi
if [ ! -f opt/lib/libmpio.a ]; then
    source=$MPICH_SOURCE/src/mpi/romio
    mkdir -p romio && cd romio
    "$source/configure" --prefix="$opt" --with-mpi="$b/vmpich" --with-mpi-impl=mpich2 --with-pvfs2="$opt" --with-file-system=pvfs2+ufs \
        --disable-f77 --disable-f90 --enable-static --disable-shared CC=gcc CFLAGS="-O2 -w -fcommon -fPIC -DHAVE_STATUS_SET_BYTES -DHAVE_MPI_STATUS_SET_ELEMENTS_X -I$b/vmpich/include"
    # Its glue for MPICH is made for the inside of MPICH: that for any library, and the driver testfs, which it names, are compiled here.
    make -k $jobs || true
    include="-DHAVE_CONFIG_H -DHAVE_ROMIOCONF_H -I."
    for folder in . include mpl/include mpi-io adio/include; do include+=" -I$folder -I$source/$folder"; done
    mkdir -p glue
    for file in "$source"/mpi-io/glue/default/*.c "$source"/adio/ad_testfs/*.c "$here/contiguous.c"; do
        gcc -O2 -w -fcommon -fPIC $include -I"$b/vmpich/include" -I"$opt/include" -c "$file" -o "glue/$(basename "$file" .c).o"
    done
    ar rcs "$opt/lib/libmpio.a" $(find mpi-io adio mpl mpi2-other -name '*.o' | grep -vE 'glue/mpich|\.libs|fortran|test') glue/*.o
    cd ..
fi
# ROMIO's functions before those of the MPI library.
libraries="$opt/lib/libmpio.a $opt/lib/libpvfs2.a -lssl -lcrypto -lpthread -lm -ldl"
if [ ! -x opt/bin/ior ]; then
    cp -a "$IOR_SOURCE" ior && cd ior
    ./bootstrap
    ./configure --prefix="$opt" --without-ncmpi --without-hdf5 --without-lustre --without-gpfs MPICC="$mpicc" CC="$mpicc" CFLAGS="-O2 -w"
    make $jobs LIBS="$libraries" && cp src/ior "$opt/bin/"
    cd ..
fi
"$mpicc" -O2 "$here/files.c" -o opt/bin/files $libraries
"$mpicc" -O2 "$wtcal" -o wtcal.mpich
cc -O2 -shared -fPIC "$here/pollblock.c" -o libpollblock.so -ldl
cc -O2 "$here/pacedisk.c" -o opt/bin/pacedisk $(pkg-config --cflags --libs fuse3)
