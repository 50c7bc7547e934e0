//! Tests of images mode (ranks are loaded copies of the program in one process) with real programs, compiled here, run in the
//! launcher under a stand-in for the engine (`images/drill.rs`).

use std::fs;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// The tests' MPI library: `test_*` with `ptest_*` twins, weak over strong as in the real one.
const FACE: &str = r#"
extern void wt_test_yield(void); extern int wt_test_rank(void); extern void wt_test_upcall(void (*)(void *), void *);
void ptest_yield(void) { wt_test_yield(); }
void test_yield(void) __attribute__((weak, alias("ptest_yield")));
int test_rank(void) { return wt_test_rank(); }
void test_upcall(void (*f)(void *), void *a) { wt_test_upcall(f, a); }
"#;

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/images")
}

fn must(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    assert!(output.status.success(), "{command:?}:\n{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// The stand-in as a static library, beside the test's own binary; built here, as `cargo test --test` alone does not.
fn drill_library() -> PathBuf {
    let own = std::env::current_exe().expect("own path");
    let profile = own.parent().and_then(Path::parent).expect("profile");
    let mut cargo = Command::new(env!("CARGO"));
    let name = profile.file_name().and_then(|name| name.to_str()).expect("its name");
    let name = if name == "debug" { "dev" } else { name };
    // Of the whole workspace: for one package alone others would be compiled again, with fewer features.
    cargo.args(["build", "--workspace", "--example", "drill", "--profile", name]);
    must(cargo.current_dir(env!("CARGO_MANIFEST_DIR")));
    profile.join("examples/libdrill.a")
}

/// Folder with launcher, libdrill.so and the tests' MPI library.
fn prefix() -> &'static Path {
    static PREFIX: OnceLock<PathBuf> = OnceLock::new();
    PREFIX.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("images");
        fs::create_dir_all(&folder).expect("a folder");
        let at = |name: &str| folder.join(name);
        fs::write(at("face.c"), FACE).expect("written");
        let link = Path::new(env!("CARGO_MANIFEST_DIR")).join("launcher/link.sh");
        must(Command::new(link).arg(drill_library()).arg(&folder).args(["libdrill", "wt_drill"]));
        must(
            Command::new("gcc")
                .args(["-O2", "-shared", "-fPIC", "-Wl,-soname,libmpi_abi.so.1"])
                .arg(at("face.c"))
                .arg("-o")
                .arg(at("libmpi_abi.so.1"))
                .arg(format!("-L{}", folder.display()))
                .args(["-ldrill", "-Wl,-rpath,$ORIGIN"]),
        );
        folder
    })
}

/// Compiles `source` as `name` with extra arguments, linked with the tests' MPI library.
fn compile(name: &str, source: &str, arguments: &[&str]) -> PathBuf {
    let program = prefix().join(name);
    let compiler = if source.ends_with("pp") { "g++" } else { "gcc" };
    must(
        Command::new(compiler)
            .args(["-g", "-O1", "-Wall", "-I"])
            .arg(sources())
            .arg(sources().join(source))
            .arg("-o")
            .arg(&program)
            .args(arguments)
            .arg(prefix().join("libmpi_abi.so.1"))
            .args(["-lm", "-Wl,-rpath,$ORIGIN"]),
    );
    program
}

struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

