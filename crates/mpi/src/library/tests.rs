use super::*;
use crate::schedule::Level;
use units::{Bytes, Rate, Time};

fn shipped(name: &str) -> &'static str {
    SHIPPED.iter().find(|shipped| shipped.name == name).unwrap().text
}

/// The ideal library with a text replaced.
fn with(from: &str, to: &str) -> Result<Library, LibraryError> {
    let text = shipped("ideal");
    assert!(text.contains(from), "nothing to replace: {from}");
    Library::parse("x.toml", &text.replacen(from, to, 1))
}

fn message(from: &str, to: &str) -> String {
    with(from, to).unwrap_err().to_string()
}

fn platform(text: &str) -> Result<Library, LibraryError> {
    let locate = |key: &str| (!key.is_empty()).then(|| format!("p.toml:{key}"));
    Library::load(Some("ideal"), &text.parse().unwrap(), &locate)
}

#[test]
fn shipped_libraries_load_and_name_their_sources() {
    for library in SHIPPED {
        let loaded = Library::load(Some(library.name), &toml::Table::new(), &|_| None).unwrap();
        assert_eq!(loaded.name(), library.name);
        assert!(library.doc.ends_with('.'));
        let between = loaded.defaults().iter().filter(|default| !default.key.starts_with("host."));
        assert_eq!(between.count(), PROTOCOL_PARAMETERS.len());
        assert!(loaded.defaults().iter().all(|default| !default.value.is_empty()));
        let send = loaded.defaults().iter().find(|default| default.key == "send").unwrap();
        assert!(send.source.starts_with(&format!("{}.toml: ", library.name)), "{}", send.source);
    }
}

#[test]
fn the_default_library_is_said_to_be_one() {
    let library = Library::load(None, &toml::Table::new(), &|_| None).unwrap();
    assert_eq!(library.name(), "mpich-4.3");
    assert_eq!(library.defaults()[0].key, "library");
    assert_eq!(library.defaults()[0].value, "mpich-4.3");
}

#[test]
fn platforms_override_single_keys() {
    let library =
        platform("send = \"3 us\"\nreduction_rate = \"1 GB/s\"\n[collective]\nbcast = \"scatter_ring_allgather\"");
    let library = library.unwrap();
    assert_eq!(library.protocol.send.cost(1 << 20), Time::from_ns(3_000));
    assert_eq!(library.protocol.isend.cost(1), Time::ZERO);
    assert_eq!(library.protocol.reduction_rate, Some(Rate(1_000_000_000)));
    assert!(library.defaults().iter().all(|default| default.key != "send" && default.key != "reduction_rate"));
    assert!(library.defaults().iter().any(|default| default.key == "isend"));
}

