// The server that the page came from: it reads the run folders.

async function askServer(what, query) {
  const words = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "" && value !== null));
  const answer = await fetch(`${what}?${words}`);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

connection.server = {
  lanes: (run, ranks) => askServer("lanes", { run: DATA.runs.indexOf(run), ranks: ranks.join(",") }),
  select: (run, filter) => askServer("select", { run: DATA.runs.indexOf(run), ...filter }),
};
