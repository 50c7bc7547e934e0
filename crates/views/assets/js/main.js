// Puts the report together: pages are drawn when they come near, the rest when there is time.

const report = { run: DATA.runs[0], shown: [], waiting: [], observer: null };

function failed(place, error) {
  place.append(missing(`This page can't be drawn: ${error.message}. The report's data may be damaged.`));
  console.error(error);
}

function fillSection(element) {
  const at = report.waiting.findIndex((entry) => entry.element === element);
  if (at < 0) return;
  const [{ page }] = report.waiting.splice(at, 1);
  report.observer.unobserve(element);
  element.removeAttribute("aria-busy");
  try {
    page.draw(element, report.run);
  } catch (error) {
    failed(element, error);
  }
}

function build() {
  themeListeners.clear();
  overview(document.getElementById("head"), report.run);
  report.observer?.disconnect();
  report.observer = new IntersectionObserver((entries) => entries.filter((entry) => entry.isIntersecting).forEach((entry) => fillSection(entry.target)), { rootMargin: "500px" });
  report.shown = PAGES.filter((page) => absence(page, report.run) === null);
  report.waiting = report.shown.map((page) => {
    const element = h("section", { id: page.id, "aria-labelledby": `title-${page.id}`, "aria-busy": "true" },
      h("h2", { id: `title-${page.id}` }, page.title), h("p", { class: "how" }, page.how));
    return { page, element };
  });
  document.querySelector("nav ul").replaceChildren(...report.shown.map((page) => h("li", {}, h("a", { href: `#${page.id}` }, page.title))));
  const main = document.getElementById("content");
  main.replaceChildren(...report.waiting.map((entry) => entry.element));
  report.waiting.forEach((entry) => report.observer.observe(entry.element));
  idle();
}

/** Fills what nobody has come near to, so that the page prints and is searched whole. */
function idle() {
  const later = window.requestIdleCallback ?? ((call) => setTimeout(call, 60));
  later(() => {
    if (!report.waiting.length) return;
    if (document.readyState !== "loading") fillSection(report.waiting[0].element);
    idle();
  }, { timeout: 1500 });
}

function navigation() {
  const runs = DATA.runs.length > 1
    ? choice("Run", DATA.runs.map((run, at) => [at, run.name]), 0, (at) => {
      report.run = DATA.runs[at];
      const seen = report.shown.find(({ id }) => document.getElementById(id).getBoundingClientRect().bottom > 80)?.id;
      build();
      if (scrollY > 400 && seen) document.getElementById(seen)?.scrollIntoView();
      say(`run ${report.run.name}`);
    }) : "";
  document.getElementById("nav").append(h("div", { class: "inner" }, h("ul", {}), runs));
  let wanted = 0;
  const mark = () => {
    wanted = 0;
    const tops = report.shown.map(({ id }) => document.getElementById(id).getBoundingClientRect().top);
    const at = Math.max(0, tops.filter((top) => top < innerHeight * 0.35).length - 1);
    document.querySelectorAll("nav a").forEach((link, number) => (number === at && scrollY > 150 ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current")));
  };
  addEventListener("scroll", () => { wanted ||= requestAnimationFrame(mark); }, { passive: true });
}

addEventListener("beforeprint", () => { while (report.waiting.length) fillSection(report.waiting[0].element); });
document.getElementById("foot").textContent = `${DATA.generator}. Simulated times are predictions; this file needs nothing else and makes no connection.`;
navigation();
build();
