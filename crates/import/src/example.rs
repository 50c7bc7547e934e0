use crate::simgrid;
use platform::Platform;

const CLUSTER: &str = "<platform version='4.1'>
    <cluster id='c' prefix='n' suffix='' radical='0-3' speed='1Gf' bw='125MBps' lat='50us' loopback_bw='1GBps' loopback_lat='1us'/>
</platform>";

#[test]
fn a_cluster_becomes_a_platform_file_and_notes() {
    let imported = simgrid(CLUSTER, "cluster.xml").unwrap();
    let platform = Platform::from_str(&imported.text, "cluster.toml").unwrap();
    assert_eq!(platform.hosts(), 4);
    // Losses are listed by line and column.
    assert!(imported.notes.iter().all(|note| note.to_string().starts_with("2:")), "{:?}", imported.notes);
}
