"""What a program does wrong is told as what it is: by rank, call and line."""

import re

import pytest

MACHINE = ("-p", "fat-tree", "--compute", "none")
MODES = ("images", "processes")

OPERATION = """static void add(void *in, void *inout, int *n, MPI_Datatype *type)
{
    for (int i = 0; i < *n; i++) ((long *)inout)[i] += ((long *)in)[i];
}
"""


def run(windtunnel, folder, *words, ranks=3, **options):
    return windtunnel("run", "-q", "-n", ranks, *MACHINE, "--out", folder / "out", *words, cwd=folder, **options)


def line_of(text, part):
    """The number of the line that a text has this in."""
    [number] = [number for number, line in enumerate(text.splitlines(), 1) if part in line]
    return number


# ---- item 13 ----

THREAD_AFTER = """#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
OPERATION
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t go = PTHREAD_COND_INITIALIZER;
static int gone;
static void *wait_for_it(void *argument)
{
    pthread_mutex_lock(&lock);
    while (!gone) pthread_cond_wait(&go, &lock);
    pthread_mutex_unlock(&lock);
    return argument;
}
int main(int argc, char **argv)
{
    int provided;
    long in = 1, out;
    pthread_t thread;
    MPI_Op op;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Op_create(add, 1, &op);
    MPI_Allreduce(&in, &out, 1, MPI_LONG, op, MPI_COMM_WORLD);
    pthread_create(&thread, NULL, wait_for_it, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    pthread_mutex_lock(&lock);
    gone = 1;
    pthread_cond_signal(&go);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    MPI_Allreduce(&in, &out, 1, MPI_LONG, op, MPI_COMM_WORLD);
    printf("%ld\\n", out);
    MPI_Finalize();
    return 0;
}
"""


def test_item_13_a_thread_after_a_reduction_of_the_programs_own_is_no_deadlock(windtunnel, tmp_path):
    text = THREAD_AFTER.replace("OPERATION", OPERATION)
    done = run(windtunnel, tmp_path, "--mode", "processes", windtunnel.compile(text, tmp_path / "after", "-pthread"))
    assert done.status == 0 and done.out == "3\n" * 3, done.err


LEAVES = """#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 2)
        LEAVE
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("call", ["exit(5)", "_exit(3)", "quick_exit(0)"])
def test_item_13_a_rank_that_leaves_is_told_and_no_deadlock(windtunnel, manifest, tmp_path, call, mode):
    text = LEAVES.replace("LEAVE", f"{call};")
    done = run(windtunnel, tmp_path, "--mode", mode, windtunnel.compile(text, tmp_path / "leaves", "-g"))
    line = line_of(text, call)
    assert done.status == 1
    assert f"rank 2 called {call} at main (leaves.c:{line}) without MPI_Finalize: others wait for it" in done.err
    assert "deadlock" not in manifest(tmp_path / "out")["diagnosis"]


@pytest.mark.parametrize("mode", MODES)
def test_item_13_a_rank_whose_main_returns_is_told_and_no_deadlock(windtunnel, tmp_path, mode):
    text = LEAVES.replace("LEAVE", "return 4;")
    done = run(windtunnel, tmp_path, "--mode", mode, windtunnel.compile(text, tmp_path / "returns"))
    assert done.status == 1 and "deadlock" not in done.err
    assert "rank 2 returned 4 from main without MPI_Finalize: others wait for it" in done.err


@pytest.mark.parametrize("mode", MODES)
def test_item_13_a_rank_that_never_began_is_told(windtunnel, tmp_path, mode):
    text = """#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
