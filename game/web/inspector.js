"use strict";
// The inside of the tick that is shown: the shapes and the sentences of its iterations. Sentences, colours and sizes are those of
// game/explain; here are only the numbers of the trace, in the form in which the sentences need them.

// [degrees] of the view from the side; size of its picture, in bodies; its middle below the body's, in vertical radii. Smaller: the
// contact is behind the buttons; larger: the body is small; more: its head is cut off
const SIDE_FIELD = 40, AROUND = 1.6, LOWER = 0.4;

class Inspector {
  // place: the section of the page that shows it; changed: called when another iteration is chosen
  constructor(place, level, solver, changed) {
    Object.assign(this, {place, level, solver, changed, chosen: null, shown: ""});
  }

  get isOpen() { return !this.place.hidden; }

  open(wanted) {
    this.place.hidden = !wanted;
    this.isFromTheSide = false;
    this.choose(null);
  }

  choose(number) {  // an iteration, or null for all of them
    this.chosen = number;
    this.shown = "";
    this.changed();
  }

  lookFromTheSide(wanted = !this.isFromTheSide) {
    this.isFromTheSide = wanted;
    this.place.querySelector("[data-do=side]").ariaPressed = String(wanted);
    this.changed();
  }

  // The camera at right angles to the displacement and the normal of the chosen iteration, or of the first contact, as the
  // `sideways` of game/explain/section.py, or null; with the plane through the contact that cuts the level. axes: of the body
  sideView(aspect, axes) {
    const trace = this.solver.trace(), met = trace.filter(one => one.touches).sort((a, b) => a.pass - b.pass);
    const iteration = trace[this.chosen] || met[0] || trace[0];
    if (!this.isOpen || !this.isFromTheSide || !iteration) return null;
    const {displacement, end, point, normal} = iteration, [right, ahead, up] = axes, {radii, origin} = this.level;
    const sides = [[displacement, normal || up], [displacement, up], [ahead, up]].map(([one, other]) => [cross(one, other), one]);
    const [found] = sides.find(([side, one]) => Math.hypot(...side) > 0.1 * Math.hypot(...one)) || [right], back = unit(found);
    const across = unit(cross(Math.hypot(...cross(up, back)) > 0.1 ? up : ahead, back)), slope = Math.tan(SIDE_FIELD * Math.PI / 360);
    const wide = aspect > 1 ? slope : slope * aspect, high = aspect > 1 ? slope / aspect : slope;
    const far = AROUND * Math.max(radii[2] / high, Math.max(radii[0], radii[1]) / wide);
    const upwards = cross(back, across), middle = minus(plus(end, upwards, -LOWER * radii[2]), origin);
    return {eye: plus(middle, back, far), right: across, up: upwards, back, field: SIDE_FIELD,
      cut: [...back, -dot(back, minus(point || end, origin))]};
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
      item.append(button, ...isChosen ? [this.story(iteration), this.legend(iteration), this.table(iteration)]
        : [made("p", {}, words.endings[iteration.ending][1])]);
      return item;
    });
    this.place.querySelector("h2").textContent = `Tick ${tick}: ${count} iteration${count === 1 ? "" : "s"}`;
    this.place.querySelector("p").textContent = !count ? "Nothing was computed for this tick here."
      : this.chosen === null ? "Choose one: its sweep, its candidates, and what the paper calls each number." : "";
    this.place.querySelector("ol").replaceChildren(...items);
  }

  legend(iteration) {
    const {colours, words} = this.level, candidates = this.solver.candidates(iteration);
    const counts = words.outcomes.map((_, outcome) => candidates.filter(one => one.outcome === outcome).length);
    const outcomes = counts.flatMap((count, outcome) => count ? [[colours.outcomes[outcome], `${count} ${words.outcomes[outcome]}`]] : []);
    const met = iteration.touches ? [[colours.contact, "contact point"], [colours.after, "new displacement"]] : [];
    return made("p", {className: "marks"}, ...[[colours.before, "displacement"], ...outcomes, ...met]
      .map(([colour, text]) => made("span", {}, swatch(colour), text)));
  }

  table(iteration) {
    const lines = this.sentences(iteration), rows = lines.map(([section, text], k) =>
      made("tr", {}, made("th", {}, k && lines[k - 1][0] === section ? "" : section), made("td", {}, text)));
    return made("table", {className: "said"}, ...rows);
  }

  story(iteration) {
    const {words} = this.level, events = [...this.said(words.story, iteration), ["then", words.endings[iteration.ending][1]]];
    return made("dl", {className: "story"}, ...events.flatMap(([about, text]) => [made("dt", {}, about), made("dd", {}, text)]));
  }

  // The sentences about an iteration as rows of section and text, as `describe_iteration` of game/explain/describe_trace.py.
  sentences(iteration) {
    const {words} = this.level;
    return [...this.said(words.sentences, iteration), words.endings[iteration.ending]];
  }

  said(sentences, iteration) {  // those that are true, with their values
    const {words} = this.level, values = this.values(iteration), {touches, isGround, isWall, ending} = iteration;
    const isTrue = {"": true, moves: "base" in values, tests: iteration.tests > 0, "tests nothing": !iteration.tests, touches,
      "touches ground": touches && isGround, "touches no ground": touches && !isGround, "touches a wall": touches && isWall,
      slides: touches && words.slides === ending, arrives: !touches};
    return sentences.filter(([, text, fact]) => text && isTrue[fact])
      .map(([section, text]) => [section, text.replace(/\{(\w+)\}/g, (_, name) => values[name])]);
  }

  values(iteration) {  // as `values_of` of describe_trace.py
    const {words} = this.level, {start, end, displacement, next, point, normal, faceNormal, ePoint, eNormal} = iteration;
    const far = Math.hypot(...displacement), millimetres = x => `${(1000 * x).toFixed(1)} mm`;
    const number = x => Math.abs(x) >= words.exponentFrom ? x.toExponential(5) : (Number(x.toFixed(6)) + 0).toFixed(6);
    const vector = v => `(${v.map(number).join(", ")})`, counts = words.outcomes.map(() => 0), up = this.solver.axes()[2];
    const tilt = v => (Math.acos(Math.max(-1, Math.min(1, dot(v, up)))) * 180 / Math.PI).toFixed(2);
    this.solver.candidates(iteration).forEach(one => counts[one.outcome]++);
    const counted = counts.flatMap((count, outcome) => count ? [`${count} ${words.outcomes[outcome]}`] : []);
    const found = {start: vector(start), displacement: vector(displacement), end: vector(end), next: vector(next),
      way: number(far), nextWay: number(Math.hypot(...next)), counts: counted.join(", "),
      asked: millimetres(far), kept: millimetres(Math.hypot(...next))};
    const velocity = this.solver.toEspace(iteration.ownDisplacement);
    if (Math.hypot(...velocity) > 0)
      Object.assign(found, {velocity: vector(velocity), base: vector(this.solver.toEspace(iteration.ownStart))});
    return !iteration.touches ? found : Object.assign(found, {point: vector(point), eNormal: vector(eNormal),
      normal: vector(normal), destination: vector(plus(start, displacement)), newDestination: vector(plus(end, next)),
      reached: millimetres(iteration.fraction * far), fraction: number(iteration.fraction), constant: number(-dot(eNormal, ePoint)), tilt: tilt(normal), faceTilt: tilt(faceNormal),
      feature: words.features[iteration.feature], triangle: iteration.triangle});
  }
}

function swatch(colour) {
  const mark = made("i", {className: "swatch"});
  mark.style.background = `rgb(${colour.map(part => Math.round(255 * part))})`;
  return mark;
}
