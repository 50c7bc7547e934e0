//! What-if changes of I/O: how the program accesses files, and how file servers are configured.

use super::{Change, set, unless};
use engine::{Assembly, ScenarioText};
use results::Manifest;

/// All of them. Each prices causes of waiting for files; `explain` simulates all that price the first cause.
pub(super) const CHANGES: &[Change] = &[
    Change {
        name: "stripe-count",
        words: "with files striped over all servers (`storage.layout.count = all`)",
        prices: &["hot server", "file contention", "file"],
        make: |scenario, run| {
            let files = parallel(scenario, run)?;
            expect(&files, "layout.kind", "lustre", "its files have all servers by their layout")?;
            let all =
                |count: u32| count >= files.platform.storage.as_ref().map_or(1, |storage| storage.servers.count());
            let count = files.storage_key("layout.count").unwrap_or_default();
            unless(count == "all" || count.parse().is_ok_and(all), "its files are striped over all servers")?;
            set(scenario, [("storage.layout.count", "all")])
        },
    },
    Change {
        name: "stripe-start",
        words: "with files that start on one server after the other (`storage.layout.start = next`)",
        prices: &["hot server"],
        make: |scenario, run| {
            let files = parallel(scenario, run)?;
            expect(&files, "layout.kind", "pvfs", "its layout has files start on one server after the other")?;
            unless(files.storage_key("layout.start").as_deref() == Some("next"), "its files start so")?;
            set(scenario, [("storage.layout.start", "next")])
        },
    },
    Change {
        name: "more-servers",
        words: "with twice as many file servers",
        prices: &["file contention", "file"],
        make: |scenario, run| {
            let files = assembled(scenario, run)?;
            let servers = files.platform.storage.as_ref().map_or(Some(1), |storage| storage.servers.attached());
            let servers = servers.ok_or("its file servers are hosts of the network")?;
            set(scenario, [("storage.servers", servers.saturating_mul(2).to_string())])
        },
    },
    Change {
        name: "fast-devices",
        words: "with file servers whose devices have twice the bandwidth",
        prices: &["file", "file contention"],
        make: |scenario, run| {
            let files = assembled(scenario, run)?;
            let keys = ["bandwidth", "write_bandwidth", "device.rate", "device.write_rate"];
            let doubled = |key: &&str| Some((format!("storage.{key}"), twice(&files.storage_key(key)?)?));
            let doubled: Vec<(String, String)> = keys.iter().filter_map(doubled).collect();
            unless(doubled.is_empty(), "its devices have no bandwidth of their own")?;
            set(scenario, doubled)
        },
    },
    Change {
        name: "metadata-threads",
        words: "with eight times as many threads at the metadata server (`storage.metadata.threads`)",
        prices: &["metadata"],
        make: |scenario, run| {
            let threads = number(&parallel(scenario, run)?, "metadata.threads");
            set(scenario, [("storage.metadata.threads", threads.saturating_mul(8).to_string())])
        },
    },
    Change {
        name: "no-metadata",
        words: "without the time of the metadata server, as if files were opened and closed once",
        prices: &["metadata"],
        make: |scenario, run| {
            let files = assembled(scenario, run)?;
            let keys = ["metadata", "metadata.open", "metadata.other"];
            let keys = keys.iter().filter(|key| files.storage_key(key).is_some());
            set(scenario, keys.map(|key| (format!("storage.{key}"), "0 s")))
        },
    },
    Change {
        name: "server-threads",
        words: "with eight times as many threads at each file server (`storage.server.threads`)",
        prices: &["small requests"],
        make: |scenario, run| {
            let threads = number(&parallel(scenario, run)?, "server.threads");
            set(scenario, [("storage.server.threads", threads.saturating_mul(8).to_string())])
        },
    },
    Change {
        name: "list-io",
        words: "with list I/O as one request (the hints `romio_pvfs2_listio_read` and `romio_pvfs2_listio_write`)",
        prices: &["small requests", "seeks", "file contention"],
        make: |scenario, run| {
            let driver = assembled(scenario, run)?.file_driver();
            unless(driver != Some("pvfs2"), "ROMIO's driver for PVFS makes none of its accesses")?;
            hints(scenario, &["romio_pvfs2_listio_read", "romio_pvfs2_listio_write"], "enable")
        },
    },
    Change {
        name: "collective-buffering",
        words: "with accesses of all ranks aggregated (the hints `romio_cb_read` and `romio_cb_write`)",
        prices: &["small requests", "lock ping-pong", "seeks", "read-modify-write", "file contention"],
        make: |scenario, run| {
            romio(scenario, run)?;
            hints(scenario, &["romio_cb_read", "romio_cb_write"], "enable")
        },
    },
    Change {
        name: "no-collective-buffering",
        words: "with no accesses aggregated (the hints `romio_cb_read` and `romio_cb_write`)",
        prices: &["small requests", "read-modify-write", "file"],
        make: |scenario, run| {
            romio(scenario, run)?;
            hints(scenario, &["romio_cb_read", "romio_cb_write"], "disable")
        },
    },
    Change {
        name: "no-sieving",
        words: "without data sieving (the hints `romio_ds_read` and `romio_ds_write`)",
        prices: &["read-modify-write"],
        make: |scenario, run| {
            let driver = assembled(scenario, run)?.file_driver();
            unless(driver != Some("lustre"), "ROMIO's driver for Lustre makes none of its accesses")?;
            hints(scenario, &["romio_ds_read", "romio_ds_write"], "disable")
        },
    },
    Change {
        name: "no-locks",
        words: "without extent locks (`storage.locks.unit = off`), as with Lustre's group locks",
        prices: &["lock ping-pong"],
        make: |scenario, run| {
            let unit = parallel(scenario, run)?.storage_key("locks.unit");
            unless(unit.as_deref() == Some("off"), "its file system has no extent locks")?;
            set(scenario, [("storage.locks.unit", "off")])
        },
    },
    Change {
        name: "server-cache",
        words: "with servers that order and merge accesses (`storage.server.cache = aggregation-reorder`)",
        prices: &["seeks"],
        make: |scenario, run| {
            let cache = parallel(scenario, run)?.storage_key("server.cache");
            unless(cache.as_deref() == Some("aggregation-reorder"), "its servers do that")?;
            set(scenario, [("storage.server.cache", "aggregation-reorder")])
        },
    },
    Change {
        name: "no-seeks",
        words: "on devices that have no arm to position",
        prices: &["seeks"],
        make: |scenario, run| {
            expect(&parallel(scenario, run)?, "device.kind", "disk", "its devices have no arm")?;
            // A turn takes a few nanoseconds.
            let values = [("seek", "0 s"), ("track", "0 s"), ("rpm", "4000000000")];
            set(scenario, values.map(|(key, value)| (format!("storage.device.{key}"), value)))
        },
    },
];

