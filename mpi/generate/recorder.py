"""The recorders: libraries that are preloaded before a real MPI library and write what each rank asks of it as a trace.

A recorder has one function for each function of its ABI, by the names `MPI_X` and `PMPI_X`. It calls the real `PMPI_X`, and then,
with what that has found out, the face of the same ABI over a rank half without an engine (`crates/runtime/src/recorder`): so a recorded call
makes the posts of a simulated one. The face is that of `mpi/build.sh` under other names. What is not a matter of
arguments one by one is in `mpi/recorder/recorder.h`.
"""

import re

from description import NOT_SIMULATED
from faces import conversion, mpich, openmpi
from fortran import description as fortran_description
from fortran import libraries
from text import BANNER

# Kinds of handles that the recorder translates, by type.
KINDS = {
    "MPI_Comm": "COMM",
    "MPI_Group": "GROUP",
    "MPI_Datatype": "TYPE",
    "MPI_Op": "OP",
    "MPI_Request": "REQUEST",
    "MPI_Message": "MESSAGE",
    "MPI_Win": "WIN",
    "MPI_File": "FILE_",
}

# Functions that the rank half hears of with their arguments, as patterns without the prefix and `_c`.
COLLECTIVES = "Barrier|Bcast|Gatherv?|Scatterv?|Allgatherv?|Alltoall[vw]?|Reduce|Allreduce|Reduce_scatter(_block)?|Scan|Exscan"
NEIGHBOURS = "Neighbor_(allgatherv?|alltoall[vw]?)"
FOLLOWED = [
    "(Send|[BSR]send)(_init)?",
    "I[bsr]?send",
    "Recv|Irecv|Recv_init",
    "I?sendrecv(_replace)?|Sendrecv(_replace)?",
    "I?[Pp]robe|M[pP]robe|Mprobe|Improbe|I?mrecv|Mrecv",
    f"({COLLECTIVES}|{NEIGHBOURS})(_init)?",
    f"I({COLLECTIVES.lower()}|{NEIGHBOURS.lower()})",
    "Comm_(dup|dup_with_info|idup|idup_with_info|split|split_type|create|create_group|free|disconnect)",
    "Intercomm_(create|merge)",
    "Cart_(create|sub)|Graph_create|Dist_graph_create_adjacent",
    "Comm_(group|remote_group)|Group_(union|intersection|difference|incl|excl|range_incl|range_excl|free)",
    "Type_(contiguous|vector|indexed|dup|commit|free)",
    "Type_create_(hvector|hindexed|indexed_block|hindexed_block|struct|subarray|darray|resized)",
    "Type_create_f90_(real|complex|integer)|Type_match_size",
    "Op_create|Op_free",
    "Win_(attach|detach|fence|(un)?lock|(un)?lock_all|flush|flush_all|flush_local|flush_local_all|sync|post|start|complete|wait|free)",
    "File_(open|close|delete|set_size|preallocate|get_size|sync|get_group|set_info|set_view|get_view|seek|set_atomicity)",
    "File_i?(read|write)(_at)?(_all)?|File_(read|write)(_at)?_all_(begin|end)",
    "P(send|recv)_init|Pready(_range|_list)?|Parrived",
    "Win_get_group|R?(put|get|accumulate|get_accumulate)|(Put|Get|Accumulate|Get_accumulate)|Fetch_and_op|Compare_and_swap",
]
FOLLOWED_PATTERN = re.compile(f"MPI_({'|'.join(f'({pattern})' for pattern in FOLLOWED)})(_c)?")

# Written by hand in mpi/recorder/recorder.h.
BY_HAND = [
    "MPI_Init",
    "MPI_Init_thread",
    "MPI_Finalize",
    "MPI_Abort",
    "MPI_Pcontrol",
    "MPI_Wtime",
    "MPI_Wait",
    "MPI_Waitall",
    "MPI_Waitany",
    "MPI_Waitsome",
    "MPI_Test",
    "MPI_Testall",
    "MPI_Testany",
    "MPI_Testsome",
    "MPI_Request_get_status",
    "MPI_Request_free",
    "MPI_Cancel",
    "MPI_Start",
    "MPI_Startall",
    "MPI_Session_init",
    "MPI_Dist_graph_create",
    "MPI_Win_create_dynamic",
    "MPI_Win_test",
    *(f"MPI_Win_{kind}{large}" for kind in ("create", "allocate", "allocate_shared") for large in ("", "_c")),
]

