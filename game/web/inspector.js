"use strict";
// The inside of the tick that is shown: the shapes and the sentences of its iterations. Sentences, colours and sizes are those of
// game/explain; here are only the numbers of the trace, in the form in which the sentences need them.

class Inspector {
  // place: the section of the page that shows it; changed: called when another iteration is chosen
  constructor(place, level, solver, changed) {
    Object.assign(this, {place, level, solver, changed, chosen: null, shown: ""});
  }

  get isOpen() { return !this.place.hidden; }

  open(wanted) {
    this.place.hidden = !wanted;
    this.choose(null);
  }

  choose(number) {  // an iteration, or null for all of them
    this.chosen = number;
    this.shown = "";
    this.changed();
  }

  // Shapes

  // Rows of scene.js for contact points, sliding planes and normals of the tick, and if it is open, more of each iteration.
  // body: the axes of the body times its radii (9 numbers); quiet: True in first person, for small planes alone
  rows(body, quiet) {
    const rows = {rods: [], balls: [], discs: [], rings: [], triangles: []}, chosen = this.isOpen ? this.chosen : null;
    for (const [number, iteration] of this.solver.trace().entries())
      if (chosen === null || chosen === number) this.add(rows, iteration, body, quiet, chosen !== null);
    return Object.fromEntries(Object.entries(rows).filter(([, numbers]) => numbers.length)
      .map(([kind, numbers]) => [kind, new Float32Array(numbers)]));
  }

  add(rows, iteration, body, quiet, inFull) {
    const {colours, sizes, origin} = this.level, at = place => minus(place, origin), colour = colours.passes[iteration.pass];
    const line = (from, to, tint, radius, form = 0) =>
      Math.hypot(...minus(to, from)) > sizes.differ && rows.rods.push(...at(from), ...at(to), radius, form, ...tint);
    const dot = (place, tint, radius) => rows.balls.push(...at(place), radius, 1, ...tint);
    const {start, end, displacement, next, point, normal, touches} = iteration, wanted = plus(start, displacement);
    if (inFull) {
      rows.rings.push(...at(start), ...body, ...colour, sizes.line / 2);
      for (const {corners, outcome} of this.solver.candidates(iteration))
        rows.triangles.push(...corners.flatMap(at), ...colours.outcomes[outcome]);
      line(start, wanted, colours.before, sizes.arrow, 1);
      dot(wanted, colours.destination, 0.02);
    } else if (this.isOpen) {
      line(start, end, colour, sizes.line);
      if (!quiet) rows.rings.push(...at(end), ...body, ...colour, sizes.line / 2);
    }
    if (!touches) return;
    dot(point, colours.contact, sizes.point);
    rows.discs.push(...at(point), ...normal, quiet ? sizes.quietPlane : sizes.plane, ...colour);
    if (!quiet || inFull) line(point, plus(point, normal, sizes.normal), colours.normal, sizes.arrow, 2);
    if (!inFull) return;
    const after = plus(end, next);
    line(wanted, after, colours.destination, sizes.line / 2);
    line(end, after, colours.after, sizes.arrow, 1);
  }

  // Words

  // Write the iterations of the tick with a number into the page.
  show(tick) {
    const iterations = this.solver.trace(), key = `${tick} ${this.chosen}`, {words} = this.level;
    if (!this.isOpen || this.shown === key) return;
    this.shown = key;
    const count = iterations.length, items = iterations.map((iteration, number) => {
      const isChosen = this.chosen === number, item = made("li");
      const title = `${number + 1}. ${words.passes[iteration.pass]}, iteration ${iteration.number + 1}`;
      const button = made("button", {ariaPressed: String(isChosen)}, swatch(this.level.colours.passes[iteration.pass]), title);
      button.onclick = () => {
        this.choose(isChosen ? null : number);
        this.show(tick);
        this.place.querySelectorAll("li button")[number].focus();
      };
      item.append(button, ...isChosen ? [this.legend(iteration), this.table(iteration)]
        : [made("p", {}, words.endings[iteration.ending][1])]);
      return item;
    });
    this.place.querySelector("h2").textContent = `Tick ${tick}: ${count} iteration${count === 1 ? "" : "s"}`;
    this.place.querySelector("p").textContent = !count ? "Nothing was computed for this tick here."
      : this.chosen === null ? "Choose one: its sweep, its candidates, and what the paper calls each number." : "";
    this.place.querySelector("ol").replaceChildren(...items);
  }