int main(int argc, char **argv)
{
    if (mkdir("first", 0700) == 0) exit(0);
    MPI_Init(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""
    done = run(windtunnel, tmp_path, "--mode", mode, windtunnel.compile(text, tmp_path / "away", "-g"))
    assert done.status == 1
    assert "rank 0 called exit(0) at main (away.c:7) without MPI_Init: others wait for it" in done.err


@pytest.mark.parametrize("mode", MODES)
def test_item_13_a_deadlock_beside_a_rank_that_has_left_stays_one(windtunnel, tmp_path, mode):
    """Ranks 0 and 1 wait for each other: that rank 2 has left is not why."""
    text = LEAVES.replace("LEAVE", "exit(0);").replace(
        "    MPI_Barrier(MPI_COMM_WORLD);",
        "    int x;\n    MPI_Recv(&x, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);",
    )
    done = run(windtunnel, tmp_path, "--mode", mode, windtunnel.compile(text, tmp_path / "both"))
    assert done.status == 1
    assert "deadlock: 2 of 3 ranks" in done.err and "the knot: ranks 0, 1 wait only for each other" in done.err


# ---- item 12 ----

VECTORS = """#include <mpi.h>
#include <stdio.h>
#define W MPI_COMM_WORLD
int main(int argc, char **argv)
{
    int rank, size, sent[64], got[256], one[16], counts[16], wide[16], ends[16];
    MPI_Datatype types[16];
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Comm ring;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(W, &rank);
    MPI_Comm_size(W, &size);
    MPI_Cart_create(W, 1, &size, (int[]){1}, 0, &ring);
    for (int i = 0; i < 64; i++) sent[i] = rank;
    for (int i = 0; i < 256; i++) got[i] = -1;
    for (int i = 0; i < 16; i++) {
        one[i] = counts[i] = 1;
        wide[i] = 4 * i;
        ends[i] = 16 * i;
        types[i] = MPI_INT;
    }
    /* Rank 0 has four elements for rank 1, which expects one. */
    if (rank == 0) counts[1] = 4;
    int mine = rank == 0 ? 4 : 1;
    CALL
    if (request != MPI_REQUEST_NULL) {
        START
        MPI_Wait(&request, MPI_STATUS_IGNORE); /* the end */
    }
    MPI_Finalize();
    return 0;
}
"""

BLOCKING = {
    "Alltoallv": "sent, counts, wide, MPI_INT, got, one, wide, MPI_INT, W",
    "Alltoallw": "sent, counts, ends, types, got, one, ends, types, W",
    "Allgatherv": "sent, mine, MPI_INT, got, rank ? one : (int[]){4, 1, 1, 1}, wide, MPI_INT, W",
    "Gatherv": "sent, mine, MPI_INT, got, one, wide, MPI_INT, 1, W",
    "Scatterv": "sent, counts, wide, MPI_INT, got, 1, MPI_INT, 0, W",
    "Neighbor_alltoallv": "sent, (int[]){1, mine}, wide, MPI_INT, got, one, wide, MPI_INT, ring",
    "Neighbor_alltoallw": "sent, (int[]){1, mine}, (MPI_Aint[]){0, 16}, types, got, one, (MPI_Aint[]){0, 16}, types, ring",
    "Neighbor_allgatherv": "sent, mine, MPI_INT, got, one, wide, MPI_INT, ring",
}
TRUNCATED = r"message of 16 bytes from rank 0 truncated on receive into a buffer of 4 bytes \[MPI_ERR_TRUNCATE\]"


def vector_call(name, form):
    words = BLOCKING[name]
    if form == "blocking":
        return f"MPI_{name}({words});", ""
    if form == "started":
        return f"MPI_I{name[0].lower()}{name[1:]}({words}, &request);", ""
    return f"MPI_{name}_init({words}, MPI_INFO_NULL, &request);", "MPI_Start(&request);"


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("form", ["blocking", "started", "persistent"])
@pytest.mark.parametrize("name", BLOCKING)
def test_item_12_a_block_that_is_too_long_is_an_error(windtunnel, tmp_path, name, form, mode):
    """More than its room was written, or cut, without a word."""
    call, start = vector_call(name, form)
    text = VECTORS.replace("CALL", call).replace("START", start)
    done = run(windtunnel, tmp_path, "--mode", mode, windtunnel.compile(text, tmp_path / "vector", "-g"))
    where = line_of(text, call) if form == "blocking" else line_of(text, "the end")
    # What is sent to all is too long for rank 2 as well.
    said = rf"rank [12]: MPI_{name if form == 'blocking' else 'Wait'}: {TRUNCATED}, at main \(vector.c:{where}\)"
    assert done.status == 1 and re.search(said, done.err), done.err


def test_item_12_a_rank_that_gives_itself_too_much_is_told(windtunnel, tmp_path):
    call = "MPI_Allgatherv(sent, mine, MPI_INT, got, one, wide, MPI_INT, W);"
    text = VECTORS.replace("CALL", call).replace("START", "")
    done = run(windtunnel, tmp_path, windtunnel.compile(text, tmp_path / "vector", "-g"))
    assert done.status == 1 and re.search(f"rank 0: MPI_Allgatherv: {TRUNCATED}", done.err), done.err


@pytest.mark.parametrize("name", ["Alltoallv", "Allgatherv", "Gatherv"])
def test_item_12_a_program_that_takes_errors_hears_of_it(windtunnel, tmp_path, name):
    call, _ = vector_call(name, "blocking")
    handled = (
        "MPI_Comm_set_errhandler(W, MPI_ERRORS_RETURN);\n"
        f"    int class; MPI_Error_class({call[:-1]}, &class);\n"
        '    if (rank == 1) printf("%d %d\\n", class == MPI_ERR_TRUNCATE, got[1]);'
    )
    text = VECTORS.replace("CALL", handled).replace("START", "")
    done = run(windtunnel, tmp_path, windtunnel.compile(text, tmp_path / "handled"))
    assert done.status == 0 and done.out.startswith("1 "), done.err


def test_item_12_every_algorithm_of_a_library_notices(windtunnel, tmp_path):
    call, _ = vector_call("Allgatherv", "blocking")
    program = windtunnel.compile(VECTORS.replace("CALL", call).replace("START", ""), tmp_path / "vector")
    for algorithm in ("brucks", "recursive_doubling", "ring"):
        options = ("--collective", f"allgatherv={algorithm}", "--out", tmp_path / algorithm)
        done = windtunnel("run", "-q", "-n", 4, *MACHINE, *options, program, cwd=tmp_path)
        assert done.status == 1 and "[MPI_ERR_TRUNCATE]" in done.err, algorithm


MATCHED = """#include <mpi.h>
#include <stdio.h>
#define W MPI_COMM_WORLD
int main(int argc, char **argv)
{
    int rank;
    char buffer[4096] = "";
    MPI_Datatype pair, row, mixed, sent, received;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(W, &rank);
    MPI_Type_contiguous(2, MPI_DOUBLE, &pair);
    MPI_Type_vector(4, 1, 3, MPI_DOUBLE, &row);
    MPI_Type_create_struct(2, (int[]){1, 1}, (MPI_Aint[]){0, 8}, (MPI_Datatype[]){MPI_INT, MPI_DOUBLE}, &mixed);
    MPI_Type_commit(&pair);
    MPI_Type_commit(&row);
    MPI_Type_commit(&mixed);
    (void)sent;
    (void)received;
    if (rank == 0) {
        SEND
    } else {
        RECEIVE
    }
    MPI_Finalize();
    return 0;
}
"""


def matched(send, receive):
    return MATCHED.replace("SEND", send).replace("RECEIVE", receive)


def send(count, datatype):
    return f"MPI_Send(buffer, {count}, {datatype}, 1, 0, W);"


def receive(count, datatype):
    return f"MPI_Recv(buffer, {count}, {datatype}, 0, 0, W, MPI_STATUS_IGNORE);"


WAIT = "MPI_Request r; {} MPI_Wait(&r, MPI_STATUS_IGNORE);"
MISMATCHES = {
    "doubles as ints": (send(2, "MPI_DOUBLE"), receive(4, "MPI_INT"), "8-byte floating-point numbers", "4-byte integers"),
    "ints as longs": (send(4, "MPI_INT"), receive(4, "MPI_LONG"), "4-byte integers", "8-byte integers"),
    "floats as ints": (send(4, "MPI_FLOAT"), receive(4, "MPI_INT"), "4-byte floating-point numbers", "4-byte integers"),
    "long messages": (
        send(512, "MPI_DOUBLE"), receive(512, "MPI_INT64_T"), "8-byte floating-point numbers", "8-byte integers",
    ),
    "derived types": (send(1, "row"), receive(8, "MPI_FLOAT"), "8-byte floating-point numbers", "4-byte floating"),
    "a persistent receive": (
        send(1, "pair"),
        WAIT.format("MPI_Recv_init(buffer, 4, MPI_INT, 0, 0, W, &r); MPI_Start(&r);"),
        "8-byte floating-point numbers",
        "4-byte integers",
    ),
    "a matched probe": (
        send(1, "MPI_DOUBLE"),
        "MPI_Message m; MPI_Mprobe(0, 0, W, &m, MPI_STATUS_IGNORE); MPI_Mrecv(buffer, 2, MPI_INT, &m, MPI_STATUS_IGNORE);",
        "8-byte floating-point numbers",
        "4-byte integers",
    ),
    "non-blocking": (
        WAIT.format("MPI_Issend(buffer, 2, MPI_DOUBLE, 1, 0, W, &r);"),
        WAIT.format("MPI_Irecv(buffer, 4, MPI_INT, 0, 0, W, &r);"),
        "8-byte floating-point numbers",
        "4-byte integers",
    ),
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", MISMATCHES)
def test_item_12_a_message_of_other_elements_is_an_error(windtunnel, tmp_path, name, mode):
    sends, receives, sent, received = MISMATCHES[name]
    text = matched(sends, receives)
    done = run(windtunnel, tmp_path, "--mode", mode, windtunnel.compile(text, tmp_path / "types", "-g"), ranks=2)
    line = line_of(text, receives)
    assert done.status == 1
    assert f": message of {sent} from rank 0 received as {received}" in done.err
    assert "[MPI_ERR_TYPE], at main" in done.err and f"types.c:{line})" in done.err and "rank 1: MPI_" in done.err


def test_item_12_what_no_library_minds_is_no_error(windtunnel, tmp_path):
    """Names of one representation, bytes, packed data, complex numbers as pairs, shorter messages, mixed types."""
    pairs = [
        (4, "MPI_INT", 8, "MPI_UNSIGNED"), (2, "MPI_LONG", 2, "MPI_AINT"), (2, "MPI_COUNT", 2, "MPI_OFFSET"),
        (3, "MPI_INTEGER", 3, "MPI_INT32_T"), (16, "MPI_BYTE", 2, "MPI_DOUBLE"), (2, "MPI_DOUBLE", 16, "MPI_CHAR"),
        (2, "MPI_DOUBLE", 16, "MPI_PACKED"), (1, "MPI_C_DOUBLE_COMPLEX", 2, "MPI_DOUBLE"), (1, "pair", 1, "row"),
        (1, "row", 8, "MPI_DOUBLE"), (1, "mixed", 2, "mixed"), (2, "MPI_2INT", 4, "MPI_INT"),
        (1, "MPI_LOGICAL", 1, "MPI_INTEGER"), (0, "MPI_DOUBLE", 4, "MPI_INT"), (3, "MPI_UINT8_T", 3, "MPI_INT8_T"),
    ]  # fmt: skip
    sends = "\n        ".join(send(count, datatype) for count, datatype, _, _ in pairs)
    receives = "\n        ".join(receive(count, datatype) for _, _, count, datatype in pairs)
    program = windtunnel.compile(matched(sends, receives), tmp_path / "alike")
    for mode in MODES:
        done = windtunnel("run", "-q", "-n", 2, *MACHINE, "--out", tmp_path / mode, "--mode", mode, program, cwd=tmp_path)
        assert done.status == 0, done.err


REVERSED = """#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, own, buffer[8] = {0};
    MPI_Comm half;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank < 2, -rank, &half);
    MPI_Comm_rank(half, &own);
    if (rank >= 2) CALL
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize(
    "call, said",
    [
        ("{ if (own) MPI_Recv(buffer, 1, MPI_INT, 0, 0, half, MPI_STATUS_IGNORE); else MPI_Send(buffer, 2, MPI_INT, 1, 0, half); }",
         "rank 2: MPI_Recv: message of 8 bytes (2 elements, 4-byte integers) from rank 3 truncated on receive into a buffer of 4 bytes (1 element, 4-byte integers)"),
        ("MPI_Allgather(buffer, 1 + own, MPI_INT, buffer + 4, 1, MPI_INT, half);",
         "rank 2: MPI_Allgather: message of 8 bytes from rank 2 truncated"),
        ("if (rank == 2) { MPI_Send(buffer, 2, MPI_INT, 0, 0, MPI_COMM_SELF); MPI_Recv(buffer, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); }",
         "rank 2: MPI_Recv: message of 8 bytes (2 elements, 4-byte integers) from rank 2 truncated"),
    ],
)  # fmt: skip
def test_item_12_the_sender_on_a_communicator_is_named_as_everywhere(windtunnel, tmp_path, call, said):
    """By its number in the run: rank 0 of the communicator is rank 3."""
    done = run(windtunnel, tmp_path, windtunnel.compile(REVERSED.replace("CALL", call), tmp_path / "half"), ranks=4)
    assert done.status == 1 and said in done.err, done.err


NOTHING = '#include <mpi.h>\nint main(int c, char **v) { MPI_Init(&c, &v); MPI_Finalize(); return c - ARGUMENTS; }'


def test_item_12_words_of_mpirun_are_understood_or_refused(windtunnel, tmp_path):
    program = windtunnel.compile(NOTHING.replace("ARGUMENTS", "3"), tmp_path / "words")
    done = windtunnel("run", "-q", "-p", "fat-tree", "-np", 3, "--compute", "none", program, "-np", 5, cwd=tmp_path)
    assert done.status == 0, done.err
    done = windtunnel("run", "-q", "-n", 2, *MACHINE, program, "a", ":", "-n", 2, program, cwd=tmp_path)
    assert done.status == 2
    assert f"not supported: several programs in one run (`: -n 2 {program}`)" in done.err
