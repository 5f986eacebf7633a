// What if: levels, caps and alternatives change the total. Copy buttons for searches.
"use strict";
(() => {
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const two = (millis) => (millis / 1000).toFixed(2);

  for (const button of all("button[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const text = button.parentElement.querySelector("pre").textContent;
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(button.parentElement.querySelector("pre"));
        button.textContent = "Selected";
      }
    });
  }
  const fold = document.getElementById("fold");
  if (fold) {
    fold.hidden = false;
    fold.addEventListener("click", () => {
      const open = fold.getAttribute("aria-pressed") !== "true";
      fold.setAttribute("aria-pressed", String(open));
      for (const details of all("details.criterion, .evidence details")) details.open = open;
    });
  }
  // A link to a criterion opens it.
  const reveal = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (target && target.matches("details")) target.open = true;
  };
  addEventListener("hashchange", reveal);
  reveal();

  const source = document.getElementById("card-data");
  if (!source) return;
  const data = JSON.parse(source.textContent);
  let state = Score.start(data.criteria);
  const before = Score.totalOf(state);
  if (before !== data.tenths) {
    const note = document.getElementById("what-note");
    note.textContent = "The arithmetic of this card does not hold, so nothing can be tried on it.";
    return;
  }
  const form = document.getElementById("what-form");
  const dock = document.getElementById("dock");
  form.hidden = false;
  document.getElementById("what-note").hidden = true;

  const find = (element) => {
    const criterion = state.find((c) => c.id === element.closest("[data-criterion]").dataset.criterion);
    const holder = element.closest("[data-mechanism]");
    const mechanism = holder && criterion.mechanisms.find((m) => m.kind === holder.dataset.mechanism);
    return { criterion, mechanism };
  };
  const say = (criterion, text) => {
    document.querySelector(`.what[data-criterion="${criterion.id}"] .why`).textContent = text;
  };
  const show = () => {
    const now = Score.totalOf(state);
    for (const set of all(".what", form)) {
      const { criterion } = find(set);
      for (const select of all("select", set)) {
        const { mechanism } = find(select);
        select.value = String(mechanism.levels[Number(select.dataset.at)]);
      }
      for (const box of all("input[data-cap]", set)) {
        const { mechanism } = find(box);
        const worst = box.dataset.cap === "C5-WORSTCASE";
        const holds = worst ? Score.capsOf(criterion, mechanism).includes(box.dataset.cap)
          : mechanism.caps.includes(box.dataset.cap) && !mechanism.lifted.includes(box.dataset.cap);
        box.checked = holds && !(box.dataset.cap === "G1" && mechanism.kind === "alt" && mechanism.shipped);
      }
      const output = set.querySelector("output");
      const score = Score.criterionScore(criterion);
      output.textContent = two(score);
      output.classList.toggle("changed", score !== Score.criterionScore(Score.start([data.criteria.find((c) => c.id === criterion.id)])[0]));
    }
    for (const box of all("input[data-fix]")) {
      const [id, at, to] = box.dataset.fix.split(" ");
      const mechanism = state.find((c) => c.id === id).mechanisms.find((m) => m.shipped);
      box.checked = Boolean(mechanism) && mechanism.levels[Number(at)] >= Number(to);
    }
    const changed = JSON.stringify(state) !== JSON.stringify(Score.start(data.criteria));
    dock.hidden = !changed;
    document.getElementById("what-total").textContent = (now / 10).toFixed(1);
    document.getElementById("what-band").textContent = Score.band(now);
    const step = now - before;
    document.getElementById("what-step").textContent = step === 0 ? "no change" : `${step > 0 ? "+" : "−"}${(Math.abs(step) / 10).toFixed(1)}`;
  };
  form.addEventListener("change", (event) => {
    const control = event.target;
    const { criterion, mechanism } = find(control);
    let why = "";
    if (control.matches("select")) why = Score.setLevel(criterion, mechanism, Number(control.dataset.at), Number(control.value));
    else if (control.dataset.cap) why = Score.setCap(criterion, mechanism, control.dataset.cap, control.checked);
    else if (control.matches("[data-ship]")) why = Score.shipAlternative(criterion, control.checked);
    say(criterion, why);
    show();
  });
  for (const box of all("input[data-fix]")) {
    box.disabled = false;
    box.addEventListener("change", () => {
      const [id, at, to, from] = box.dataset.fix.split(" ");
      const criterion = state.find((c) => c.id === id);
      const mechanism = criterion.mechanisms.find((m) => m.shipped);
      const why = mechanism ? Score.setLevel(criterion, mechanism, Number(at), Number(box.checked ? to : from)) : "";
      say(criterion, why);
      document.getElementById("fix-why").textContent = why;
      show();
    });
  }
  document.getElementById("what-reset").addEventListener("click", () => {
    state = Score.start(data.criteria);
    for (const why of all(".what .why")) why.textContent = "";
    for (const box of all("input[data-ship]")) box.checked = false;
    document.getElementById("fix-why").textContent = "";
    show();
    document.getElementById("what-if").querySelector("h2").focus();
  });
  show();
})();