  legend(iteration) {
    const {colours, words} = this.level, entries = words.outcomes.map((name, outcome) =>
      [colours.outcomes[outcome], name, this.solver.candidates(iteration).filter(one => one.outcome === outcome).length]);
    const named = [[colours.before, "displacement"]];
    if (iteration.touches) named.push([colours.after, "new displacement"], [colours.contact, "contact point"]);
    return made("p", {className: "marks"}, ...entries.filter(([, , count]) => count)
      .map(([colour, name, count]) => [colour, `${count} ${name}`]).concat(named)
      .map(([colour, text]) => made("span", {}, swatch(colour), text)));
  }

  table(iteration) {
    const lines = this.sentences(iteration), rows = lines.map(([section, text], k) =>
      made("tr", {}, made("th", {}, k && lines[k - 1][0] === section ? "" : section), made("td", {}, text)));
    return made("table", {className: "said"}, ...rows);
  }

  // The sentences about an iteration as rows of section and text, as `describe_iteration` of game/explain/describe_trace.py.
  sentences(iteration) {
    const {words} = this.level, values = this.values(iteration), {touches, isGround, isWall, ending} = iteration;
    const isTrue = {"": true, moves: "base" in values, tests: iteration.tests > 0, "tests nothing": !iteration.tests, touches,
      "touches ground": touches && isGround, "touches no ground": touches && !isGround, "touches a wall": touches && isWall,
      slides: touches && words.slides === ending, arrives: !touches};
    const said = words.sentences.filter(([, text, fact]) => text && isTrue[fact]);
    return [...said.map(([section, text]) => [section, text.replace(/\{(\w+)\}/g, (_, name) => values[name])]),
      words.endings[ending]];
  }

  values(iteration) {  // as `values_of` of describe_trace.py
    const {words} = this.level, {start, end, displacement, next, point, normal, faceNormal, ePoint, eNormal} = iteration;
    const number = x => Math.abs(x) >= words.exponentFrom ? x.toExponential(5) : (Number(x.toFixed(6)) + 0).toFixed(6);
    const vector = v => `(${v.map(number).join(", ")})`, counts = words.outcomes.map(() => 0), up = this.solver.axes()[2];
    const tilt = v => (Math.acos(Math.max(-1, Math.min(1, dot(v, up)))) * 180 / Math.PI).toFixed(2);
    this.solver.candidates(iteration).forEach(one => counts[one.outcome]++);
    const counted = counts.flatMap((count, outcome) => count ? [`${count} ${words.outcomes[outcome]}`] : []);
    const found = {start: vector(start), displacement: vector(displacement), end: vector(end), next: vector(next),
      way: number(Math.hypot(...displacement)), nextWay: number(Math.hypot(...next)), counts: counted.join(", ")};
    const velocity = this.solver.toEspace(iteration.ownDisplacement);
    if (Math.hypot(...velocity) > 0)
      Object.assign(found, {velocity: vector(velocity), base: vector(this.solver.toEspace(iteration.ownStart))});
    return !iteration.touches ? found : Object.assign(found, {point: vector(point), eNormal: vector(eNormal),
      normal: vector(normal), destination: vector(plus(start, displacement)), newDestination: vector(plus(end, next)),
      fraction: number(iteration.fraction), constant: number(-dot(eNormal, ePoint)), tilt: tilt(normal), faceTilt: tilt(faceNormal),
      feature: words.features[iteration.feature], triangle: iteration.triangle});
  }
}

function swatch(colour) {
  const mark = made("i", {className: "swatch"});
  mark.style.background = `rgb(${colour.map(part => Math.round(255 * part))})`;
  return mark;
}
