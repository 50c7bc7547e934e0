//! The mapping `file:PATH`, a file with one line per rank: `HOST` or `HOST:CORE`.

use super::error::MappingError;
use super::hostfile::Lines;
use super::kind::{MappingKind, RankPlacement, Request};
use std::collections::BTreeMap;
use std::path::Path as FilePath;

/// The entry of the registry.
pub(super) const KIND: MappingKind = MappingKind {
    name: "file",
    argument: "PATH",
    doc: "Reads a file with one line per rank: HOST or HOST:CORE (default: the host's next core).",
    place,
};

fn place(request: &Request<'_>) -> Result<RankPlacement, MappingError> {
    let path = request.argument.filter(|path| !path.is_empty());
    let path = path.ok_or_else(|| request.bad_argument("a path, as in file:ranks.txt"))?;
    if request.allocated {
        return Err(MappingError::TwoFiles { spec: request.spec.to_owned() });
    }
    let lines = Lines::read(FilePath::new(path))?;
    if lines.lines.len() != request.ranks as usize {
        let (file, lines) = (lines.file, lines.lines.len());
        return Err(MappingError::LineCount { file, lines, ranks: request.ranks });
    }
    let mut ranks_on = BTreeMap::new();
    let mut table = Vec::with_capacity(lines.lines.len());
    for (line, text) in &lines.lines {
        let (name, core) = match text.split_once(':') {
            None => (text.as_str(), None),
            Some((name, core)) => {
                let core = core.trim().parse::<u32>();
                (name.trim(), Some(core.map_err(|_| lines.bad_line(*line, text, "`HOST` or `HOST:CORE`"))?))
            }
        };
        let host = lines.host(*line, name, request.platform)?;
        let count: &mut u32 = ranks_on.entry(host).or_default();
        *count += 1;
        if *count > request.per_host && !request.oversubscribe {
            let (file, name) = (lines.file.clone(), request.platform.host_name(host));
            return Err(MappingError::HostFull { file, line: *line, name, count: *count, most: request.per_host });
        }
        let core = match core {
            None => request.core(*count - 1),
            Some(core) => {
                u16::try_from(core).ok().filter(|core| *core < request.platform.host.cores).ok_or_else(|| {
                    MappingError::UnknownCore {
                        file: lines.file.clone(),
                        line: *line,
                        core,
                        last: u32::from(request.platform.host.cores) - 1,
                    }
                })?
            }
        };
        table.push((host, core));
    }
    Ok(RankPlacement::Table(table))
}
