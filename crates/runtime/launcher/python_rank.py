"""The first program of a Python interpreter whose ranks are processes: loads modules once, forks ranks, runs the program.

What is loaded before the ranks are forked is shared by all of them: modules that the program names and that are known
to start no threads and open nothing, those of the standard library among them. `mpi4py.MPI` is loaded without starting
MPI; a rank starts it when it imports the module, as the module itself would.

Arguments: what follows the interpreter's own options: a script, `-m MODULE`, or `-c COMMAND`, and the program's own.
"""

import ast
import atexit
import ctypes
import gc
import os
import re
import runpy
import sys
import warnings
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

# Modules that are worth sharing, by the name that a program imports them by.
WARM = ("numpy", "mpi4py")
# Modules of the standard library that do something where they are imported.
NOT_WARM = {"antigravity", "idlelib", "this", "tkinter", "turtle", "turtledemo"}


def source_of(words: list) -> str:
    """The text of the program, to see what it imports; empty if it cannot be had so easily."""
    try:
        if words[:1] == ["-c"]:
            return words[1]
        name = ""
        if words[:1] == ["-m"]:
            # A module of a package makes the package be imported, and what that imports.
            name = words[1]
            words = [file_of(name)]
        with open(words[0], encoding="utf-8", errors="replace") as file:
            return f"{name}\n{file.read()}"
    except (OSError, IndexError, ImportError, AttributeError, TypeError, ValueError):
        return ""


def file_of(name: str) -> str:
    """Where a module lies. The packages that it is in are not imported: they may start MPI."""
    found, folders, path = None, None, ""
    for part in (*name.split("."), "__main__"):
        if found is not None and found.submodule_search_locations is None:
            break
        path = f"{path}.{part}" if path else part
        found = PathFinder.find_spec(path, folders)
        folders = found.submodule_search_locations
    return found.origin


def warm(words: list):
    """Loads what the program will import. Gives `mpi4py.MPI`, taken out of the loaded modules, if it was loaded."""
    text = source_of(words)
    for name in WARM:
        if name in text:
            quietly(name)
    for name in standard(text):
        if name not in sys.modules and warns(name):
            del sys.modules[name]
    package = sys.modules.get("mpi4py")
    # A program that changes `mpi4py.rc` has to load the module itself: it looks at `rc` but once.
    own_settings = re.search(r"\brc\b", text) or any(name.startswith("MPI4PY_RC_") for name in os.environ)
    if package is None or own_settings or words[:2] == ["-m", "mpi4py"]:
        return None
    package.rc.initialize, package.rc.finalize = False, True
    module = quietly("mpi4py.MPI")
    package.rc.initialize, package.rc.finalize = True, None
    sys.modules.pop("mpi4py.MPI", None)
    if hasattr(package, "MPI"):
        del package.MPI
    return module


def standard(text: str) -> list:
    """Modules of the standard library that a program imports, in its order."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            nodes = list(ast.walk(ast.parse(text)))
    except (SyntaxError, ValueError, RecursionError):
        return []
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module and not node.level]
    return [name for name in dict.fromkeys(names) if is_standard(name.partition(".")[0])]


def is_standard(name: str) -> bool:
    """Whether a module is the standard library's, and not one of the program's that has its name."""
    if name not in sys.stdlib_module_names or name in NOT_WARM:
        return False
    spec = PathFinder.find_spec(name)
    return spec is None or (spec.origin or "").startswith(os.path.dirname(os.__file__) + os.sep)


def warns(name: str) -> bool:
    """Loads a module. Whether that warns, of its age for instance: each rank then loads it itself, and is told where."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        module = quietly(name)
    return module is not None and bool(said)


def quietly(name: str):
    """A module, or none: the program itself will say what is wrong with it."""
    try:
        __import__(name)
    except Exception:
        return None
    return sys.modules.get(name)


class Starter:
    """Finds `mpi4py.MPI` as it was loaded, and starts MPI as the module's first import would (mpi4py 4, atimport.pxi)."""

    def __init__(self, module):
        self.module, self.own_spec = module, module.__spec__

    def find_spec(self, name, path=None, target=None):
        if name != "mpi4py.MPI":
            return None
        sys.meta_path.remove(self)
        return ModuleSpec(name, self, origin=getattr(self.module, "__file__", None))

    def create_module(self, spec):
        return self.module

    def exec_module(self, module):
        module.__spec__ = self.own_spec
        if sys.modules["mpi4py"].rc.initialize and not module.Is_initialized():
            module.Init_thread(module.THREAD_MULTIPLE)


def connect():
    """The library through which the simulator is reached, and the environment as the user has it."""
    library = ctypes.CDLL(os.path.join(os.path.dirname(os.path.abspath(__file__)), "libwindtunnel.so"))
    if not library.wt_zygote_prepare():
        sys.exit("windtunnel: this is started by `windtunnel run`")
    for name in ("WT_OPENS", "WT_ZYGOTE", "WT_OLD_PRELOAD"):
        value = os.environ.pop(name, "")
    if value:
        os.environ["LD_PRELOAD"] = value
    else:
        os.environ.pop("LD_PRELOAD", None)
    # Lists of which the first part is ours, and only that.
    for name in ("LD_AUDIT", "GLIBC_TUNABLES"):
        _, _, rest = os.environ.pop(name, "").partition(":")
        if rest:
            os.environ[name] = rest
    return library


