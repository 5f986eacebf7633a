// Sorts, filters and searches the rows of the leaderboard; what is chosen stands behind the # of the address.
"use strict";
(() => {
  const body = document.querySelector("#board tbody");
  const form = document.getElementById("filters");
  const search = document.getElementById("q");
  const selects = [...form.querySelectorAll("select")];
  const rows = [...body.rows].map((row, at) => ({
    row, at,
    text: row.textContent.toLowerCase(),
    name: row.querySelector("a").textContent.toLowerCase(),
    total: parseFloat(row.cells[2].textContent) || -1,
    category: row.cells[4].textContent.toLowerCase(),
    age: row.cells[6].textContent === "—" ? Infinity : parseInt(row.cells[6].textContent, 10),
  }));
  const heads = [...document.querySelectorAll("#board th[data-sort]")];
  let sort = "place";
  let down = false;

  const keys = { place: (r) => r.at, name: (r) => r.name, total: (r) => r.total, category: (r) => r.category, age: (r) => r.age };
  const order = () => {
    const key = keys[sort];
    const sorted = [...rows].sort((a, b) => {
      const [x, y] = [key(a), key(b)];
      return (x < y ? -1 : x > y ? 1 : 0) * (down ? -1 : 1) || a.at - b.at;
    });
    body.append(...sorted.map((r) => r.row));
    for (const head of heads) {
      if (head.dataset.sort === sort) head.setAttribute("aria-sort", down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    }
  };
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = selects.filter((s) => s.value).map((s) => [s.dataset.filter, s.value]);
    let shown = 0;
    for (const { row, text } of rows) {
      const fits = words.every((word) => text.includes(word))
        && wanted.every(([name, value]) => row.dataset[name].split("|").includes(value));
      row.classList.toggle("hidden", !fits);
      shown += fits;
    }
    document.getElementById("shown").textContent = `${shown} of ${rows.length} shown`;
    document.getElementById("none").hidden = shown > 0;
  };
  const save = () => {
    const state = new URLSearchParams();
    if (search.value) state.set("q", search.value);
    for (const s of selects) if (s.value) state.set(s.dataset.filter, s.value);
    if (sort !== "place" || down) state.set("sort", (down ? "-" : "") + sort);
    const hash = `#${state}`;
    if (hash !== (location.hash || "#")) location.replace(hash);
  };
  const load = () => {
    const state = new URLSearchParams(location.hash.slice(1));
    search.value = state.get("q") || "";
    for (const s of selects) {
      s.value = state.get(s.dataset.filter) || "";
      if (s.selectedIndex < 0) s.value = "";
    }
    const wanted = state.get("sort") || "place";
    down = wanted.startsWith("-");
    sort = Object.hasOwn(keys, wanted.replace("-", "")) ? wanted.replace("-", "") : "place";
    order();
    filter();
  };
  for (const head of heads) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const same = sort === head.dataset.sort;
      // The highest total and the newest card are asked for first.
      down = same ? !down : head.dataset.sort === "total";
      sort = head.dataset.sort;
      order();
      save();
    });
  }
  form.hidden = false;
  form.addEventListener("input", () => { filter(); save(); });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(() => { filter(); save(); }));
  document.getElementById("clear").addEventListener("click", () => { form.reset(); search.focus(); });
  addEventListener("hashchange", load);
  load();
})();