#[test]
fn messages_inside_a_host_may_differ() {
    assert!(platform("send = \"3 us\"").unwrap().inside.is_none());
    let library =
        platform("send = \"3 us\"\n[host]\neager_max = \"8191 B\"\nrecv = \"450 ns\"\nbandwidth_factor = 0.5");
    let library = library.unwrap();
    let inside = library.inside.as_ref().unwrap();
    assert_eq!((inside.eager_max, inside.bandwidth_factor.at(1)), (8191, 0.5));
    assert_eq!((inside.send.cost(1), inside.recv.cost(1)), (Time::from_ns(3_000), Time::from_ns(450)));
    assert_eq!((library.protocol.recv.cost(1), library.protocol.bandwidth_factor.at(1)), (Time::ZERO, 1.0));
    let own = "[protocol]\nhost = { isend = \"1 us\", send = \"2 us\", latency_factor = 3 }";
    let sources = "[sources]\nhost = { isend = \"seen\", send = \"seen\", latency_factor = \"guessed\" }";
    let text = shipped("ideal").replacen("[protocol]", own, 1);
    let lacks = |text: &str| Library::parse("x.toml", text).unwrap_err().to_string();
    assert!(lacks(&text).ends_with("`host` is missing in sources"), "{}", lacks(&text));
    let text = text.replacen("[sources]", sources, 1);
    let unknown = lacks(&text.replace("latency_factor = \"g", "recv = \"g"));
    assert!(unknown.contains("in sources.host: unknown key `recv`"), "{unknown}");
    let of_file = Library::parse("x.toml", &text).unwrap();
    let told = of_file.defaults().iter().find(|default| default.key == "host.latency_factor").unwrap();
    assert_eq!((told.value.as_str(), told.source.as_str()), ("3", "x.toml: guessed"));
    let set = |text: &str| {
        let mut library = of_file.clone();
        let overrides = document::from_table(&text.parse().unwrap(), &|_| None);
        library.apply(&overrides).unwrap();
        assert!(library.defaults().iter().all(|default| default.key != "host.send"), "it is the platform's now");
        library.host.over(&library.protocol).unwrap()
    };
    let inside = set("isend = \"5 us\"\n[host]\nsend = \"7 us\"");
    assert_eq!(
        (inside.isend.cost(0), inside.send.cost(0)),
        (Time::from_ns(1_000), Time::from_ns(7_000)),
        "the host's own win"
    );
    assert_eq!(inside.latency_factor.at(0), 3.0);
    let late = platform("[host]\nhandshake_cpu = \"1200 ns\"\nsend_end = \"delivered\"").unwrap();
    let (inside, between) = (late.inside.as_ref().unwrap(), &late.protocol);
    assert_eq!((inside.handshake_cpu, between.handshake_cpu), (Time::from_ns(1_200), Time::ZERO));
    assert_ne!(inside.send_end, between.send_end);
    let wrong = platform("[host]\nenvelope = \"1 B\"").unwrap_err().to_string();
    assert!(wrong.starts_with("p.toml:host.envelope: in host: unknown key `envelope`; expected one of "), "{wrong}");
}

#[test]
fn size_classes_are_piecewise_linear_with_jumps() {
    let text = "send = [{ up_to = \"1000 B\", fixed = \"1 us\", per_byte = \"2 ns\" }, { up_to = \"64 KiB\", \
                fixed = \"2 us\", rate = \"3 GB/s\" }, { fixed = \"5 us\" }]\n\
                latency_factor = [{ up_to = \"1420 B\", factor = 1.5 }, { factor = 2 }]";
    let library = platform(text).unwrap();
    let send = &library.protocol.send;
    assert_eq!(send.cost(0), Time::from_ns(1_000));
    assert_eq!(send.cost(1_000), Time::from_ns(3_000));
    // A byte at 3 GB/s takes 333 1/3 ps; the whole is rounded up.
    assert_eq!(send.cost(1_001), Time::from_ps(2_000_000 + 333_667));
    assert_eq!(send.cost(65_536), Time::from_ps(2_000_000 + 21_845_334));
    assert_eq!(send.cost(u64::MAX), Time::from_ns(5_000));
    assert_eq!(send.segments().len(), 3);
    assert_eq!(library.protocol.latency_factor.at(1_420), 1.5);
    assert_eq!(library.protocol.latency_factor.at(1_421), 2.0);
}

#[test]
fn a_cost_beyond_all_time_is_for_ever() {
    let library = platform("recv = [{ fixed = \"1 us\", per_byte = \"1 s\" }]").unwrap();
    assert_eq!(library.protocol.recv.cost(u64::MAX), Time::MAX);
}