/// The parts of a scenario.
fn assembled(scenario: &ScenarioText, run: &Manifest) -> Result<Assembly, String> {
    let scenario = scenario.clone().resolve().map_err(|error| error.to_string())?;
    Assembly::of(&scenario, run.ranks).map_err(|error| error.to_string())
}

/// The parts of a scenario whose files are on servers with caches and devices.
fn parallel(scenario: &ScenarioText, run: &Manifest) -> Result<Assembly, String> {
    let files = assembled(scenario, run)?;
    unless(files.storage_key("device.kind").is_none(), "its storage model, shared, has no such parameter")?;
    Ok(files)
}

fn expect(files: &Assembly, key: &str, value: &str, otherwise: &str) -> Result<(), String> {
    unless(files.storage_key(key).as_deref() != Some(value), otherwise)
}

fn romio(scenario: &ScenarioText, run: &Manifest) -> Result<(), String> {
    unless(assembled(scenario, run)?.file_driver().is_none(), "its accesses to files are not ROMIO's")
}

fn hints(scenario: &mut ScenarioText, names: &[&str], value: &str) -> Result<(), String> {
    set(scenario, names.iter().map(|name| (format!("mpi.hints.{name}"), value)))
}

fn number(files: &Assembly, key: &str) -> u32 {
    files.storage_key(key).and_then(|value| value.parse().ok()).unwrap_or(1)
}

/// A bandwidth twice as high; none of a word.
fn twice(bandwidth: &str) -> Option<String> {
    let bandwidth = bandwidth.trim();
    let unit = bandwidth.find(|letter: char| letter.is_alphabetic())?;
    let number: f64 = bandwidth[..unit].trim().parse().ok()?;
    Some(format!("{} {}", 2.0 * number, &bandwidth[unit..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bandwidths_are_doubled_in_their_unit() {
        assert_eq!(twice("1 GB/s").as_deref(), Some("2 GB/s"));
        assert_eq!(twice("0.75MiB/s").as_deref(), Some("1.5 MiB/s"));
        assert_eq!(twice("same"), None);
    }
}
