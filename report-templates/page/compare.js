// Lays two projects beside each other. All text goes in as text.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byName = [...data.projects].sort((a, b) => a.name.localeCompare(b.name, "en"));
  const [first, second] = ["a", "b"].map((id) => document.getElementById(id));
  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const bar = (millis) => {
    const space = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(space, "svg");
    svg.setAttribute("viewBox", "0 0 200 8");
    svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("aria-hidden", "true");
    for (const [kind, width] of [["track", 200], ["fill", Math.round(millis / 5)]]) {
      const rect = document.createElementNS(space, "rect");
      rect.setAttribute("class", kind);
      rect.setAttribute("width", width);
      rect.setAttribute("height", 8);
      svg.append(rect);
    }
    return svg;
  };
  const two = (millis) => (millis / 1000).toFixed(2);
  // Levels as digits, then cap and alternative.
  const rating = (text) => {
    const [levels, ...rest] = text.split(" ");
    const shown = levels === "SA" ? "SA" : ["S", "C", "D", "B"].map((letter, at) => `${letter}${levels[at] === "S" ? " SA" : levels[at]}`).join(" ");
    return [shown, ...rest].join(" · ");
  };
  for (const select of [first, second]) {
    for (const project of byName) select.append(make("option", { value: project.slug }, `${project.name} (${project.total.toFixed(1)})`));
  }
  const show = () => {
    const [a, b] = [first, second].map((select) => data.projects.find((p) => p.slug === select.value));
    const holder = document.getElementById("table");
    holder.replaceChildren();
    if (!a || !b) return;
    const apart = a.low > b.high || b.low > a.high;
    const [more, less] = a.total >= b.total ? [a, b] : [b, a];
    document.getElementById("verdict").textContent = a === b ? "Twice the same project." : apart
      ? `${more.name} has the higher total, and the ranges do not overlap.`
      : "The ranges overlap: these totals cannot be told apart.";
    const head = make("tr", {}, make("th", { scope: "col" }, "Criterion"));
    for (const p of [a, b]) head.append(make("th", { scope: "col" }, make("a", { href: p.href }, p.name), make("small", {}, `${p.commit} · ${p.date}`)));
    head.append(make("th", { scope: "col", class: "num" }, "Difference"));
    const rows = make("tbody");
    const difference = (x, y) => {
      const step = y - x;
      return make("td", { class: `num ${step > 0 ? "up" : step < 0 ? "down" : ""}` }, step === 0 ? "0.00" : `${step > 0 ? "+" : "−"}${two(Math.abs(step))}`);
    };
    rows.append(make("tr", {}, make("th", { scope: "row" }, "Total"),
      ...[a, b].map((p) => make("td", {}, make("b", {}, p.total.toFixed(1)), make("small", {}, `${p.band}${p.low < p.high ? `, ${p.low.toFixed(1)}–${p.high.toFixed(1)}` : ""}`))),
      make("td", { class: "num" }, `${b.total >= a.total ? "+" : "−"}${Math.abs(b.total - a.total).toFixed(1)}`)));
    data.names.forEach(([id, name], at) => {
      rows.append(make("tr", {}, make("th", { scope: "row" }, `${id} ${name}`),
        ...[a, b].map((p) => make("td", {}, two(p.scores[at] ?? 0), bar(p.scores[at] ?? 0), make("small", {}, rating(p.ratings[at] ?? "SA")))),
        difference(a.scores[at] ?? 0, b.scores[at] ?? 0)));
    });
    holder.append(make("table", {}, make("thead", {}, head), rows));
  };
  const save = () => {
    const hash = `#${new URLSearchParams({ a: first.value, b: second.value })}`;
    if (hash !== location.hash) location.replace(hash);
  };
  const load = () => {
    const state = new URLSearchParams(location.hash.slice(1));
    first.value = state.get("a") || "";
    if (first.selectedIndex < 0) first.selectedIndex = 0;
    second.value = state.get("b") || "";
    if (second.selectedIndex < 0) second.selectedIndex = Math.min(first.selectedIndex === 0 ? 1 : 0, byName.length - 1);
    show();
  };
  for (const select of [first, second]) select.addEventListener("change", () => { show(); save(); });
  document.getElementById("swap").addEventListener("click", () => {
    [first.value, second.value] = [second.value, first.value];
    show();
    save();
  });
  document.getElementById("pick").hidden = false;
  addEventListener("hashchange", load);
  load();
})();
