//! The commands `windtunnel platform check|show|print|route|place|draw|import`, which work on platform files (descriptions
//! of machines).

use crate::error::CliError;
use crate::options::{PlatformAction, PlatformArguments, PlatformOptions, ToldPlatform};
use crate::output;
use crate::placement::Placement;
use crate::platform_json;
use engine::{AssemblyError, Endpoint, JobText};
use files::Existing;
use std::path::Path;

/// Runs the command.
pub(crate) fn command(options: &PlatformOptions) -> Result<u8, CliError> {
    match &options.action {
        PlatformAction::Check(ToldPlatform { platform, json: true }) => {
            tell_json(&platform_json::checked(&load(platform)?))?;
        }
        PlatformAction::Check(ToldPlatform { platform, json: false }) => {
            let platform = load(platform)?;
            let (name, file, hosts, cores) = (platform.name(), platform.file(), platform.hosts(), platform.cores());
            let (hosts, cores, links) = (
                views::text::count(hosts.into()),
                views::text::count(cores),
                views::text::count(platform.link_count().into()),
            );
            output::tell(&format!(
                "{file}: {name}: {hosts} hosts, {cores} cores, {links} links; grade {}; no errors\n",
                platform.grade().letter()
            ))?;
        }
        PlatformAction::Show(ToldPlatform { platform, json }) => match (load(platform)?, json) {
            (platform, true) => tell_json(&platform_json::shown(&platform)),
            (platform, false) => output::tell(&platform.show()),
        }?,
        PlatformAction::Print { platform } => {
            let libraries = (engine::listing::find("mpi-libraries").expect("a list").entries)();
            let library = libraries.iter().find(|library| library.name == *platform).and_then(|library| library.file);
            match library {
                Some(text) => output::print(text),
                None => output::print(&engine::load_platform(platform, &std::collections::BTreeMap::new())?.1),
            }?;
        }
        PlatformAction::Route { told: ToldPlatform { platform, json }, from, to } => {
            let platform = load(platform)?;
            let (from, to) = ends(&platform, from, to)?;
            match json {
                true => tell_json(&platform_json::route(&platform, from, to)),
                false => output::tell(&platform.describe_route(from, to)),
            }?;
        }
        PlatformAction::Place { platform, ranks, mapping, allocation, ppn, oversubscribe, seed, json } => {
            let job = JobText {
                mapping: mapping.clone(),
                allocation: allocation.clone(),
                ppn: *ppn,
                oversubscribe: Some(*oversubscribe),
                ..JobText::default()
            };
            let platform = load(platform)?;
            let (mapping, _) = engine::map_ranks(&job, *seed, *ranks, &platform).map_err(AssemblyError::from)?;
            let placement = Placement::of(&platform, &mapping);
            output::print(&if *json { placement.json() } else { placement.text() })?;
        }
        PlatformAction::Import { file, output: to, force } => import(file, to.as_deref(), *force)?,
        PlatformAction::Draw { platform, output: file, hosts, force } => {
            files::expect_ending(file, &["svg"])?;
            files::refuse_inputs(file, [Path::new(&platform.platform)])?;
            let platform = load(platform)?;
            let layout = draw::layout(&platform, *hosts);
            files::write(file, draw::svg(&platform, &layout).as_bytes(), Existing::forced(*force))?;
            layout.notes.iter().for_each(|note| output::complain(note));
        }
    }
    Ok(0)
}

fn load(arguments: &PlatformArguments) -> Result<engine::Platform, CliError> {
    let set = arguments.set.iter().cloned().collect();
    Ok(engine::load_platform(&arguments.platform, &set)?.0)
}

fn import(file: &Path, to: Option<&Path>, force: bool) -> Result<(), CliError> {
    if let Some(to) = to {
        files::expect_ending(to, &["toml"])?;
        files::refuse_inputs(to, [file])?;
    }
    let name = file.display().to_string();
    let fail = |error: std::io::Error| CliError::Read { file: name.clone(), reason: error.to_string() };
    let text = files::read_text(file).map_err(fail)?;
    let imported = import::simgrid(&text, &name)?;
    match to {
        Some(to) => files::write(to, imported.text.as_bytes(), Existing::forced(force))?,
        None => output::print(&imported.text)?,
    }
    imported.notes.iter().for_each(|note| output::complain(&format!("{name}:{note}")));
    Ok(())
}

fn tell_json(value: &serde_json::Value) -> Result<(), CliError> {
    output::print(&format!("{value:#}\n"))
}

/// The ends of a route.
fn ends(platform: &engine::Platform, from: &str, to: &str) -> Result<(Endpoint, Endpoint), CliError> {
    let end = |text: &str| {
        let (name, core) = match text.rsplit_once(':') {
            Some((name, core)) if platform.find_host(text).is_none() => (name, core),
            _ => (text, "0"),
        };
        let Some(host) = platform.find_host(name) else { return Err(no_host(platform, name)) };
        let found = core.parse().ok().filter(|core| *core < platform.host.cores);
        let no_core = || CliError::Core {
            platform: platform.name().to_owned(),
            host: name.to_owned(),
            core: core.to_owned(),
            cores: platform.host.cores,
        };
        Ok(platform.endpoint(host, found.ok_or_else(no_core)?))
    };
    Ok((end(from)?, end(to)?))
}

fn no_host(platform: &engine::Platform, name: &str) -> CliError {
    let hosts = platform.hosts();
    let name_of = |host: u32| platform.host_name(engine::HostId(host));
    let (first, last) = (name_of(0), name_of(hosts.saturating_sub(1)));
    CliError::Host { platform: platform.name().to_owned(), name: name.to_owned(), hosts, first, last }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn route_on_two_hosts(from: &str, to: &str) -> Result<String, CliError> {
        let arguments = PlatformArguments { platform: "two-hosts".to_owned(), set: Vec::new() };
        let platform = load(&arguments)?;
        let (from, to) = ends(&platform, from, to)?;
        Ok(platform.describe_route(from, to))
    }

    #[test]
    fn a_route_is_shown_link_by_link() {
        let text = route_on_two_hosts("host0", "host1:0").unwrap();
        assert!(text.starts_with("host0 core 0 (NIC 0) to host1 core 0 (NIC 0)\n"), "{text}");
        assert!(text.contains("2 links"), "{text}");
    }

    #[test]
    fn ends_that_are_not_there_are_named() {
        let message = |from: &str| route_on_two_hosts(from, "host1").unwrap_err().to_string();
        assert!(message("hots0").ends_with("unknown host `hots0`; its 2 hosts are host0 to host1"));
        assert!(message("host0:99").contains("unknown core `99` of `host0`; a host has "));
    }
}
