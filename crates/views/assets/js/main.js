// Puts the page together: sections are drawn when they come near, the rest when there is time.

const SECTIONS = [
  { id: "compare", title: "Comparison", how: "The runs beside each other, and where the differences come from.", fill: compareSection, when: () => DATA.runs.length > 1 },
  { id: "timeline", title: "Timeline", how: "What every rank did when: an overview of all, and single calls and messages of some.", fill: timelineSection },
  { id: "path", title: "Critical path", how: "The chain of work and messages that the end of the run waited for: shortening anything else gains nothing.", fill: pathSection },
  { id: "reasons", title: "Lost time", how: "What caused waits, and where they were, largest first, with what to try.", fill: reasonsSection },
  { id: "functions", title: "Functions", how: "Where the ranks' time went, by function, by place in the program, by rank.", fill: functionsSection },
  { id: "messages", title: "Messages", how: "Who sends how much to whom, and in what sizes.", fill: messagesSection },
  { id: "links", title: "Links", how: "How much of their bandwidth the links of the machine were used.", fill: linksSection },
  { id: "network", title: "Network", how: "The same at its place in the machine: hot spots stand out.", fill: networkSection },
  { id: "mapping", title: "Mapping", how: "Which ranks sit where, and how they fare there.", fill: mappingSection },
  { id: "about", title: "About", how: "What was simulated, value by value.", fill: aboutSection },
].filter((section) => section.when?.() ?? true);

const page = { run: DATA.runs[0], waiting: [], observer: null };

function failed(place, error) {
  place.append(missing(`This part can't be shown: ${error.message}. The report's data may be damaged.`));
  console.error(error);
}

function fillSection(element) {
  const at = page.waiting.findIndex((entry) => entry.element === element);
  if (at < 0) return;
  const [{ section }] = page.waiting.splice(at, 1);
  page.observer.unobserve(element);
  element.removeAttribute("aria-busy");
  try {
    section.fill(element, page.run);
  } catch (error) {
    failed(element, error);
  }
}

function build() {
  themeListeners.clear();
  overview(document.getElementById("head"), page.run);
  page.observer?.disconnect();
  page.observer = new IntersectionObserver((entries) => entries.filter((entry) => entry.isIntersecting).forEach((entry) => fillSection(entry.target)), { rootMargin: "500px" });
  page.waiting = SECTIONS.map((section) => {
    const element = h("section", { id: section.id, "aria-labelledby": `title-${section.id}`, "aria-busy": "true" },
      h("h2", { id: `title-${section.id}` }, section.title), h("p", { class: "how" }, section.how));
    return { section, element };
  });
  const main = document.getElementById("content");
  main.replaceChildren(...page.waiting.map((entry) => entry.element));
  page.waiting.forEach((entry) => page.observer.observe(entry.element));
  idle();
}

/** Fills what nobody has come near to, so that the page prints and is searched whole. */
function idle() {
  const later = window.requestIdleCallback ?? ((call) => setTimeout(call, 60));
  later(() => {
    if (!page.waiting.length) return;
    if (document.readyState !== "loading") fillSection(page.waiting[0].element);
    idle();
  }, { timeout: 1500 });
}

function navigation() {
  const links = SECTIONS.map((section) => h("a", { href: `#${section.id}` }, section.title));
  const runs = DATA.runs.length > 1
    ? choice("Run", DATA.runs.map((run, at) => [at, run.name]), 0, (at) => {
      page.run = DATA.runs[at];
      const seen = SECTIONS.find(({ id }) => document.getElementById(id).getBoundingClientRect().bottom > 80)?.id;
      build();
      if (scrollY > 400 && seen) document.getElementById(seen).scrollIntoView();
      say(`run ${page.run.name}`);
    }) : "";
  document.getElementById("nav").append(h("div", { class: "inner" }, h("ul", {}, links.map((link) => h("li", {}, link))), runs));
  let wanted = 0;
  const mark = () => {
    wanted = 0;
    const tops = SECTIONS.map(({ id }) => document.getElementById(id).getBoundingClientRect().top);
    const at = Math.max(0, tops.filter((top) => top < innerHeight * 0.35).length - 1);
    links.forEach((link, number) => (number === at && scrollY > 150 ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current")));
  };
  addEventListener("scroll", () => { wanted ||= requestAnimationFrame(mark); }, { passive: true });
}

addEventListener("beforeprint", () => { while (page.waiting.length) fillSection(page.waiting[0].element); });
document.getElementById("foot").textContent = `${DATA.generator}. Simulated times are predictions; this file needs nothing else and makes no connection.`;
navigation();
build();