def open_variables():
    """Names of variables without a value, and the function that tells their values: found before ranks are forked, which share it."""
    getenv = ctypes.CDLL(None).getenv
    getenv.restype = ctypes.c_char_p
    names = [(name, os.fsencode(name)) for name, value in os.environ.items() if not value]
    for _, name in names[:1]:
        getenv(name)
    return names, getenv


def look_again(names, getenv) -> None:
    """Variables without a value have got the one that tells the rank who it is, or are no more."""
    for name, encoded in names:
        value = getenv(encoded)
        if value is None:
            del os.environ[name]
        elif value:
            os.environ[name] = os.fsdecode(value)


def wait(library) -> None:
    """Forks ranks as the simulator wants them. Returns in a rank; the zygote ends here."""
    names, getenv = open_variables()
    while True:
        rank = library.wt_zygote_next()
        if rank < 0:
            os._exit(0)
        try:
            pid = os.fork()
        except OSError:
            pid = -1
        if pid == 0:
            library.wt_zygote_become(rank)
            look_again(names, getenv)
            return
        library.wt_zygote_forked(rank, pid)


def compiled(words: list):
    """The code of a script or command: a compiler leaves more memory written to than most programs. None for a module,
    and where there is anything to be said of the text: each rank says so itself, as the interpreter would."""
    if words[0] == "-m":
        return None
    try:
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            code = code_of(words)
        return None if said else code
    except Exception:
        return None


def code_of(words: list):
    """Compiles a script or command."""
    if words[0] == "-c":
        text, name = words[1], "<string>"
    else:
        name = words[0]
        with open(name, "rb") as file:
            text = file.read()
    return compile(text, name, "exec", dont_inherit=True)


def reseed() -> None:
    """Random numbers of ranks differ: what was loaded before the fork has one state for all."""
    if "random" in sys.modules:
        sys.modules["random"].seed()
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed()


def run(words: list, code) -> None:
    """Runs the program, compiled if that has been done, as the interpreter itself would, in a main module of its own."""
    if words[:1] == ["-m"]:
        sys.argv = ["-m", *words[2:]]
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
        return
    main = ModuleType("__main__")
    main.__builtins__ = sys.modules["builtins"]
    if words[:1] == ["-c"]:
        sys.argv, sys.path[0] = ["-c", *words[2:]], ""
    else:
        sys.argv = words
        main.__file__ = words[0]
    sys.modules["__main__"] = main
    try:
        exec(code or code_of(words), main.__dict__)
    except (SystemExit, KeyboardInterrupt):
        raise
    except BaseException as error:
        # The program's own frames only.
        own = error.__traceback__.tb_next
        while own is not None and own.tb_frame.f_code.co_filename == __file__:
            own = own.tb_next
        error = error.with_traceback(own)
        sys.excepthook(type(error), error, error.__traceback__)
        raise SystemExit(1) from None


def main() -> None:
    words = sys.argv[1:]
    if not words:
        sys.exit("windtunnel: a Python interpreter needs a script, -m or -c")
    if words[0] not in ("-m", "-c"):
        # What the script's own imports find.
        sys.path[0] = os.path.dirname(os.path.abspath(words[0]))
    else:
        sys.path[0] = os.getcwd()
    library = connect()
    module, code = warm(words), compiled(words)
    # A collection in a rank would write to all that is shared, and so copy it.
    gc.collect()
    gc.freeze()
    wait(library)
    if module is not None:
        sys.meta_path.insert(0, Starter(module))
    reseed()
    # Threads of the program's own take turns where they wait, not after so many milliseconds of the machine's.
    sys.setswitchinterval(1)
    # Lines come out when they are printed, not when the rank ends.
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(line_buffering=True)
    if module is None:
        run(words, code)
        return
    try:
        run(words, code)
    except SystemExit as ending:
        end(module, status_of(ending))
    end(module, 0)


def status_of(ending: SystemExit) -> int:
    """The exit status that an exception means to the interpreter."""
    if ending.code is None:
        return 0
    if isinstance(ending.code, int):
        return ending.code & 0xFF
    print(ending.code, file=sys.stderr)
    return 1


def end(module, status: int) -> None:
    """Ends the process as the interpreter would, but for taking its objects apart one by one: that would copy the memory
    that ranks share, and take ten times as long as all else."""
    if "threading" in sys.modules:
        sys.modules["threading"]._shutdown()
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and not stream.closed:
            stream.flush()
    # The module does so at the very end.
    if sys.modules.get("mpi4py.MPI") is module and module.Is_initialized() and not module.Is_finalized():
        module.Finalize()
    ctypes.CDLL(None).exit(status)


if __name__ == "__main__":
    main()
