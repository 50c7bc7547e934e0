"""MPI programs of Debian's with small inputs, for test_corpus.py: what is run, and which lines have to agree with Debian's own MPI library.

`{usr}` in arguments, files and variables is the folder with the packages' files.
"""

from dataclasses import dataclass, field

from inputs import ARGON, CUBE, FASTA, PHYLIP, bases, grid


@dataclass(frozen=True)
class Program:
    """A program of a package, and a small problem for it."""

    package: str
    # Below `{usr}`, or an absolute path.
    path: str
    ranks: int
    arguments: str
    # Lines that are compared, of its output and of the files that it has written.
    lines: str
    written: tuple[str, ...] = ()
    # Its input: texts, files of its packages (unpacked), and commands that make more of them.
    files: dict[str, str] = field(default_factory=dict)
    copies: tuple[str, ...] = ()
    prepare: tuple[str, ...] = ()
    standard_input: str = ""
    variables: tuple[str, ...] = ()
    # It finds its files in /usr/share alone.
    installed: bool = False
    # The order of lines depends on which message comes first.
    unordered: bool = False
    # Programs that end with another status than 0 on this input.
    status: int = 0
    slow: bool = False


PYTHON = "/usr/bin/python3"
MODULES = "{usr}/lib/python3/dist-packages"
PETSC = "{usr}/lib/petscdir/petsc3.18/x86_64-linux-gnu-real/lib/python3/dist-packages"
SLEPC = "{usr}/lib/slepcdir/slepc3.18/x86_64-linux-gnu-real/lib/python3/dist-packages"
GUILE = (
    "GUILE_AUTO_COMPILE=0",
    "GUILE_LOAD_PATH={usr}/share/guile/3.0",
    "GUILE_LOAD_COMPILED_PATH={usr}/lib/x86_64-linux-gnu/guile/3.0/ccache",
    "GUILE_EXTENSIONS_PATH={usr}/lib/x86_64-linux-gnu/guile/3.0/extensions",
)
SCOTCH = ("SCOTCH_PTHREAD_NUMBER=1", "SCOTCH_DETERMINISTIC=1")

