"""When each function entered the standard, and which of its chapters describes it.

Used by `import_api.py` only. The versions are those of the change logs of MPI 2.0 to 5.0 (annex B of MPI 5.0).
"""

import re

_MPI_1_1 = """
Abort Address Allgather Allgatherv Allreduce Alltoall Alltoallv Attr_delete Attr_get Attr_put Barrier Bcast Bsend
Bsend_init Buffer_attach Buffer_detach Cancel Cart_coords Cart_create Cart_get Cart_map Cart_rank Cart_shift Cart_sub
Cartdim_get Comm_compare Comm_create Comm_dup Comm_free Comm_group Comm_rank Comm_remote_group Comm_remote_size
Comm_size Comm_split Comm_test_inter Dims_create Errhandler_free Error_class Error_string Finalize Gather Gatherv
Get_count Get_elements Get_processor_name Graph_create Graph_get Graph_map Graph_neighbors Graph_neighbors_count
Graphdims_get Group_compare Group_difference Group_excl Group_free Group_incl Group_intersection Group_range_excl
Group_range_incl Group_rank Group_size Group_translate_ranks Group_union Ibsend Init Initialized Intercomm_create
Intercomm_merge Iprobe Irecv Irsend Isend Issend Keyval_create Keyval_free Op_create Op_free Pack Pack_size Pcontrol
Probe Recv Recv_init Reduce Reduce_scatter Request_free Rsend Rsend_init Scan Scatter Scatterv Send Send_init Sendrecv
Sendrecv_replace Ssend Ssend_init Start Startall Test Test_cancelled Testall Testany Testsome Topo_test Type_commit
Type_contiguous Type_free Type_indexed Type_size Type_vector Unpack Wait Waitall Waitany Waitsome Wtick Wtime
"""

# The first pattern that matches the whole name (without `MPI_`) decides; what is left is MPI 2.0.
_SINCE = [
    ("5.0", r"Abi_\w+|\w+_(toint|fromint)"),
    ("4.1", r"Buffer_i?flush|(Comm|Session)_(attach_buffer|detach_buffer|flush_buffer|iflush_buffer)(_c)?"),
    ("4.1", r"Get_hw_resource_info|Remove_error_\w+|Request_get_status_\w+|Status_[gs]et_(error|source|tag)"),
    ("4.1", r"Type_get_value_index"),
    ("4.0", r"\w+_c|(All|Barrier|Bcast|Exscan|Gather|Neighbor|Reduce|Scan|Scatter)\w*_init|P(send|recv)_init"),
    ("4.0", r"Pready\w*|Parrived|Session_\w+|Group_from_session_pset|Comm_create_from_group"),
    ("4.0", r"Intercomm_create_from_groups|Comm_idup_with_info|Info_create_env|Info_get_string|Isendrecv\w*"),
    ("4.0", r"T_event_\w+|T_source_\w+|T_category_get_(num_)?events"),
    ("3.1", r"Aint_(add|diff)|T_(cvar|pvar|category)_get_index|File_i(read|write)(_at)?_all"),
    (
        "3.0",
        r"I(all|barrier|bcast|exscan|gather|neighbor|reduce|scan|scatter)\w*|Neighbor_\w+|(Im|M)(probe|recv)",
    ),
    ("3.0", r"T_\w+|\w+_x|Comm_(dup_with_info|idup|[gs]et_info|create_group|split_type)|Type_create_hindexed_block"),
    ("3.0", r"Win_(allocate\w*|shared_query|create_dynamic|attach|detach|(un)?lock_all|flush\w*|sync|[gs]et_info)"),
    ("3.0", r"Raccumulate|Rget\w*|Rput|Get_accumulate|Fetch_and_op|Compare_and_swap|Get_library_version"),
    ("2.2", r"Dist_graph_\w+|Reduce_local|Reduce_scatter_block|Op_commutative"),
    ("1.2", r"Get_version"),
    ("1.1", "|".join(_MPI_1_1.split())),
]

# Chapters of MPI 5.0; the first match decides.
_CHAPTERS = [
    ("deprecated interfaces", r"Attr_\w+|Keyval_\w+|\w+_x|Info_get|Info_get_valuelen"),
    ("application binary interface", r"Abi_\w+|\w+_(toint|fromint)"),
    ("tool support", r"T_\w+|Pcontrol"),
    ("partitioned communication", r"Psend\w+|Precv\w+|Pready\w*|Parrived"),
    ("input and output", r"File_(?!\w*errhandler)\w+|Register_datarep\w*"),
    (
        "environment",
        r"\w*errhandler\w*|Errhandler_\w+|\w*[Ee]rror_(class|code|string)|Wtime|Wtick|Get_(library_)?version",
    ),
    ("environment", r"Get_processor_name|Alloc_mem|Free_mem|Get_hw_resource_info"),
    (
        "one-sided communication",
        r"Win_(?!\w*(attr|keyval|_name))\w+|R?put\w*|R?get(_c|_accumulate\w*)?|R?accumulate\w*|Put(_c)?",
    ),
    ("one-sided communication", r"Get(_c|_accumulate\w*)?|Accumulate(_c)?|Fetch_and_op|Compare_and_swap"),
    ("one-sided communication", r"R(put|get|accumulate)\w*"),
    ("info", r"Info_\w+"),
    (
        "process creation",
        r"Init\w*|Finalized?|Abort|Session_(?!\w*buffer)\w+|Comm_(spawn\w*|accept|(dis)?connect|join|get_parent)",
    ),
    ("process creation", r"Query_thread|Is_thread_main|Open_port|Close_port|\w*ublish_name|Lookup_name"),
    ("external interfaces", r"Grequest_\w+|Status_set_(elements|cancelled)\w*"),
    ("topologies", r"Cart\w+|Graph\w+|Dist_graph\w+|Dims_create|Topo_test|I?[Nn]eighbor_\w+"),
    ("groups and communicators", r"Group_\w+|Comm_(?!\w*buffer)\w+|Intercomm_\w+|(Type|Win)_\w*(attr|keyval|_name)"),
    ("datatypes", r"Type_\w+|Pack\w*|Unpack\w*|Get_(address|elements)(_c)?|Aint_\w+"),
    (
        "collective communication",
        r"Op_\w+|I?([Aa]ll|[Bb]arrier|[Bb]cast|[Ee]xscan|[Gg]ather|[Rr]educe|[Ss]can|[Ss]catter)\w*",
    ),
    ("point-to-point communication", r"\w+"),
]


def since(name: str) -> str:
    """The version of the standard that introduced the function."""
    return _first(_SINCE, name, "2.0")


def chapter(name: str) -> str:
    """The chapter of MPI 5.0 that describes the function."""
    return _first(_CHAPTERS, name, "")


def _first(table, name: str, otherwise: str) -> str:
    short = name.removeprefix("MPI_")
    return next((value for value, pattern in table if re.fullmatch(pattern, short)), otherwise)