#[test]
fn handshakes_progress_and_communicators_have_several_forms() {
    let text =
        "handshake = { time = \"5 us\" }\nprogress = \"inside-mpi\"\ncomm_create = \"2 us\"\npartitions = \"4 KiB\"";
    let protocol = platform(text).unwrap().protocol;
    assert_eq!(protocol.handshake, Handshake::Time(Time::from_ns(5_000)));
    let messages = platform("handshake = \"messages\"").unwrap().protocol;
    assert_eq!(messages.handshake, Handshake::EMPTY_MESSAGES);
    let with_bytes = "handshake = { request = \"8 B\", reply = \"1 kB\", pause = \"6 ns\" }\nenvelope = \"12 B\"";
    let with_bytes = platform(with_bytes).unwrap().protocol;
    assert_eq!(with_bytes.handshake, Handshake::Messages { request: 8, reply: 1_000, pause: Time::from_ns(6) });
    assert_eq!((messages.envelope, with_bytes.envelope), (0, 12));
    assert_eq!(protocol.progress, ProgressMode::InsideMpi);
    assert_eq!(protocol.comm_create, CommCreate::Time(Time::from_ns(2_000)));
    assert_eq!(protocol.partitions, Partitions::Joined(4096));
    let lock_all =
        |value: &str| platform(&format!("lock_all = \"{value}\"")).map(|library| library.protocol.lock_all);
    assert_eq!(lock_all("first-use").unwrap(), LockAll::FirstUse);
    assert_eq!(lock_all("rank-0").unwrap(), LockAll::RankZero);
    assert!(lock_all("lazy").unwrap_err().to_string().contains("`each`, `first-use` or `rank-0`"));
    let mpich = Library::load(None, &toml::Table::new(), &|_| None).unwrap().protocol;
    assert_eq!(mpich.handshake, Handshake::RoundTrips(1));
    assert_eq!(mpich.partitions, Partitions::Whole);
    assert_eq!(mpich.eager_max, Bytes(65_536).0);
}

#[test]
fn communicators_are_agreed_on_by_collectives_of_each_kind_of_call() {
    let text = |value: &str| platform(&format!("comm_create = {value}")).map(|library| library.protocol.comm_create);
    let short = text("\"allreduce\"").unwrap();
    assert_eq!(text("{ any = \"allreduce 260 B\" }").unwrap(), short);
    assert_eq!(short.text(), "allreduce");
    let long = "{ any = \"iallreduce 4 B, iallreduce 8 B\", split = \"allgather 8 B, new bcast 4 B\", split_by_host = \"iallreduce 4 B, \
                iallreduce 8 B\", group = \"allreduce=binary 1 KiB\" }";
    let read = text(long).unwrap();
    assert_eq!(read.text(), long);
    let CommCreate::Agreement(agreements) = read else { panic!("not a time") };
    let of = |creation| {
        agreements.of(creation).iter().map(|step| (step.call().count, !step.call().nonblocking)).collect::<Vec<_>>()
    };
    assert_eq!(of(Creation::Other), [(1, false), (2, false)]);
    assert_eq!(of(Creation::Other), of(Creation::SplitByHost), "by default those of any");
    assert_eq!(of(Creation::Split), [(2, true), (1, true)]);
    assert_eq!(
        agreements.of(Creation::Split).iter().map(|step| step.call().level == Level::New).collect::<Vec<_>>(),
        [false, true]
    );
    assert_eq!(agreements.of(Creation::Group)[0].call().algorithm, Some("binary".into()));
    for wrong in ["gather 4 B", "allreduce", "allreduce 6 B", "allreduce 0 B", "iiallreduce 4 B", "allreduce 4 X"] {
        assert_eq!(
            text(&format!("{{ any = \"{wrong}\" }}")).unwrap_err().to_string(),
            format!(
                "p.toml:comm_create.any: `any` is `{wrong}`; expected steps such as `allgather 8 B, iallreduce 4 B, new bcast 4 B`: \
                 allreduce, allgather or bcast, of whole words of 4 B"
            ),
        );
    }
    let unknown = text("{ any = \"allreduce=bynary 4 B\" }").unwrap_err().to_string();
    assert!(unknown.contains("bynary") && unknown.contains("did you mean `binary`"), "{unknown}");
    let missing = text("{ split = \"allgather 8 B\" }").unwrap_err().to_string();
    assert!(missing.contains("`any` is missing in comm_create"), "{missing}");
}