PROGRAMS = {
    "abinit": Program(
        "abinit",
        "bin/abinit",
        2,
        "h2.abi",
        r"^ ?ETOT +\d|etotal1 ",
        files={
            "h2.abi": """pseudos "h.pspgth"
pp_dirpath "."
acell 8 6 6
ntypat 1
znucl 1
natom 2
typat 2*1
xcart -0.7 0 0  0.7 0 0
ecut 6
kptopt 0
nkpt 1
nstep 10
toldfe 1e-8
diemac 2
autoparal 0
""",
            "h.pspgth": """Goedecker, Teter and Hutter, hydrogen
1 1 960508 zatom,zion,pspdat
2 1 0 0 2001 0 pspcod,pspxc,lmax,lloc,mmax,r2well
0.2 -4.0663326 0.6778322 0 0 rloc,c1,c2,c3,c4
0 0 0 rs,h1s,h2s
0 0 rp,h1p
1.36 0.2 0.6
""",
        },
    ),
    "cp2k": Program(
        "cp2k",
        "bin/cp2k.psmp",
        2,
        "-i h2.inp",
        r"Total energy:|Total FORCE_EVAL",
        files={
            "h2.inp": """&GLOBAL
  PROJECT h2
  RUN_TYPE ENERGY
&END
&FORCE_EVAL
  METHOD Quickstep
  &DFT
    BASIS_SET_FILE_NAME GTH_BASIS_SETS
    POTENTIAL_FILE_NAME GTH_POTENTIALS
    &MGRID
      CUTOFF 100
    &END
    &SCF
      EPS_SCF 1e-7
      SCF_GUESS ATOMIC
    &END
    &XC
      &XC_FUNCTIONAL PADE
      &END
    &END
  &END
  &SUBSYS
    &CELL
      ABC 5 5 5
    &END
    &COORD
      H 0 0 0
      H 0.74 0 0
    &END
    &KIND H
      BASIS_SET DZVP-GTH
      POTENTIAL GTH-PADE-q1
    &END
  &END
&END
"""
        },
        variables=("CP2K_DATA_DIR={usr}/share/cp2k",),
    ),
    "lammps": Program(
        "lammps",
        "bin/lmp",
        4,
        "-in melt.in",
        r"^ +\d+( +-?[\d.]+){5}",
        files={
            "melt.in": """units lj
lattice fcc 0.8442
region box block 0 5 0 5 0 5
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 3.0 87287 loop geom
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0 2.5
fix 1 all nve
thermo 20
run 100
"""
        },
    ),
    "liggghts": Program(
        "liggghts",
        "bin/liggghts",
        2,
        "-in fall.in",
        r"^ +\d+ +\d+ +[\d.e+-]+ *$",
        files={
            "fall.in": """atom_style granular
atom_modify map array
boundary f f f
newton off
communicate single vel yes
units si
region box block -0.05 0.05 -0.05 0.05 0 0.15 units box
create_box 1 box
neighbor 0.002 bin
neigh_modify delay 0
fix m1 all property/global youngsModulus peratomtype 5e6
fix m2 all property/global poissonsRatio peratomtype 0.45
fix m3 all property/global coefficientRestitution peratomtypepair 1 0.9
fix m4 all property/global coefficientFriction peratomtypepair 1 0.05
pair_style gran model hertz tangential history
pair_coeff * *
timestep 0.00001
fix gravity all gravity 9.81 vector 0.0 0.0 -1.0
fix floor all wall/gran model hertz tangential history primitive type 1 zplane 0.0
fix sides all wall/gran model hertz tangential history primitive type 1 zcylinder 0.05 0 0
lattice sc 0.012
region inside block -0.02 0.02 -0.02 0.02 0.01 0.06 units box
create_atoms 1 region inside
set group all density 2500 diameter 0.01
fix integrate all nve/sphere
thermo_style custom step atoms ke
thermo 500
run 3000
"""
        },
    ),
    "mpb": Program(
        "mpb-mpi",
        "bin/mpb-mpi",
        2,
        "bands.ctl",
        r"^tmfreqs:",
        files={
            "bands.ctl": """(set! num-bands 4)
(set! k-points (interpolate 2 (list (vector3 0 0 0) (vector3 0.5 0 0) (vector3 0.5 0.5 0))))
(set! geometry (list (make cylinder (center 0 0 0) (radius 0.2) (height infinity) (material (make dielectric (epsilon 12))))))
(set! geometry-lattice (make lattice (size 1 1 no-size)))
(set! resolution 16)
(run-tm)
"""
        },
        variables=GUILE,
        installed=True,
    ),
    "meep": Program(
        "meep-openmpi",
        "bin/meep",
        2,
        "guide.ctl",
        r"^field:",
        files={
            "guide.ctl": """(set! geometry-lattice (make lattice (size 16 8 no-size)))
(set! geometry (list (make block (center 0 0) (size infinity 1 infinity) (material (make medium (epsilon 12))))))
(set! sources (list (make source (src (make continuous-src (frequency 0.15))) (component Ez) (center -7 0))))
(set! pml-layers (list (make pml (thickness 1.0))))
(set! resolution 10)
(run-until 20 (at-every 5 (lambda () (print "field:, " (meep-time) ", " (get-field-point Ez (vector3 2 0)) "\\n"))))
"""
        },
        variables=GUILE,
        installed=True,
    ),
    "dgord": Program(
        "ptscotch",
        "bin/dgord",
        2,
        "grid.grf order.txt -vt",
        r"^\d+\t\d+$",
        written=("order.txt",),
        files={"grid.grf": grid(30)},
        variables=SCOTCH,
    ),
    "dgpart": Program(
        "ptscotch",
        "bin/dgpart",
        4,
        "4 grid.grf part.txt",
        r"^\d+\t\d+$",
        written=("part.txt",),
        files={"grid.grf": grid(30)},
        variables=SCOTCH,
        unordered=True,
    ),
    "phyml": Program(
        "phyml",
        "lib/phyml/bin/phyml-mpi",
        2,
        "-i dna.phy -b 4 --r_seed 7 --quiet",
        r"^\(|Log-likelihood",
        written=("dna.phy_phyml_tree.txt", "dna.phy_phyml_boot_trees.txt"),
        files={"dna.phy": PHYLIP},
    ),
    "iqtree": Program(
        "iqtree",
        "bin/iqtree2-mpi",
        2,
        "-s dna.phy -m JC -n 0 -seed 7 -nt 1",
        r"^\(|BEST SCORE",
        written=("dna.phy.treefile",),
        files={"dna.phy": PHYLIP},
    ),
    "tree-puzzle": Program(
        "tree-ppuzzle",
        "bin/tree-ppuzzle",
        3,
        "dna.phy",
        r"log L|quartets +[:=] +\d|unresolved|Expected number",
        written=("dna.phy.puzzle",),
        files={"dna.phy": PHYLIP},
        standard_input="y\n",
    ),
    "hyphy": Program(
        "hyphy-mpi",
        "lib/hyphy/bin/HYPHYMPI-sse3",
        2,
        "LIBPATH={usr}/share/hyphy hky.bf",
        r"Log Likelihood|^Tree",
        files={
            "hky.bf": """DataSet nucleotides = ReadDataFile("hiv.nuc");
DataSetFilter filter = CreateFilter(nucleotides, 1);
HarvestFrequencies(frequencies, filter, 1, 1, 1);
rates = {{*, b, a, b}{b, *, b, a}{a, b, *, b}{b, a, b, *}};
Model hky = (rates, frequencies);
Tree tree = DATAFILE_TREE;
LikelihoodFunction likelihood = (filter, tree);
Optimize(found, likelihood);
fprintf(stdout, likelihood, "\\n");
"""
        },
        copies=("share/doc/hyphy-common/examples/SimpleAnalyses/data/hiv.nuc",),
    ),
    "ray": Program(
        "ray",
        "bin/Ray",
        2,
        "-k 31 -p ecoli_1K_1.fq ecoli_1K_2.fq -o out",
        r"^>|^[ACGT]+$",
        written=("out/Contigs.fasta",),
        copies=("share/doc/ray/test_data/*.gz",),
        prepare=("for i in 1 2; do head -1200 ecoli_1K_$i.fq > r && mv r ecoli_1K_$i.fq; done",),
        slow=True,
    ),
    "abyss": Program(
        "abyss",
        "lib/abyss/ABYSS-P",
        2,
        "-k25 -q3 --coverage-hist=hist.txt -o out.fa reads1.fastq reads2.fastq",
        r"^\d+\t\d+$|^Assembled|median k-mer",
        written=("hist.txt",),
        copies=("share/doc/abyss/test-data/*.gz",),
        prepare=("for i in 1 2; do head -2000 reads$i.fastq > r && mv r reads$i.fastq; done",),
        unordered=True,
    ),
    "examl": Program(
        "examl",
        "lib/examl/bin/examl-sse3",
        2,
        "-t 49.tree -m GAMMA -s 49.binary -n T1",
        r"^\(|Likelihood   :",
        written=("ExaML_result.T1",),
        copies=("share/doc/examl/testData/49*",),
        prepare=("parse-examl -s 49 -m DNA -n 49",),
        slow=True,
    ),
    "molds": Program(
        "molds",
        "bin/molds",
        2,
        "ch4_am1_directCIS_singlet.in",
        r"(Electronic|Total|Excitation|Core).*-?\d+\.\d+",
        copies=("share/doc/molds/examples/ch4_am1_directCIS_singlet.in",),
        unordered=True,
    ),
    "ffindex": Program(
        "ffindex",
        "bin/ffindex_apply_mpi",
        3,
        "data index -d out -i out.index -- /usr/bin/wc -c",
        r"\d",
        written=("out", "out.index"),
        files={"data": "alpha\n\x00beta beta\n\x00gamma gamma gamma\n\x00", "index": "a\t0\t7\nb\t7\t11\nc\t18\t19\n"},
    ),
    "parform": Program(
        "form",
        "bin/parform",
        3,
        "-q t.frm",
        r"F =|[xyz]\^|Terms in output|Generated terms",
        files={
            "t.frm": "#-\nOn Statistics;\nSymbols x, y, z;\nLocal F = (x + 2*y - 3*z)^12;\n.sort\nid x = y - z;\nPrint;\n.end\n"
        },
    ),
    "mplrs": Program(
        "mplrs",
        "bin/mplrs",
        4,
        "cube.ine out.txt",
        r"^ 1  +-?1|\*Totals: v",
        written=("out.txt",),
        files={"cube.ine": CUBE},
        unordered=True,
    ),
    "gretl": Program(
        "gretl",
        "bin/gretlmpi",
        2,
        "--single-rng pi.inp",
        r"pi is",
        files={
            "pi.inp": """set verbose off
scalar n = 20000
set seed 17
matrix X = muniform(n, 2)
scalar inside = sumc(sumr(X.^2) .< 1)
scalar total = 0
matrix M = {inside}
mpireduce(&M, sum)
total = M[1]
if $mpirank == 0
  printf "pi is about %.10f of %g\\n", 4 * total / (n * $mpisize), inside
endif
"""
        },
    ),
    "neuron": Program(
        "neuron",
        "bin/nrniv",
        2,
        "-mpi ring.hoc",
        r"^sum",
        files={
            "ring.hoc": """objref pc, cell, stim, vec
pc = new ParallelContext()
create soma
access soma
soma { L = 20 diam = 20 insert hh }
stim = new IClamp(0.5)
stim.del = 1
stim.dur = 2
stim.amp = 0.1 * (1 + pc.id)
vec = new Vector()
vec.record(&soma.v(0.5))
tstop = 5
dt = 0.025
finitialize(-65)
while (t < tstop) { fadvance() }
x = pc.allreduce(soma.v(0.5), 1)
y = pc.allreduce(soma.v(0.5), 2)
if (pc.id == 0) { printf("sum %.12g max %.12g\\n", x, y) }
pc.runworker()
pc.done()
quit()
"""
        },
        variables=("NEURONHOME={usr}/share/nrn",),
    ),
    "petsc4py": Program(
        "python3-petsc4py-real3.18",
        PYTHON,
        2,
        "ksp.py",
        r"^(cg|gmres|bcgs)",
        files={
            "ksp.py": """from petsc4py import PETSc
n = 200
A = PETSc.Mat().createAIJ([n, n], nnz=3)
first, last = A.getOwnershipRange()
for i in range(first, last):
    A[i, i] = 2.0 + 1.0 / (i + 1)
    if i: A[i, i - 1] = -1.0
    if i < n - 1: A[i, i + 1] = -1.0
A.assemble()
x, b = A.createVecs()
b.set(1.0)
for kind in ("cg", "gmres", "bcgs"):
    ksp = PETSc.KSP().create()
    ksp.setOperators(A); ksp.setType(kind); ksp.getPC().setType("jacobi")
    ksp.setTolerances(rtol=1e-10)
    ksp.solve(b, x)
    PETSc.Sys.Print(f"{kind} {ksp.getIterationNumber()} {ksp.getResidualNorm():.12e} {x.norm():.14e}")
"""
        },
        variables=(f"PYTHONPATH={PETSC}:{MODULES}",),
    ),
    "slepc4py": Program(
        "python3-slepc4py-real3.18",
        PYTHON,
        2,
        "eps.py",
        r"^value",
        files={
            "eps.py": """from petsc4py import PETSc
from slepc4py import SLEPc
n = 100
A = PETSc.Mat().createAIJ([n, n], nnz=3)
first, last = A.getOwnershipRange()
for i in range(first, last):
    A[i, i] = 2.0
    if i: A[i, i - 1] = -1.0
    if i < n - 1: A[i, i + 1] = -1.0
A.assemble()
eps = SLEPc.EPS().create()
eps.setOperators(A); eps.setProblemType(SLEPc.EPS.ProblemType.HEP); eps.setDimensions(4)
eps.solve()
for i in range(4): PETSc.Sys.Print(f"value {i} {eps.getEigenvalue(i).real:.13e} {eps.getIterationNumber()}")
"""
        },
        variables=(f"PYTHONPATH={SLEPC}:{PETSC}:{MODULES}",),
    ),
    "mpi4py": Program(
        "python3-mpi4py",
        PYTHON,
        4,
        "jacobi.py",
        r"^norm",
        files={
            "jacobi.py": """from mpi4py import MPI
import numpy as np
comm = MPI.COMM_WORLD
rank, size = comm.rank, comm.size
u = np.zeros(34); u[1:-1] = np.sin(np.arange(32) + 32 * rank)
left, right = (rank - 1) % size, (rank + 1) % size
for step in range(50):
    comm.Sendrecv(u[1:2], left, recvbuf=u[-1:], source=right)
    comm.Sendrecv(u[-2:-1], right, recvbuf=u[:1], source=left)
    u[1:-1] = 0.25 * u[:-2] + 0.5 * u[1:-1] + 0.25 * u[2:]
total = comm.allreduce(float(np.dot(u[1:-1], u[1:-1])))
names = comm.gather(f"{rank}:{u[7]:.15e}")
if rank == 0: print("norm", repr(total), *names)
"""
        },
        variables=(f"PYTHONPATH={MODULES}",),
    ),
    "mpi4py-fft": Program(
        "python3-mpi4py-fft",
        PYTHON,
        2,
        "fft.py",
        r"^fft",
        files={
            "fft.py": """import numpy as np
from mpi4py import MPI
from mpi4py_fft import PFFT, newDistArray
fft = PFFT(MPI.COMM_WORLD, [16, 12, 10], axes=(0, 1, 2), dtype=float)
u = newDistArray(fft, False)
u[:] = np.cos(np.arange(u.size) * 0.37 + MPI.COMM_WORLD.rank).reshape(u.shape)
hat = fft.forward(u)
back = fft.backward(hat)
total = MPI.COMM_WORLD.allreduce(float(abs(hat).sum())), MPI.COMM_WORLD.allreduce(float(abs(back - u).max()), op=MPI.MAX)
if MPI.COMM_WORLD.rank == 0: print("fft", *map(repr, total))
"""
        },
        variables=(f"PYTHONPATH={MODULES}",),
    ),
    "h5py": Program(
        "python3-h5py-mpi",
        PYTHON,
        3,
        "write.py",
        r"^(mpi|sum)",
        files={
            "write.py": """import h5py, numpy as np
from mpi4py import MPI
comm = MPI.COMM_WORLD
print("mpi", h5py.get_config().mpi)
with h5py.File("out.h5", "w", driver="mpio", comm=comm) as f:
    d = f.create_dataset("x", (comm.size, 100), dtype="f8")
    d[comm.rank] = np.sqrt(np.arange(100) + comm.rank)
with h5py.File("out.h5", "r", driver="mpio", comm=comm) as f:
    print("sum", repr(float(f["x"][:].sum())))
"""
        },
        variables=(f"PYTHONPATH={MODULES}",),
    ),
    "dolfinx": Program(
        "fenicsx-performance-tests",
        "bin/dolfinx-scaling-test",
        2,
        "--problem_type poisson --scaling_type strong --ndofs 2000 -ksp_type cg -pc_type jacobi -ksp_rtol 1e-10",
        r"Solution norm|iterations|Total degrees|ksp|Norm",
    ),
    "ncmpigen": Program(
        "pnetcdf-bin",
        "bin/ncmpigen",
        2,
        "-o t.nc t.cdl",
        r"CDF",
        written=("t.nc",),
        files={
            "t.cdl": """netcdf t {
dimensions: x = 4; y = 3;
variables: double a(x, y); int b(y);
data: a = 1.5, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12.25; b = 3, 1, 4;
}
"""
        },
    ),
    "ncmpidiff": Program(
        "pnetcdf-bin",
        "bin/ncmpidiff",
        2,
        "a.nc b.nc",
        r"DIFF|diff",
        files={
            "a.cdl": "netcdf a { dimensions: x = 6; variables: double a(x); data: a = 1, 2, 3, 4, 5, 6; }",
            "b.cdl": "netcdf b { dimensions: x = 6; variables: double a(x); data: a = 1, 2, 3.5, 4, 5, 6; }",
        },
        prepare=("ncmpigen -o a.nc a.cdl; ncmpigen -o b.nc b.cdl",),
        status=1,
    ),
    "freefem": Program(
        "freefem++",
        "bin/FreeFem++-mpi",
        2,
        "-nw -v 0 poisson.edp",
        r"^integral",
        files={
            "poisson.edp": """mesh Th = square(20, 20);
fespace Vh(Th, P1);
Vh u, v;
solve poisson(u, v, solver=CG) = int2d(Th)(dx(u)*dx(v) + dy(u)*dy(v)) - int2d(Th)((1 + mpirank)*v) + on(1, 2, 3, 4, u=0);
real local = int2d(Th)(u), total = 0;
mpiAllReduce(local, total, mpiCommWorld, mpiSUM);
cout.precision(14);
if (mpirank == 0) cout << "integral " << total << endl;
"""
        },
    ),
    "ndist": Program(
        "ampliconnoise",
        "bin/NDist",
        2,
        "-i -in seqs.fa",
        r"^[\d.e+ -]+$",
        files={"seqs.fa": FASTA},
    ),
    "seqdist": Program(
        "ampliconnoise",
        "bin/SeqDist",
        2,
        "-in seqs.fa",
        r"^[\d.e+ -]+$",
        files={"seqs.fa": FASTA},
        variables=("SEQ_LOOKUP_FILE={usr}/share/ampliconnoise/Data/Tran.dat",),
    ),
    "murasaki": Program(
        "murasaki-mpi",
        "bin/murasaki-mpi",
        3,
        "-p 1101101011 -n out a.fa b.fa",
        r"^\d+\t\d+\t[+-]",
        written=("output/out.anchors",),
        files={"a.fa": f">a\n{bases(3000, 1)}\n", "b.fa": f">b\n{bases(500, 2)}{bases(3000, 1)[500:2500]}\n"},
        unordered=True,
    ),
    "gromacs": Program(
        "gromacs",
        "bin/gmx_mpi",
        2,
        "mdrun -s argon.tpr -reprod -nsteps 50 -ntomp 1 -g out.log -nb cpu",
        r"^ +-?\d\.\d+e[+-]\d\d.* -?\d",
        written=("out.log",),
        files={
            "argon.top": """[ defaults ]
1 2 no 1.0 1.0
[ atomtypes ]
AR 39.948 0.0 A 0.34 0.996
[ moleculetype ]
Ar 1
[ atoms ]
1 AR 1 Ar AR 1 0.0 39.948
[ system ]
argon
[ molecules ]
Ar 216
""",
            "argon.mdp": """integrator = md
dt = 0.002
nsteps = 50
nstenergy = 10
nstlog = 10
cutoff-scheme = verlet
nstlist = 10
rvdw = 0.9
rcoulomb = 0.9
rlist = 0.9
gen_vel = yes
gen_temp = 120
gen_seed = 7
""",
            "argon.gro": ARGON,
        },
        prepare=("orterun -n 1 gmx_mpi -quiet grompp -f argon.mdp -c argon.gro -p argon.top -o argon.tpr",),
    ),
    "gerris": Program(
        "gerris",
        "bin/gerris2D",
        2,
        "cavity.gfs",
        r"residual|Velocity time",
        files={
            "cavity.gfs": """2 1 GfsSimulation GfsBox GfsGEdge {} {
  Time { iend = 10 dtmax = 0.1 }
  Refine 4
  ApproxProjectionParams { tolerance = 1e-6 }
  ProjectionParams { tolerance = 1e-6 }
  SourceViscosity 0.01
  OutputProjectionStats { istep = 1 } stdout
  OutputScalarNorm { istep = 1 } stdout { v = Velocity }
}
GfsBox { pid = 0
  left = Boundary { BcDirichlet U 0 BcDirichlet V 1 }
  bottom = Boundary { BcDirichlet U 0 BcDirichlet V 0 }
  top = Boundary { BcDirichlet U 1 BcDirichlet V 0 } }
GfsBox { pid = 1
  right = Boundary { BcDirichlet U 0 BcDirichlet V 0 }
  bottom = Boundary { BcDirichlet U 0 BcDirichlet V 0 }
  top = Boundary { BcDirichlet U 1 BcDirichlet V 0 } }
1 2 right
"""
        },
    ),
    "mpgrafic": Program(
        "mpgrafic",
        "bin/mpgrafic",
        2,
        "--np=16",
        "",
        written=("power.dat", "white.dat", "ic_*"),
        standard_input="4\n0.3,0.7,70\n0.05\n1\n-0.92\n0.01,100.0\n-50\n1\n0\n\n\n\n\n1\n1234\nwhite.dat\n0\nnone.dat\n",
    ),
    "getdp": Program(
        "getdp",
        "bin/getdp",
        2,
        "magnet -solve Magnetostatics_phi -pos phi -v 5",
        r"KSP Residual norm|^[-\d. e]+$",
        written=("b_phi.txt",),
        copies=("share/doc/getdp/examples/demos/magnet*",),
        variables=("GETDP_TEMPLATES={usr}/share/doc/getdp/examples/templates",),
    ),
    "mpqc": Program(
        "mpqc",
        "bin/mpqc",
        2,
        "h2o.in",
        r"iter +\d+ energy|total scf energy|^ +\d+ +[HO] ",
        files={
            "h2o.in": """molecule:
    O    0.172   0.000   0.000
    H    0.745   0.000   0.754
    H    0.745   0.000  -0.754
optimize: yes
checkpoint: no
method: HF
basis: STO-3G
"""
        },
        variables=("SCLIBDIR={usr}/share/mpqc", "MESSAGEGRP=<MPIMessageGrp>:()"),
    ),
    "ruby": Program(
        "ruby-mpi",
        "bin/ruby3.1",
        3,
        "sums.rb",
        r"^rank|^total",
        files={
            "sums.rb": """require "mpi"
MPI.Init
world = MPI::Comm::WORLD
rank, size = world.rank, world.size
own, all = NArray.float(1), NArray.float(1)
(rank * 1000...(rank + 1) * 1000).each { |i| own[0] += Math.sin(i) }
world.Allreduce(own, all, MPI::Op::SUM)
if rank > 0
  world.Send("rank #{rank}: #{own[0]}".ljust(40), 0, 1)
else
  (1...size).each { |from| text = " " * 40; world.Recv(text, from, 1); puts text }
  puts "total #{all[0]}"
end
MPI.Finalize
"""
        },
        variables=(
            "RUBYLIB={usr}/lib/ruby/vendor_ruby:{usr}/lib/x86_64-linux-gnu/ruby/vendor_ruby/3.1.0"
            ":{usr}/lib/ruby/3.1.0:{usr}/lib/x86_64-linux-gnu/ruby/3.1.0",
        ),
    ),
    "gerris-3d": Program(
        "gerris",
        "bin/gerris3D",
        2,
        "jet.gfs",
        r"residual|Velocity time",
        files={
            "jet.gfs": """2 1 GfsSimulation GfsBox GfsGEdge {} {
  Time { iend = 5 dtmax = 0.05 }
  Refine 3
  ApproxProjectionParams { tolerance = 1e-6 }
  ProjectionParams { tolerance = 1e-6 }
  AdvectionParams { cfl = 0.5 }
  OutputProjectionStats { istep = 1 } stdout
  OutputScalarNorm { istep = 1 } stdout { v = Velocity }
}
GfsBox { pid = 1 left = BoundaryInflowConstant 1 }
GfsBox { pid = 0 right = BoundaryOutflow bottom = Boundary { BcDirichlet U 0 BcDirichlet V 0 BcDirichlet W 0.1 } }
1 2 right
"""
        },
    ),
}