# Not recorded: counted, and named at the end.
LOST = re.compile(
    "MPI_(File_.*(_shared|_ordered.*)(_c)?|Session_.*|"
    "Comm_(spawn|spawn_multiple|accept|connect|join|create_from_group)|Intercomm_create_from_groups|Open_port|Close_port|"
    "Publish_name|Unpublish_name|Lookup_name|Grequest_.*)"
)
# Neither post nor cost anything on line: not interposed.
SILENT = re.compile(
    r"MPI_(T_.*|.*_(c2f|f2c|c2f08|f082c|f2f08|f082f|toint|fromint)|Wtick|Aint_.*|Abi_.*|Status_.*|Get_address)"
)
# Their Fortran calls no function of C's that a recorder stands before.
GOES_AROUND = re.compile("MPI_((Comm|Type|Win|Attr)_(get|set|put|delete)(_attr)?|.*keyval.*|Grequest_start|Sizeof)")

# The rank half has to know more of some calls on files.
OF_FILES = {
    "MPI_File_open": ["becomes_known(comm);", "wt_record_size(bytes_of(*fh));"],
    "MPI_File_get_size": ["wt_record_size((uint64_t)*size);"],
    "MPI_File_seek": ["if (whence == REAL_SEEK_END) wt_record_size(bytes_of(fh));"],
}

NEW_COMM = ("newcomm", "newintercomm", "newintracomm", "comm_cart", "comm_graph", "comm_dist_graph")


class Library:
    """The ABI of a recorder: its types, and how functions are declared."""

    def __init__(self, name, abi, head):
        self.name, self.abi, self.head = name, abi, head

    def signature(self, function, name: str) -> str:
        if self.abi is None:
            return function.signature(name)
        return conversion.signature(self.abi, function, name, False)

    def type(self, base: str) -> str:
        if self.abi is None:
            return base
        # MPICH's files are pointers.
        return "FILE_T" if base == "MPI_File" else self.abi.handle


def render(api) -> dict:
    """Path below mpi/generated and text of each file."""
    files = {}
    for library in _libraries(api):
        functions = [f for f in api.functions if f.standard and not SILENT.fullmatch(f.name)]
        files[f"recorder/{library.name}.c"] = _text(library, functions)
    files["recorder/face.symbols"] = _renamed(api)
    return files


def _libraries(api) -> list:
    own = mpich.values()["constants"]
    other = openmpi.values()["constants"]
    return [
        Library("abi", None, '#define WT_RECORDER_ABI 1\n#include "mpi.h"\n'),
        Library("mpich", mpich._abi(api, own), f"#define WT_RECORDER_MPICH 1\n{_constants(own)}"),
        Library("openmpi", _openmpi_abi(other), f"#define WT_RECORDER_OPENMPI 1\n{_constants(other)}{_objects()}"),
    ]


def _openmpi_abi(constants):
    return conversion.Abi(constants, handles=openmpi.HANDLES, handle="handle", own_codes=("", ""), in_place=1)


def _constants(constants) -> str:
    names = ["MPI_UNDEFINED", "MPI_COMM_WORLD", "MPI_COMM_NULL", "MPI_REQUEST_NULL", "MPI_INFO_NULL"]
    names += ["MPI_INT", "MPI_BYTE", "MPI_MIN", "MPI_SEEK_END"]
    return "".join(f"#define OWN_{name} {constants[name]}\n" for name in names if constants.get(name) is not None)


def _objects() -> str:
    lines = [f"    OBJECT({o['name']}) \\\n" for o in openmpi.values()["objects"]]
    declared = [f"extern char {o['name']}[];\n" for o in openmpi.values()["objects"]]
    return "".join(declared) + f"#define OBJECTS(OBJECT) \\\n{''.join(lines)}\n"