#[test]
fn partitions_are_joined_by_a_divisor_of_their_number() {
    let messages = |limit, send, recv, bytes| Partitions::Joined(limit).messages(send, recv, bytes);
    assert_eq!(messages(0, 12, 18, 72), 6, "as many as divide both");
    assert_eq!(messages(23, 12, 18, 72), 6, "two of 12 bytes would be too long");
    assert_eq!(messages(24, 12, 18, 72), 3);
    assert_eq!(messages(48, 12, 18, 72), 2, "four of 12 bytes would fit, but three divide six");
    assert_eq!(messages(72, 12, 18, 72), 1);
    assert_eq!(messages(0, 8, 4, 0), 1, "nothing travels in one");
    assert_eq!(messages(0, 7, 5, 70), 1);
    assert_eq!(Partitions::Whole.messages(8, 8, 64), 1);
}

#[test]
fn unknown_library() {
    let error = Library::load(Some("mpich-4.2"), &toml::Table::new(), &|_| None).unwrap_err();
    let known: Vec<&str> = SHIPPED.iter().map(|shipped| shipped.name).collect();
    assert_eq!((known[0], known.last()), ("mpich-4.3", Some(&"ideal")));
    assert_eq!(
        error.to_string(),
        format!(
            "unknown MPI library `mpich-4.2`; expected one of {}, or the path of a file that describes a library (`*.toml`); did you mean `mpich-4.3`?",
            known.join(", ")
        )
    );
    assert!(matches!(error, LibraryError::UnknownLibrary { .. }));
}

#[test]
fn unreadable_file() {
    let error = Library::load(Some("no/such/file.toml"), &toml::Table::new(), &|_| None).unwrap_err();
    assert!(matches!(error, LibraryError::Unreadable { .. }));
    assert!(error.to_string().starts_with("can't read the MPI library file `no/such/file.toml`: "));
}

#[test]
fn syntax() {
    let error = Library::parse("x.toml", "name = \n").unwrap_err();
    assert!(matches!(error, LibraryError::Syntax { .. }));
    assert!(error.to_string().starts_with("x.toml:1:8: "), "{error}");
    assert!(
        message("latency_factor = 1.0", "latency_factor = 99999999999999999999").contains("does not fit 64 bits")
    );
}

#[test]
fn unknown_key() {
    let error = message("recv = \"0 s\"", "rcev = \"0 s\"");
    assert!(error.starts_with("x.toml:19:1: in protocol: unknown key `rcev`; expected one of "), "{error}");
    assert!(error.ends_with("; did you mean `recv`?"), "{error}");
    let error = platform("sned = \"1 us\"").unwrap_err();
    let text = error.to_string();
    assert!(text.starts_with("p.toml:sned: in mpi: unknown key `sned`; expected one of "), "{text}");
    assert!(text.ends_with("; did you mean `send`?"), "{text}");
    assert!(matches!(error, LibraryError::UnknownKey { .. }));
}

#[test]
fn missing_key() {
    let error = with("recv = \"0 s\"\n", "").unwrap_err();
    assert!(matches!(error, LibraryError::MissingKey { .. }));
    assert!(error.to_string().ends_with("`recv` is missing in protocol"), "{error}");
}

#[test]
fn wrong_type() {
    let error = platform("send = 5").unwrap_err();
    assert!(matches!(error, LibraryError::WrongType { .. }));
    assert_eq!(error.to_string(), "p.toml:send: `send` is an integer; expected a list");
    assert_eq!(
        platform("latency_factor = \"2\"").unwrap_err().to_string(),
        "p.toml:latency_factor: `latency_factor` is a text; expected a number"
    );
}

#[test]
fn quantity() {
    let error = platform("eager_max = \"64 furlongs\"").unwrap_err();
    assert!(matches!(error, LibraryError::Quantity { .. }));
    assert!(error.to_string().starts_with("p.toml:eager_max: `eager_max`: `furlongs` in"), "{error}");
}

