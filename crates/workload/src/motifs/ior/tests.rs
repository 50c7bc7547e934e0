use super::*;

fn shape(settings: &[&str]) -> Result<Shape, MotifError> {
    let settings: Vec<String> = settings.iter().map(|text| (*text).to_owned()).collect();
    Ior::new(3, &Values::parse(&MOTIF, &settings)?).map(|ior| ior.shape)
}

fn offsets(shape: &Shape, rank: u32, write: bool) -> Vec<i64> {
    (0..shape.transfers()).filter_map(|number| shape.access(rank, write, number).file.single()).collect()
}

#[test]
fn blocks_are_in_segments_and_transfers_in_blocks() {
    let shape = shape(&["block=8 B", "transfer=4 B", "segments=2", "reorder=yes"]).unwrap();
    assert_eq!(offsets(&shape, 1, true), [8, 12, 32, 36]);
    assert_eq!(offsets(&shape, 1, false), [16, 20, 40, 44], "what the next rank has written");
    assert_eq!(offsets(&shape, 2, false), [0, 4, 24, 28]);
}

#[test]
fn calls_are_those_of_the_program() {
    let shape = shape(&["block=4 B", "transfer=4 B", "repetitions=2"]).unwrap();
    let calls: Vec<Call> = (0..shape.calls()).map(|number| shape.call(number)).collect();
    let phase = |write| {
        [
            Call::Barrier,
            Call::Open { write },
            Call::Barrier,
            Call::Access { write, number: 0 },
            Call::Close,
            Call::Barrier,
        ]
    };
    assert_eq!(calls, [phase(true), phase(false), phase(true), phase(false)].concat());
    let written = shape_of_one_phase();
    assert!((0..written.calls()).all(|number| !matches!(written.call(number), Call::Access { write: false, .. })));
}

#[test]
fn files_of_single_ranks_hold_their_blocks() {
    let shape = shape(&["block=8 B", "transfer=4 B", "segments=2", "file_per_process=yes", "reorder=yes"]).unwrap();
    assert_eq!(offsets(&shape, 1, true), [0, 4, 8, 12]);
    assert_eq!((offsets(&shape, 2, false), shape.owner(2, false)), (vec![0, 4, 8, 12], 0));
}

#[test]
fn random_transfers_are_all_there_once() {
    let settings = ["block=20 B", "transfer=4 B", "segments=7", "random=yes"];
    let all = shape(&settings).unwrap();
    let mut found: Vec<i64> = (0..3).flat_map(|rank| offsets(&all, rank, true)).collect();
    assert!(!found.is_sorted());
    assert_eq!(offsets(&all, 1, true), offsets(&all, 1, false), "what was written is read");
    found.sort_unstable();
    assert_eq!(found, (0..105).map(|place| 4 * place).collect::<Vec<_>>());
    let own = shape(&[&settings[..], &["file_per_process=yes"]].concat()).unwrap();
    let mut found = offsets(&own, 2, true);
    found.sort_unstable();
    assert_eq!(found, (0..35).map(|place| 4 * place).collect::<Vec<_>>());
    for count in 1..200 {
        let mut places: Vec<u64> = (0..count).map(|place| permuted(place, count)).collect();
        places.sort_unstable();
        assert!(places.into_iter().eq(0..count), "{count}");
    }
}

fn shape_of_one_phase() -> Shape {
    shape(&["read=no"]).unwrap()
}

#[test]
fn a_block_is_whole_transfers() {
    let error = |settings: &[&str]| shape(settings).unwrap_err().to_string();
    let text = "a block of 1 MiB is not a whole number of transfers of 3 B; expected `transfer` to divide `block`";
    assert_eq!(error(&["transfer=3 B"]), text);
    assert!(error(&["transfer=0 B"]).contains("transfers of 0 B"));
}
