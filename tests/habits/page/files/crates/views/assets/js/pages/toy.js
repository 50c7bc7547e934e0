// A sentence.

definePage({
  id: "toy",
  title: "Toy",
  how: "A sentence.",
  tables: ["messages"],
  data: (run) => run.messages,
  draw: (place) => place.append(h("p", {}, "There are messages.")),
});