#[test]
fn out_of_range() {
    let text = |toml: &str| {
        let error = platform(toml).unwrap_err();
        assert!(matches!(error, LibraryError::OutOfRange { .. }), "{error}");
        error.to_string()
    };
    assert!(text("test = \"0 s\"").ends_with("expected more than nothing, so that polling lets time pass"));
    assert!(text("reduction_rate = \"0 GB/s\"").contains("or \"none\""));
    assert!(text("copy_rate = \"0 GB/s\"").contains("or \"none\""));
    assert!(text("bandwidth_factor = -1").contains("`bandwidth_factor` is -1; expected more than 0"));
    assert!(text("bandwidth_factor = nan").contains("NaN"));
    assert!(text("progress = \"sometimes\"").contains("`background` or `inside-mpi`"));
    assert!(text("handshake = { round_trips = 5000 }").contains("at most 1000"));
    assert!(
        text("handshake = \"letters\"")
            .contains("`handshake` is `letters`; expected `messages`, or a table such as `{ round_trips = 1 }`")
    );
    assert!(text("handshake = { round_trips = -1 }").contains("not negative"));
}

#[test]
fn the_work_of_blocks_is_optional() {
    let without = platform("").unwrap();
    assert_eq!(without.protocol.pack, None);
    let default = without.defaults().iter().find(|default| default.key == "pack").unwrap();
    assert_eq!(
        (&*default.value, &*default.source),
        ("none", "ideal.toml: the library's file has none: it depends on the machine")
    );
    let given = "pack = { datatype = \"700 ns\", block = \"20.5 ns\" }";
    let pack = Pack { datatype: Time::from_ns(700), block: Time::from_ps(20_500) };
    let of =
        |library: Library| (library.protocol.pack, library.defaults().iter().any(|default| default.key == "pack"));
    assert_eq!(platform(given).map(of).unwrap(), (Some(pack), false));
    assert_eq!(platform("pack = \"none\"").map(of).unwrap(), (None, false));
    assert_eq!(pack.time(2, 10), Time::from_ps(2 * 700_000 + 205_000));
    assert_eq!(pack.time(0, u64::MAX), Time::from_ps(u64::MAX));
    let file = shipped("ideal").replacen("[sources]", &format!("{given}\n[sources]\npack = \"measured\""), 1);
    let library = Library::parse("x.toml", &file).unwrap();
    let default = library.defaults().iter().find(|default| default.key == "pack").unwrap();
    assert_eq!(default.value, "{ datatype = 700 ns, block = 20.5 ns }");
    assert_eq!(default.source, "x.toml: measured");
    let without_source = shipped("ideal").replacen("[sources]", &format!("{given}\n[sources]"), 1);
    assert!(
        Library::parse("x.toml", &without_source).unwrap_err().to_string().ends_with("`pack` is missing in sources")
    );
    let wrong = |text: &str| platform(text).unwrap_err().to_string();
    assert_eq!(
        wrong("pack = \"free\""),
        "p.toml:pack: `pack` is `free`; expected `none`, or a table such as `{ datatype = \"700 ns\", block = \"20 ns\" }`"
    );
    assert!(wrong("pack = { block = \"1 ns\" }").ends_with("`datatype` is missing in pack"));
    assert!(wrong("pack = { datatype = \"1 ns\", blocks = \"1 ns\" }").contains("in pack: unknown key `blocks`"));
}

#[test]
fn the_largest_tag_and_null_datatypes() {
    use ops::NullDatatypes;
    let text = SHIPPED.iter().find(|shipped| shipped.name == "ideal").expect("shipped").text;
    let with = |line: &str| Library::parse("l.toml", &text.replacen("name =", &format!("{line}\nname ="), 1));
    let of = |library: Library| (library.tag_ub, library.null_datatypes);
    assert_eq!(with("").map(of).expect("a library"), (i32::MAX, NullDatatypes::Refused));
    for &value in NullDatatypes::ALL {
        let given = with(&format!("tag_ub = 32767\nnull_datatypes = \"{}\"", value.name()));
        assert_eq!(given.map(of).expect("a library"), (32_767, value));
    }
    let wrong = |line: &str| with(line).unwrap_err().to_string();
    for given in ["32766", "2147483648"] {
        let expected = format!("`tag_ub` is {given}; expected a number from 32767 to 2147483647");
        assert!(wrong(&format!("tag_ub = {given}")).ends_with(&expected));
    }
    assert!(
        wrong("null_datatypes = \"taken\"")
            .ends_with("`null_datatypes` is `taken`; expected `refused`, `alltoallw` or `messages`")
    );
}