def _renamed(api) -> str:
    """How the symbols of a face are renamed: what the program calls is the recorder."""
    lines = []
    for function in api.functions:
        lines += [f"P{function.name} face_{function.name}\n", f"{function.name} unused_{function.name}\n"]
    return "".join(lines)


def _text(library, functions) -> str:
    parts = [f"/* The recorder of programs with the ABI of {library.name}. {BANNER} */\n", library.head]
    parts.append('#include "types.h"\n\n')
    for function in functions:
        parts.append(f"EXPORT {library.signature(function, function.name)};\n")
        parts.append(f"{library.signature(function, 'face_' + function.name)};\n")
    parts.append(_procedures(library, functions))
    parts.append('#include "fortran.h"\n#include "recorder.h"\n\n')
    parts += [_function(library, function) for function in functions if function.name not in BY_HAND]
    # The real library's Fortran calls them, and so do programs.
    parts += [f'EXPORT __typeof__({f.name}) P{f.name} __attribute__((alias("{f.name}")));\n' for f in functions]
    return "".join(parts)


def _procedures(library, functions) -> str:
    """Fortran's procedures that end in one of these functions, as gfortran and the compilers of today name them, by number."""
    if library.name not in libraries.COMMON:
        return ""
    recorded = {function.name for function in functions if not GOES_AROUND.fullmatch(function.name)}
    names = set()
    for routine in fortran_description.load().routines:
        if routine.name in recorded:
            names |= {f"{routine.name.lower()}_"} - {f"{routine.generic.lower()}_c_"}
            names |= set(libraries.of_f08(routine, library.name)) if routine.f08 else set()
    names = sorted(name for name in names if name.startswith("mpi_"))
    entries = "".join(f"    ENTRY({number}, {name}) \\\n" for number, name in enumerate(names))
    return f"#define PROCEDURES(ENTRY) \\\n{entries}\n"


def _function(library, function) -> str:
    arguments = ", ".join(parameter.name for parameter in function.parameters)
    name = function.name
    lines = [f"NOT_RECORDED return REAL({name})({arguments});"]
    if FOLLOWED_PATTERN.fullmatch(name) and function.status != NOT_SIMULATED:
        lines += _followed(library, function)
    else:
        lost = LOST.fullmatch(name) or function.status == NOT_SIMULATED
        lines.append(f"int code = REAL({name})({arguments});")
        lines += [f'wt_record_lost("{name}");'] if lost else []
        lines.append(f'wt_record_note("{name}", SITE);')
        lines += ["wt_record_leave();", "return code;"]
    body = "".join(f"    {line}\n" for line in lines)
    return f"{library.signature(function, name)}\n{{\n{body}}}\n\n"


def _base(kind: str) -> str:
    return kind.replace("const", "").replace("*", "").strip()


