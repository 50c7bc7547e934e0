use crate::efficiency::Efficiency;
use crate::testing::manifest;

/// Ranks that compute 400 of 1,000 ps on average and 500 at most: a fifth is lost by imbalance, half by communication.
#[test]
fn a_view_reads_the_manifest() {
    let mut run = manifest();
    run.outcome.simulated_time_ps = 1000;
    (run.time.compute.mean_ps, run.time.compute.max_ps) = (400, 500);
    let efficiency = Efficiency::of(&run, None).unwrap();
    assert_eq!((efficiency.parallel, efficiency.load_balance, efficiency.communication), (0.4, 0.8, 0.5));
}