#[test]
fn the_library_of_parallel_io() {
    let text = SHIPPED.iter().find(|shipped| shipped.name == "ideal").expect("shipped").text;
    let with = |io: &str| Library::parse("l.toml", &text.replacen("name =", &format!("{io}\nname ="), 1));
    assert_eq!(with("").expect("a library").io, IoLibrary::Direct);
    assert_eq!(with("io = \"direct\"").expect("a library").io, IoLibrary::Direct);
    assert_eq!(with("io = \"romio\"").expect("a library").io, IoLibrary::Romio);
    assert!(
        with("io = \"ompio\"").unwrap_err().to_string().ends_with("`io` is `ompio`; expected `romio` or `direct`")
    );
}

#[test]
fn classes() {
    let text = |toml: &str| {
        let error = platform(toml).unwrap_err();
        assert!(matches!(error, LibraryError::Classes { .. }), "{error}");
        error.to_string()
    };
    assert!(text("send = []").contains("at least one"));
    let shrinking =
        "send = [{ up_to = \"8 B\", fixed = \"0 s\" }, { up_to = \"8 B\", fixed = \"0 s\" }, { fixed = \"0 s\" }]";
    assert!(text(shrinking).starts_with("p.toml:send[1]: `send`: `up_to` is not larger"));
    assert!(text("send = [{ up_to = \"8 B\", fixed = \"0 s\" }]").contains("has no `up_to`"));
    assert!(text("send = [{ fixed = \"0 s\", per_byte = \"1 ns\", rate = \"1 GB/s\" }]").contains("either"));
    assert!(text("handshake = {}").contains("either `round_trips` or `time`"));
    let error = platform("handshake = { request = \"8 B\", pause = \"1 ns\" }").unwrap_err().to_string();
    assert!(error.contains("`reply` is missing in handshake"), "{error}");
    let error = platform("handshake = { request = \"8 B\", time = \"1 ns\" }").unwrap_err().to_string();
    assert!(error.contains("in handshake: unknown key `time`"), "{error}");
}

#[test]
fn ends_of_sends_are_read_by_size() {
    let ends = |text: &str| platform(text).unwrap().protocol.send_end;
    assert_eq!(ends("send_end = \"handed-over\""), SendEnds::constant(SendEnd::HandedOver));
    assert_eq!(ends("send_end = \"handed-over\"").at_once_max(), None);
    let classes = ends(
        "send_end = [{ up_to = \"8 B\", when = \"at-once\" }, { up_to = \"64 B\", when = \"at-once\" }, \
         { up_to = \"1 kB\", when = \"matched\" }, { when = \"at-once\" }]",
    );
    assert_eq!(classes.at_once_max(), Some(64), "a longer one may have to wait");
    assert_eq!([8, 9, 65, 1_001].map(|bytes| classes.at(bytes)), {
        use SendEnd::{AtOnce, Matched};
        [AtOnce, AtOnce, Matched, AtOnce]
    });
    assert_eq!(SendEnds::constant(SendEnd::AtOnce).at_once_max(), Some(u64::MAX));
    let text = |text: &str| platform(text).unwrap_err().to_string();
    assert_eq!(
        text("send_end = \"buffered\""),
        "p.toml:send_end: `send_end` is `buffered`; expected `at-once`, `handed-over`, `matched` or `delivered`"
    );
    assert!(text("send_end = [{ up_to = \"8 B\", when = \"at-once\" }]").contains("has no `up_to`"));
    assert!(text("send_end = [{ up_to = \"8 B\" }, { when = \"at-once\" }]").contains("`when`"));
}