def _followed(library, function) -> list:
    before, real, face, after, release = [], [], [], [], []
    received, flag, made = None, None, None
    of_file = function.name.startswith("MPI_File_")
    for p in function.parameters:
        base, pointer = _base(p.type), "*" in p.type
        real.append(p.name)
        if base == "MPI_Request" and not pointer:
            before.append(f"REQUEST_T {p.name}_ = (REQUEST_T)wt_record_request(KEY({p.name}), NULL);")
            face.append(f"{p.name}_")
        elif base in KINDS:
            kind, of = KINDS[base], library.type(base)
            if p.suffix:
                count = conversion.LENGTHS.get(function.name) or _peers(function, p)
                before.append(f"int {p.name}_count = {p.name} ? (int)({count}) : 0;")
                before.append(f"{of} *{p.name}_ = calloc((size_t){p.name}_count + 1, sizeof({of}));")
                before.append(
                    f"for (int i_ = 0; i_ < {p.name}_count; i_++) {p.name}_[i_] = ({of})FOUND({kind}, {p.name}[i_]);"
                )
                release.append(f"free({p.name}_);")
                face.append(f"{p.name} ? {p.name}_ : NULL")
            elif not pointer:
                before.append(f"{of} {p.name}_ = ({of})FOUND({kind}, {p.name});")
                face.append(f"{p.name}_")
            elif p.direction == "out":
                before.append(f"{of} {p.name}_ = ({of})0;")
                if kind == "REQUEST":
                    after.append(f"if ({p.name}_) wt_record_request_made(KEY(*{p.name}), {p.name}, KEY({p.name}_));")
                else:
                    after.append(f"if ({p.name}_) wt_record_made({kind}, KEY(*{p.name}), KEY({p.name}_));")
                face.append(f"&{p.name}_")
                if p.name in NEW_COMM:
                    made = p.name
            else:
                before.append(f"{of} {p.name}_old = *{p.name}, {p.name}_ = ({of})FOUND({kind}, {p.name}_old);")
                if function.name != "MPI_Type_commit":
                    after.append(f"wt_record_gone({kind}, KEY({p.name}_old));")
                face.append(f"&{p.name}_")
        elif base == "MPI_Info" and of_file:
            before.append(f"INFO_T {p.name}_ = hints_of({p.name});")
            release.append(f"hints_gone({p.name}_);")
            face.append(f"{p.name}_")
        elif base == "MPI_Info":
            face.append("FACE_INFO_NULL" if p.direction == "in" else p.name)
        elif base == "MPI_Status":
            received = p.name
            before.append(f"STATUS {p.name}_own, *{p.name}_ = IGNORED({p.name}) ? &{p.name}_own : {p.name};")
            real[-1] = f"{p.name}_"
            face.append("FACE_STATUS_IGNORE")
        elif p.kind == "WEIGHT":
            face.append("FACE_UNWEIGHTED")
        elif p.direction == "out" and of_file and p.kind in ("OFFSET", "STRING"):
            # The program has it from the real library.
            before.append(f"char {p.name}_[sizeof(wide) + MAX_DATAREP];")
            face.append(f"(void *){p.name}_")
        elif p.direction == "out" and pointer and p.kind != "BUFFER":
            before.append(f"int {p.name}_ = 0;")
            face.append(f"&{p.name}_")
            flag = p.name
        else:
            face.append(p.name)
    name = function.name
    lines = [
        *before,
        f"int code = REAL({name})({', '.join(real)});",
        "if (code != 0) {",
        f'    wt_record_lost("{name} that failed");',
        "} else {",
    ]
    inside = []
    if received:
        condition = f"if (*{flag}) " if flag else ""
        inside.append(f"{condition}received({received}_);")
        inside += [f"moved({received}_);"] if of_file else []
    if flag:
        inside.append(f"wt_record_found(*{flag});")
        polled = {
            "MPI_Parrived": "KEY(request_) ^ (uintptr_t)partition << 40",
        }.get(name, "KEY(comm) ^ (uintptr_t)source << 32 ^ (uintptr_t)tag << 40")
        inside.append(f'if (!*{flag}) FOLDS_POLL("{name}", {polled});')
    if made:
        parent = function.parameters[0].name
        inside.append(f"becomes_known({f'{parent}' if 'idup' in name else f'*{made}'});")
    inside += OF_FILES.get(name, [])
    follow = f'FOLLOW("{name}", face_{name}({", ".join(face)}));'
    if re.fullmatch("MPI_(Comm|Group|Type|Op|Win)_free", name):
        # The rank half lacks handles that come from elsewhere, such as the parts of a datatype.
        freed = function.parameters[0].name
        follow = f'if (KEY({freed}_) == KEY({freed}_old)) wt_record_note("{name}", SITE); else {follow}'
    inside += [follow, *after]
    lines += [f"    {line}" for line in inside] + ["}", *release, "wt_record_leave();", "return code;"]
    return lines


def _peers(function, p) -> str:
    if "eighbor" in function.name:
        return f"neighbours(comm, {int(p.name.startswith('send'))})"
    sent_in_place = "sendbuf == IN_PLACE ? 0 : " if p.name.startswith("send") else ""
    return f"{sent_in_place}peers(comm)"