/// Runs a program; `options` are the stand-in's.
fn run(program: &Path, options: &[&str], arguments: &[&str]) -> Ran {
    let input = prefix().join("input");
    fs::write(&input, "input\n").expect("written");
    let output = Command::new(prefix().join("launcher"))
        .arg(format!("faces={}", prefix().display()))
        .args(options)
        .arg("--")
        .arg(program)
        .args(arguments)
        .stdin(fs::File::open(input).expect("input"))
        .output()
        .expect("the launcher starts");
    Ran {
        code: output.status.code(),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

fn succeeds(program: &Path, options: &[&str], arguments: &[&str]) -> String {
    let ran = run(program, options, arguments);
    assert_eq!(ran.code, Some(0), "{program:?} {options:?}:\n{}{}", ran.out, ran.err);
    ran.out
}

#[test]
fn globals_statics_tls_and_handlers_belong_to_the_rank() {
    for (name, flags) in [
        ("globals-pie", &["-fPIE", "-pie"][..]),
        ("globals-pic", &["-fPIC", "-pie"][..]),
        ("globals-relr", &["-fPIE", "-pie", "-Wl,-z,pack-relative-relocs"][..]),
    ] {
        let program = compile(name, "globals.c", flags);
        for options in [&["ranks=5"][..], &["ranks=5", "split=1"][..], &["ranks=200"][..]] {
            let ran = run(&program, options, &["one", "two words"]);
            let ranks = if options[0] == "ranks=200" { 200 } else { 5 };
            assert_eq!(ran.code, Some(ranks - 1), "{}", ran.err);
            let expected: String = (0..ranks)
                .map(|r| format!("rank {r}: second handler\nrank {r}: first handler\nrank {r}: destructor 1\n"))
                .collect();
            assert_eq!(ran.out, expected);
        }
    }
}

#[test]
fn cxx_exceptions_streams_and_strings() {
    for (name, flags) in
        [("cxx-pie", &["-fPIE"][..]), ("cxx-pic", &["-fPIC"][..]), ("cxx-static-gcc", &["-static-libgcc"][..])]
    {
        let program = compile(name, "cxx.cpp", flags);
        for options in ["ranks=3", "ranks=300"] {
            let out = succeeds(&program, &[options], &[]);
            assert!(out.starts_with("rank 0 ff 3.14\nrank 0 destroys thread local\n"), "{out}");
            assert!(out.contains("rank 1 255 3.14159\n"), "{out}");
        }
    }
}

#[test]
fn state_of_the_c_library_belongs_to_the_rank() {
    for (name, flags) in [("libc", &["-D_FORTIFY_SOURCE=2", "-O2"][..]), ("libc-pic", &["-fPIC"][..])] {
        let program = compile(name, "libc.c", flags);
        // The program checks its own short name.
        let folder = prefix().join(format!("{name}-folder"));
        fs::create_dir_all(&folder).expect("a folder");
        let renamed = folder.join("libc");
        fs::copy(&program, &renamed).expect("copied");
        let out = succeeds(&renamed, &["ranks=4"], &["-v", "-n", "12", "--size=big", "file"]);
        assert_eq!(out, "rank 0 ok\nrank 1 ok\nrank 2 ok\nrank 3 ok\n");
    }
}

#[test]
fn libraries_of_the_program_are_replicated() {
    for (suffix, flags) in
        [("gd", &[][..]), ("desc", &["-mtls-dialect=gnu2"][..]), ("ie", &["-ftls-model=initial-exec"][..])]
    {
        let library = format!("libown-{suffix}.so");
        let mut options = vec!["-shared", "-fPIC"];
        options.extend(flags);
        let soname = format!("-Wl,-soname,{library}");
        options.push(&soname);
        let path = compile(&library, "library.c", &options);
        let path = path.to_str().expect("UTF-8");
        for (name, more) in [("pie", "-fPIE"), ("pic", "-fPIC")] {
            let program = compile(&format!("uses-{suffix}-{name}"), "uses_library.c", &[more, path]);
            let out = succeeds(&program, &["ranks=3"], &[]);
            let ok: String = (0..3).map(|r| format!("rank {r} ok\nrank {r}: library destructor\n")).collect();
            assert_eq!(out, ok);
        }
    }
}

#[test]
fn tools_in_front_of_mpi_are_replicated_and_win() {
    let tool = compile("libtool.so", "tool.c", &["-shared", "-fPIC"]);
    let program = compile("globals-tool", "globals.c", &[]);
    let command = Command::new(prefix().join("launcher"))
        .arg(format!("faces={}", prefix().display()))
        .args(["ranks=2", "--"])
        .arg(&program)
        .args(["one", "two words"])
        .env("WT_PRELOAD", &tool)
        .output()
        .expect("runs");
    let out = String::from_utf8_lossy(&command.stdout);
    assert!(out.contains("rank 0: tool saw 5 calls\n") && out.contains("rank 1: tool saw 5 calls\n"), "{out}");
}

#[test]
fn output_keeps_lines_whole_and_bytes_exact() {
    let program = compile("output", "output.c", &[]);
    let ran = run(&program, &["ranks=3"], &[]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let big = "x".repeat(200_000);
    let expected = format!(
        "rank 0 says hello\nrank 1 says hello\nrank 2 says hello\nand raw\nno end 0and raw\n{big}\nno end 1and raw\nno end 2"
    );
    assert_eq!(ran.out, expected);
    assert_eq!(ran.err, "error 0\nerror 1\nerror 2\n");
    let tagged = run(&program, &["ranks=2", "tag=1"], &[]);
    assert!(
        tagged.out.starts_with("[0] rank 0 says hello\n[1] rank 1 says hello\n[0] and raw\n[0] no end 0\n"),
        "{}",
        tagged.out
    );
    assert_eq!(tagged.err, "[0] error 0\n[1] error 1\n");
}

/// Runs a failing program with crash records in a file; returns the run and the records.
fn crash(how: &[&str], options: &[&str]) -> (Ran, String) {
    let name = how.join("-");
    let program = compile(&format!("failures-{name}"), "failures.c", &["-O0"]);
    let path = prefix().join(format!("records-{name}"));
    let file = fs::File::create(&path).expect("created");
    // SAFETY: the descriptor is open; clearing close-on-exec lets the launcher inherit it.
    unsafe { libc::fcntl(file.as_raw_fd(), libc::F_SETFD, 0) };
    let records = format!("records={}", file.as_raw_fd());
    let mut all = vec!["ranks=3", records.as_str()];
    all.extend(options);
    let ran = run(&program, &all, how);
    (ran, fs::read_to_string(path).expect("read"))
}

#[test]
fn crashes_name_rank_signal_and_place() {
    for (how, name, reason) in [
        ("null", "SIGSEGV", "null pointer"),
        ("divide", "SIGFPE", "integer division by zero, or a trapped floating-point operation"),
        ("abort", "SIGABRT", "aborted"),
        ("overflow", "SIGSEGV", "stack overflow"),
        ("free", "SIGABRT", "free of a pointer that is not allocated (freed twice?)"),
    ] {
        let (ran, record) = crash(&[how], &[]);
        assert_eq!(ran.code, Some(134), "{how}: {}", ran.err);
        assert_eq!(ran.err, "", "{how}: the record says it all");
        assert!(ran.out.starts_with("rank 0 begins\nrank 1 begins\nrank 2 begins\n"), "output is kept: {}", ran.out);
        assert!(record.starts_with("{\"crash\":1,\"rank\":1,") && record.ends_with("]}\n"), "{record}");
        assert!(record.contains(&format!("\"name\":\"{name}\",\"reason\":\"{reason}\"")), "{record}");
        let frames: Vec<&str> = record.matches("failures-").collect();
        assert!(frames.len() >= 2, "frames of the program: {record}");
    }
}

#[test]
fn a_record_leads_to_the_source_line() {
    let (_, record) = crash(&["null", "again"], &[]);
    let (_, first) = record.split_once("\"offset\":\"").expect("a frame");
    let offset = first.split('"').next().expect("an offset");
    let program = prefix().join("failures-null-again");
    let lines = must(Command::new("addr2line").args(["-f", "-e"]).arg(program).arg(offset));
    let lines = String::from_utf8_lossy(&lines.stdout).into_owned();
    let source = fs::read_to_string(sources().join("failures.c")).expect("read");
    let line = 1 + source.lines().position(|l| l.contains("void crash_here")).expect("there");
    assert!(lines.starts_with("crash_here\n") && lines.contains(&format!("failures.c:{line}")), "{lines}");
}

#[test]
fn overflow_without_guard_pages_is_found_by_the_canary() {
    // 64 KiB of stack; 121 frames of about 570 bytes leave it by little, and return.
    let program = compile("failures-creep", "failures.c", &["-O0"]);
    let ran = run(&program, &["ranks=10001", "stack=65536"], &["creep", "121"]);
    assert_eq!(ran.code, Some(134), "{}", ran.err);
    assert!(ran.err.contains("rank 1 crashed: SIGSEGV (stack overflow)"), "{}", ran.err);
}

#[test]
fn a_rank_ends_in_every_way_a_process_does() {
    for (how, code, handlers) in [("exit", 7, 3), ("_exit", 8, 2), ("quick", 9, 2), ("err", 10, 3)] {
        let (ran, _) = crash(&[how], &[]);
        assert_eq!(ran.code, Some(code), "{how}: {}", ran.err);
        assert_eq!(ran.out.matches("handler\n").count(), handlers, "{how}: {}", ran.out);
    }
}

#[test]
fn what_images_cannot_do_is_refused() {
    for (how, message) in [
        ("fork", "rank 1: not supported yet: fork in a rank"),
        ("exec", "rank 1: not supported yet: exec in a rank"),
        ("thread", "rank 1: not supported yet: threads in a rank"),
    ] {
        let (ran, _) = crash(&[how], &[]);
        assert_eq!(ran.code, Some(1), "{how}: {}", ran.err);
        assert!(ran.err.contains(message), "{}", ran.err);
    }
}

#[test]
fn a_rank_that_never_calls_mpi_is_reported() {
    let (ran, _) = crash(&["busy"], &["watch=100"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(ran.err.matches("rank 1 computes without calling MPI at").count(), 1, "{}", ran.err);
    assert!(ran.err.contains("failures-busy+0x"), "{}", ran.err);
}

#[test]
fn programs_that_cannot_be_images_are_refused_with_a_way_out() {
    let check = |program: &Path, message: &str| {
        let ran = run(program, &["ranks=2"], &[]);
        assert_eq!(ran.code, Some(2), "{}", ran.err);
        assert!(ran.err.contains(message), "expected {message:?} in {}", ran.err);
    };
    check(&sources().join("globals.c"), "globals.c: not an ELF executable");
    check(Path::new("/nonexistent"), "/nonexistent: cannot be read:");
    let script = prefix().join("script");
    fs::write(&script, "#!/bin/sh\n").expect("written");
    check(&script, "a script; not supported yet");
    check(&compile("fixed", "globals.c", &["-no-pie"]), "linked at a fixed address");
    let small = prefix().join("small.c");
    fs::write(&small, "int main(void) { return 0; }\n").expect("written");
    let plain = prefix().join("static-pie");
    must(Command::new("gcc").arg(&small).args(["-static-pie", "-o"]).arg(&plain));
    check(&plain, "statically linked");
    let own_malloc = prefix().join("own_malloc.c");
    fs::write(&own_malloc, "void *malloc(unsigned long n) { return (void *)n; }\nint main(void) { return 0; }\n")
        .expect("written");
    let path = own_malloc.to_str().expect("UTF-8");
    let own_malloc = compile("own-malloc", path, &["-fno-builtin", "-rdynamic"]);
    check(&own_malloc, "it defines malloc, and libc.so.6, a library that all ranks share, uses that symbol, too");
    let big_tls = prefix().join("big_tls.c");
    fs::write(&big_tls, "__thread char pad[100000]; int main(void) { return pad[5]; }\n").expect("written");
    check(&compile("big-tls", big_tls.to_str().expect("UTF-8"), &[]), "100000 bytes of thread-local variables");
    let openmp = prefix().join("openmp.c");
    let code = "int main(void) { int n = 0;\n#pragma omp parallel\nn++;\nreturn n == 0; }\n";
    fs::write(&openmp, code).expect("written");
    let program = compile("openmp", openmp.to_str().expect("UTF-8"), &["-fopenmp"]);
    check(&program, "uses OpenMP (GOMP_parallel)");
    let missing = compile("libgone.so", "library.c", &["-shared", "-fPIC", "-Wl,-soname,libgone.so"]);
    let needs = compile("needs-gone", "uses_library.c", &[missing.to_str().expect("UTF-8")]);
    fs::remove_file(missing).expect("removed");
    check(&needs, "needs libgone.so, which was not found");
}

#[test]
fn openmp_with_one_thread_is_allowed() {
    let source = prefix().join("openmp_one.c");
    let code = "#include \"drill.h\"\nint main(void) { int n = 0;\n#pragma omp parallel reduction(+:n)\nn++;\nCHECK(n == 1); return 0; }\n";
    fs::write(&source, code).expect("written");
    let program = compile("openmp-one", source.to_str().expect("UTF-8"), &["-fopenmp"]);
    let output = Command::new(prefix().join("launcher"))
        .arg(format!("faces={}", prefix().display()))
        .args(["ranks=2", "--"])
        .arg(&program)
        .env("OMP_NUM_THREADS", "1")
        .output()
        .expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// One number of the last `figures:` line that describes living ranks.
fn figure(err: &str, name: &str) -> u64 {
    let line = err.lines().find(|l| l.starts_with("figures:")).expect("figures");
    let rest = line.split_once(&format!(" {name} ")).expect("a figure").1;
    rest.split_whitespace().next().and_then(|n| n.parse().ok()).expect("a number")
}

#[test]
fn an_idle_rank_costs_two_pages() {
    let source = prefix().join("idle.c");
    let code = "#include \"drill.h\"\nint x = 1;\nint main(void) { x += test_rank(); test_yield(); return x != 1 + test_rank(); }\n";
    fs::write(&source, code).expect("written");
    let program = compile("idle", source.to_str().expect("UTF-8"), &["-O2"]);
    let ran = run(&program, &["ranks=20000", "figures=1"], &[]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    // One page of stack, one of data, and what the stand-in keeps.
    let per_rank = figure(&ran.err, "anonymous") * 1024 / 20_000;
    assert!(per_rank < 2 * 4096 + 600, "{per_rank} bytes per rank");
    assert!(figure(&ran.err, "stack") < 3500, "a parked rank's stack: {}", ran.err);
}

#[test]
fn a_rank_that_writes_no_variable_costs_one_page() {
    let source = prefix().join("untouched.c");
    let code = "#include \"drill.h\"\n\
                extern void *__dso_handle __attribute__((visibility(\"hidden\")));\n\
                int __cxa_atexit(void (*f)(void *), void *a, void *object); void __cxa_finalize(void *object);\n\
                static __thread int own = 3;\n\
                static void say(void *what) { printf(\"rank %d: %s\\n\", test_rank(), (char *)what); }\n\
                int main(int argc, char **argv) {\n\
                  if (argc == 1) { test_yield(); return own != 3; }\n\
                  __cxa_atexit(say, \"by address\", &__dso_handle); __cxa_atexit(say, \"by value\", __dso_handle);\n\
                  __cxa_atexit(say, \"other\", argv); test_yield();\n\
                  __cxa_finalize(test_rank() ? &__dso_handle : __dso_handle); puts(\"finalized\"); return 0; }\n";
    fs::write(&source, code).expect("written");
    let program = compile("untouched", source.to_str().expect("UTF-8"), &["-O2"]);
    let ran = run(&program, &["ranks=20000", "figures=1"], &[]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    // One page of stack, and what the stand-in keeps.
    let per_rank = figure(&ran.err, "anonymous") * 1024 / 20_000;
    assert!(per_rank < 4096 + 600, "{per_rank} bytes per rank");
    let stripped = compile("untouched-stripped", source.to_str().expect("UTF-8"), &["-O2", "-s"]);
    for program in [program, stripped] {
        let out = succeeds(&program, &["ranks=2"], &["handlers"]);
        let said = |rank| format!("rank {rank}: by value\nrank {rank}: by address\nfinalized\nrank {rank}: other\n");
        assert_eq!(out, said(0) + &said(1));
    }
}

#[test]
fn handlers_registered_while_a_rank_ends_are_called() {
    let source = prefix().join("late.c");
    let code = "#include \"drill.h\"\n\
                static void late(void) { printf(\"rank %d: late\\n\", test_rank()); }\n\
                static void early(void) { printf(\"rank %d: early\\n\", test_rank()); }\n\
                __attribute__((destructor)) static void destroy(void) { atexit(late); puts(\"destructor\"); }\n\
                int main(void) { atexit(early); return 0; }\n";
    fs::write(&source, code).expect("written");
    for (name, options) in [("late", &["-O2"][..]), ("late-stripped", &["-O2", "-s"])] {
        let out = succeeds(&compile(name, source.to_str().expect("UTF-8"), options), &["ranks=2"], &[]);
        let said = |rank| format!("rank {rank}: early\ndestructor\nrank {rank}: late\n");
        assert_eq!(out, said(0) + &said(1), "{name}");
    }
}

#[test]
fn ranks_that_end_give_their_place_to_others() {
    let source = prefix().join("quick.c");
    let code = "#include \"drill.h\"\nstatic char g[16384]; static __thread int t = 3;\n\
                int main(void) { for (int i = 0; i < 16384; i += 64) CHECK(g[i]++ == 0); CHECK(t++ == 3);\n\
                char *p = calloc(1, 3000); for (int i = 0; i < 3000; i++) CHECK(p[i]++ == 0); return 0; }\n";
    fs::write(&source, code).expect("written");
    let program = compile("quick", source.to_str().expect("UTF-8"), &["-O1"]);
    let ran = run(&program, &["ranks=3000", "figures=1"], &[]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(figure(&ran.err, "slots"), 1);
}

#[test]
fn a_large_bss_is_mapped_apart() {
    let source = prefix().join("bss.c");
    let code = "#include \"drill.h\"\nstatic double field[64 << 20]; static __thread int t = 3;\n\
                int main(void) { int r = test_rank(); CHECK(t == 3); t += r; field[r] = r; field[(64 << 20) - 1 - r] = r + 1;\n\
                test_yield(); CHECK(t == 3 + r && field[r] == r && field[(64 << 20) - 1 - r] == r + 1); return 0; }\n";
    fs::write(&source, code).expect("written");
    let program = compile("bss", source.to_str().expect("UTF-8"), &["-O1", "-mcmodel=medium"]);
    let ran = run(&program, &["ranks=50", "figures=1"], &[]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(figure(&ran.err, "anonymous") < 20_000, "{}", ran.err);
}