#[test]
fn buffers_are_sizes_or_unlimited() {
    let protocol = platform("eager_buffer = \"64 KiB\"\nsend_buffer = \"unlimited\"\neager_max = \"unlimited\"")
        .unwrap()
        .protocol;
    assert_eq!((protocol.eager_buffer, protocol.send_buffer, protocol.eager_max), (65_536, u64::MAX, u64::MAX));
    assert!(platform("send_buffer = \"none\"").unwrap_err().to_string().starts_with("p.toml:send_buffer: "));
}

#[test]
fn collective() {
    let error = platform("[collective]\nbcast = \"binominal\"").unwrap_err();
    assert!(matches!(error, LibraryError::Collective { .. }));
    let text = error.to_string();
    assert!(
        text.starts_with("p.toml:collective.bcast: unknown bcast algorithm `binominal`; expected one of "),
        "{text}"
    );
    assert!(text.ends_with("; did you mean `binomial`?"), "{text}");
    let mut library = platform("").unwrap();
    let error = library.set_algorithm("bcsat", "binomial").unwrap_err();
    let error = error.to_string();
    assert!(error.starts_with("--collective bcsat=binomial: unknown collective operation `bcsat`; "), "{error}");
    assert!(error.ends_with("; did you mean `bcast`?"), "{error}");
    library.set_algorithm("alltoall", "scattered:throttle=4").unwrap();
}

#[test]
fn selection() {
    let error = with("use = \"linear\"", "use = \"lineal\"").unwrap_err();
    assert!(matches!(error, LibraryError::Selection(_)));
}

#[test]
fn hints_of_files_are_romios() {
    let load = |library: &str, text: &str| {
        let locate = |key: &str| (!key.is_empty()).then(|| format!("p.toml:{key}"));
        Library::load(Some(library), &text.parse().unwrap(), &locate)
    };
    let library = load("mpich-5.0", "[hints]\nromio_cb_write = \"disable\"\ncb_nodes = \"4\"").unwrap();
    let value = |library: &Library, name: &str| {
        library.file_hints.0[ops::FILE_HINTS.iter().position(|hint| hint.name == name).unwrap()]
    };
    assert_eq!((value(&library, "romio_cb_write"), value(&library, "cb_nodes")), (ops::DISABLE, 4));
    assert_eq!(value(&library, "romio_cb_read"), ops::AUTOMATIC);
    let error = |library: &str, text: &str| load(library, text).unwrap_err().to_string();
    let unknown = error("mpich-5.0", "[hints]\nromio_cb_wirte = \"disable\"");
    assert!(
        unknown.starts_with("p.toml:hints.romio_cb_wirte: in hints: unknown key `romio_cb_wirte`; expected one of "),
        "{unknown}"
    );
    assert!(unknown.ends_with("; did you mean `romio_cb_write`?"), "{unknown}");
    assert!(error("mpich-5.0", "[hints]\nstriping_factor = \"4\"").contains("unknown key `striping_factor`"));
    assert_eq!(
        error("mpich-5.0", "[hints]\ncb_nodes = \"0\""),
        "p.toml:hints.cb_nodes: `cb_nodes` is `0`; expected a whole number from 1, as a text"
    );
    let expected = "expected `enable`, `disable` or `automatic`";
    assert!(error("mpich-5.0", "[hints]\nromio_ds_read = \"on\"").ends_with(expected));
    assert!(
        error("mpich-5.0", "[hints]\nromio_pvfs2_listio_read = \"automatic\"").ends_with("`enable` or `disable`")
    );
    assert_eq!(
        error("openmpi-5.0", "[hints]\nromio_cb_write = \"disable\""),
        "p.toml:hints.romio_cb_write: the hint `romio_cb_write` has no effect, as it is ROMIO's and the `io` of this library is not \
         `romio`; expected a library with `io = \"romio\"`"
    );
    let library =
        with("name = \"ideal\"", "name = \"ideal\"\nio = \"romio\"\nhints = { cb_buffer_size = \"1024\" }").unwrap();
    assert_eq!(value(&library, "cb_buffer_size"), 1024);
}
