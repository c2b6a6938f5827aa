"use strict";
// The inside of the tick that is shown: the shapes and the sentences of its iterations. Sentences, colours and sizes are those of
// game/explain; here are only the numbers of the trace, in the form in which the sentences need them.

const AROUND = 1.1;  // room around the bodies in the view from the side, as a factor. Less: the nearest is cut; more: they are small

// A camera about the bodies of a tick. It keeps its turn and its zoom from tick to tick.
class SideCamera extends OrbitCamera {
  begin() { Object.assign(this, {yaw: 0, pitch: 0, distance: 1, away: 1, place: ""}); }

  stand(target, axes, away) {  // at a distance from a target where it is not turned: axes are then back, right and up
    const place = [target, axes, away].join();
    if (this.place !== place) Object.assign(this, {place, target, axes, away, distance: away * this.distance / this.away});
  }

  key(event) { if (event.key !== "Home") super.key(event); }  // which is that of the oldest tick
}

class Inspector {
  // place: the section of the page that shows it; canvas: turns the view from the side; changed: called when another iteration is
  // chosen, or the view differs
  constructor(place, level, solver, canvas, changed) {
    Object.assign(this, {place, level, solver, changed, chosen: null, shown: "", isFromTheSide: true, isStill: () => true});
    const isOn = () => this.isAside, axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    this.camera = new SideCamera(canvas, {eye: [1, 0, 0], target: [0, 0, 0], axes, field: level.sideField, changed, isOn});
  }

  get isAside() { return this.isOpen && this.isFromTheSide && this.isStill() && this.solver.iterations > 0; }

  get isOpen() { return !this.place.hidden; }

  open(wanted) {
    this.place.hidden = !wanted;
    this.camera.begin();
    this.choose(null);
  }

  of(solver) {  // of the player, or of its twin
    this.solver = solver;
    this.choose(null);
  }

  choose(number) {  // an iteration, or null for all of them
    this.chosen = number;
    this.shown = "";
    this.changed();
  }

  lookFromTheSide(wanted = !this.isFromTheSide) {
    this.isFromTheSide = wanted;
    this.camera.begin();
    this.changed();
  }

  // The camera at right angles to displacement and normal of the first contact, as the `sideways` of game/explain/section.py, or
  // null; with the plane through the contact of the chosen iteration, which cuts the level. A tick with a step, whose sweeps go
  // up, ahead and down, is seen upright. All iterations of a tick are seen from one place, except one that moves along its
  // view. From there, it can be turned.
  sideView(aspect) {
    if (!this.isAside) return null;
    const trace = this.solver.trace(), {numbers, radii, origin, sideField} = this.level, axes = this.solver.axes(), [right, ahead, up] = axes;
    const step = trace.find(one => one.pass === numbers.STEP_FORWARD), chosen = trace[this.chosen];
    const first = step || trace.filter(one => one.touches).sort((a, b) => a.pass - b.pass)[0] || trace[0];
    const aside = (one, other) => Math.hypot(...cross(one, other)) > 0.1 * Math.hypot(...one) ? unit(cross(one, other)) : null;
    const upright = aside(first.displacement, up) || right;
    let back = !step && aside(first.displacement, first.normal || up) || upright;
    if (dot(back, up) < -0.5) back = minus([0, 0, 0], back);  // from above: from below, the floor is in the way
    if (chosen && !aside(chosen.displacement, back)) back = upright;
    const across = unit(cross(Math.hypot(...cross(up, back)) > 0.1 ? up : ahead, back)), upwards = cross(back, across);
    const slope = Math.tan(sideField * Math.PI / 360), wide = slope * Math.min(1, aspect), tall = slope / Math.max(1, aspect);
    const half = way => Math.hypot(...axes.map((axis, i) => radii[i] * dot(axis, way)));
    const ends = way => {  // of all bodies of the tick
      const places = trace.flatMap(({start, end}) => [start, end]).map(place => dot(place, way));
      return [Math.min(...places) - half(way), Math.max(...places) + half(way)];
    };
    const [[left, far], [bottom, top]] = [across, upwards].map(ends), {end, point} = chosen || first;
    const size = AROUND / 2 * Math.max((top - bottom) / tall, (far - left) / wide);
    const away = Math.hypot(size, half(back));  // where the border of the picture touches an ellipsoid of this depth
    const height = (top + bottom) / 2, middle = (left + far) / 2, depth = dot(end, back) + away;
    const target = minus(plus(plus(across.map(x => middle * x), upwards, height), back, depth - away), origin);
    this.camera.stand(target, [back, across, upwards], away);
    return {...this.camera.frame, field: sideField, cut: [...back, -dot(back, minus(point || end, origin))]};
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
    const {start, end, point, normal, touches} = iteration;
    if (inFull) {
      for (const place of [start, end]) rows.rings.push(...at(place), ...body, ...colour, sizes.line / 2);
      line(start, end, colour, sizes.line);
      for (const {corners, outcome} of this.solver.candidates(iteration))
        rows.triangles.push(...corners.flatMap(at), ...colours.outcomes[outcome]);
    } else if (this.isOpen) {
      line(start, end, colour, sizes.line);
      if (!quiet) rows.rings.push(...at(end), ...body, ...colour, sizes.line / 2);
    }
    if (!touches) return;
    dot(point, colours.contact, sizes.point);
    rows.discs.push(...at(point), ...normal, quiet ? sizes.quietPlane : sizes.plane, ...colour);
    if (!quiet || inFull) line(point, plus(point, normal, sizes.normal), colours.normal, sizes.arrow, 2);
  }

  // The displacements of the chosen iteration, which nothing hides.
  arrows() {
    const iteration = this.isOpen ? this.solver.trace()[this.chosen] : null;
    return iteration ? this.arrowsOf(iteration).rows() : {};
  }

  arrowsOf(iteration) {
    const {origin, look} = this.level, [start, end] = [iteration.start, iteration.end].map(place => minus(place, origin));
    return new Arrows({...iteration, start, end}, look.arrows);
  }

  // Words

  // Write the iterations of the tick with a number into the page. who: whose tick it is, if not the player's
  show(tick, who = "") {
    const iterations = this.solver.trace(), key = `${who} ${tick} ${this.chosen}`, {words} = this.level;
    if (!this.isOpen || this.shown === key) return;
    this.shown = key;
    const count = iterations.length, items = iterations.map((iteration, number) => {
      const isChosen = this.chosen === number, item = made("li");
      const title = `${number + 1}. ${words.passes[iteration.pass]}, iteration ${iteration.number + 1}`;
      const button = made("button", {type: "button", ariaPressed: String(isChosen)}, swatch(this.level.colours.passes[iteration.pass]), title);
      button.onclick = () => {
        this.choose(isChosen ? null : number);
        this.show(tick, who);
        this.place.querySelectorAll("ol button")[number].focus();
      };
      item.append(button, ...isChosen ? [this.story(iteration), this.legend(iteration), this.table(iteration)]
        : this.isNew(iterations, number) ? [made("p", {}, this.ending(iteration)[1])] : []);
      return item;
    });
    this.place.querySelector("h2").textContent = `${who ? `${who} tick` : "Tick"} ${tick}: ${count} iteration${count === 1 ? "" : "s"}`;
    const nothing = "Nothing was computed for this tick here.";
    this.place.querySelector(".result").textContent = count ? this.result(iterations) : nothing;
    this.place.querySelector(".advice").textContent = count && this.chosen === null
      ? "Choose an iteration to see its sweep, the test of the triangle that it hit, and what the paper calls each number. ? explains the words." : "";
    this.place.querySelector("ol").replaceChildren(...items);
  }

  isNew(iterations, number) {  // False for an end that the iteration before had, too
    const [before, one] = [iterations[number - 1], iterations[number]];
    return !before || before.pass !== one.pass || this.ending(before) !== this.ending(one);
  }

  legend(iteration) {
    const {colours, words} = this.level, candidates = this.solver.candidates(iteration);
    const counts = words.outcomes.map((_, outcome) => candidates.filter(one => one.outcome === outcome).length);
    const outcomes = counts.flatMap((count, outcome) => count ? [[colours.outcomes[outcome], `${count} ${words.outcomes[outcome]}`]] : []);
    const met = iteration.touches ? [[colours.contact, "contact point"], [colours.normal, "normal"]] : [];
    const arrows = this.arrowsOf(iteration), size = arrows.words ? [made("span", {}, arrows.words)] : [];
    const goesOn = arrows.goesOn ? [[colours.after, "new displacement"]] : [];
    return made("p", {className: "marks"}, ...[[colours.before, "displacement"], ...outcomes, ...met, ...goesOn]
      .map(([colour, text]) => made("span", {}, swatch(colour), text)), ...size);
  }

  table(iteration) {
    const lines = this.sentences(iteration), rows = lines.map(([section, text], k) =>
      made("tr", {}, made("th", {}, k && lines[k - 1][0] === section ? "" : section), made("td", {}, text)));
    return made("table", {className: "said"}, ...rows);
  }

  story(iteration) {
    const {words} = this.level, events = [...this.said(words.story, iteration), ["then", this.ending(iteration)[1]]];
    return made("dl", {className: "story"}, ...events.flatMap(([about, text]) => [made("dt", {}, about), made("dd", {}, text)]));
  }

  // The sentences about an iteration as rows of section and text, as `describe_iteration` of game/explain/describe_trace.py, with
  // the test of the triangle that was hit.
  sentences(iteration) {
    const {words} = this.level, place = words.sentences.findIndex(([, text]) => !text), values = this.values(iteration);
    const [before, after] = [words.sentences.slice(0, place), words.sentences.slice(place)];
    const test = iteration.touches && "base" in values ? new TriangleTest(this.solver, iteration).lines(words) : [];
    return [...this.said(before, iteration, values), ...test, ...this.said(after, iteration, values), this.ending(iteration)];
  }

  said(sentences, iteration, values = this.values(iteration)) {  // those that are true, with their values
    const facts = this.facts(iteration);
    return sentences.filter(([, text, fact]) => text && facts.has(fact)).map(([section, text]) => [section, filled(text, values)]);
  }

  ending(iteration) {
    const {words} = this.level;
    return this.isCarried(iteration) ? words.carried : words.endings[iteration.ending];
  }

  isCarried({ending, isGround}) { return ending === this.level.numbers.LANDED && !isGround; }
  isUpperEdge({feature, normal, faceNormal}) {
    const {numbers, words} = this.level, isBetween = Math.hypot(...minus(normal, faceNormal)) > words.leans;
    return feature !== numbers.FACE && isBetween && dot(normal, this.solver.axes()[2]) > words.leans;
  }

  facts(iteration) {  // as `facts_of` of describe_trace.py
    const {numbers, words} = this.level, {solver} = this, {touches, isWall, ending, pass, displacement, next} = iteration;
    const facts = new Set(["", iteration.tests ? "tests" : "tests nothing", touches ? "touches" : "arrives"]), up = solver.axes()[2];
    facts.add(pass === numbers.STEP_UP ? "sweeps up" : pass === numbers.STEP_DOWN ? "sweeps down" : "sweeps");
    if (Math.hypot(...solver.toEspace(iteration.ownDisplacement)) > 0) facts.add("moves");
    const trace = solver.trace(), walked = trace.findIndex(one => one.pass !== numbers.MOVE);  // a later move pass is that of wind
    if (iteration.row < walked && trace.some(one => one.pass === numbers.STEP_FORWARD)) facts.add("is thrown away");
    if (!touches) return facts;
    const slope = dot(iteration.normal, up), walkable = solver.setting("walkable_cos");
    for (const fact of [this.planeFact(iteration, slope, walkable), this.faceFact(iteration, walkable), this.gapFact(iteration)]) facts.add(fact);
    if (isWall) facts.add("touches a wall");
    else if (words.leans < slope && slope < walkable && !solver.hasRule("steep_is_wall") && (pass === numbers.MOVE || pass === numbers.STEP_FORWARD))
      facts.add("may be walked up");
    if (this.gap(iteration)[0] > length(displacement)) facts.add("looks ahead");
    if (ending !== numbers.SLID) return facts;
    if (dot(next, up) > words.short && pass === numbers.MOVE && this.isUpperEdge(iteration)) facts.add("slides up an edge");
    return facts.add("slides");
  }

  planeFact({isGround, isWall}, slope, walkable) {
    if (!isGround) return slope < -this.level.words.leans ? "faces down" : "is too steep";
    return slope >= walkable ? "touches ground" : isWall ? "is no step" : "touches ground by its face";
  }

  faceFact({isGround, faceNormal}, walkable) {
    if (isGround || dot(faceNormal, this.solver.axes()[2]) < walkable) return "";
    return this.solver.hasRule("class_by_face") ? "its face does not count" : "its face may not count";
  }

  gap({ownDisplacement, displacement, normal, eDistance}) {  // [m] from the start to the contact: along the displacement, to the plane
    const far = length(this.solver.toEspace(ownDisplacement)), part = far ? eDistance / far : 0;
    return [part * length(displacement), -part * dot(normal, displacement)];
  }

  gapFact(iteration) {
    const {solver} = this, skin = solver.setting("skin") * (1 + this.level.words.rounding);
    if (solver.hasRule("skin_from_plane")) return this.gap(iteration)[1] > skin ? "keeps the skin" : "is within the skin";
    return iteration.eDistance >= solver.setting("very_close") ? "keeps veryCloseDistance" : "is within veryCloseDistance";
  }

  // What the tick came to, as `result_of` of describe_trace.py.
  result(iterations) {
    const {numbers, words} = this.level, {solver} = this, of = name => iterations.filter(one => one.pass === numbers[name]);
    const [moves, forward, gravity] = ["MOVE", "STEP_FORWARD", "GRAVITY"].map(of), values = {...words.rules};
    const facts = new Set([solver.moved, this.gravityResult(gravity), ...moves.length ? this.walkResult(moves, forward, values) : []]);
    if (facts.has("is met") || facts.has("slides up")) {
      facts.add(words.steps[solver.read("step")]);
      Object.assign(values, this.heightsOfStep(this.walkOf(moves)));
    }
    if (iterations.length && !solver.hasRule("separate_gravity")) {
      facts.add("is one pass");
      if (!gravity.length) facts.add(words.ends[solver.read("ground")]);
    }
    return words.result.filter(([, fact]) => facts.has(fact)).map(([text]) => filled(text, values)).join(" ");
  }

  walkOf(moves) {  // the first move pass: a second one is that of wind
    const second = moves.findIndex((one, at) => at && !one.number);
    return second < 0 ? moves : moves.slice(0, second);
  }

  walkResult(all, forward, values) {  // its facts; its values are added
    const {numbers, words} = this.level, {solver} = this, up = solver.axes()[2], moves = this.walkOf(all);
    const [{start, displacement}] = moves, wanted = plus(displacement, up, -dot(displacement, up)), asked = length(wanted);
    if (asked < words.short) return [];
    const ahead = end => millimetres(dot(minus(end, start), wanted) / asked);
    Object.assign(values, {asked: millimetres(asked), slid: ahead(moves.at(-1).end)});
    if (forward.length) {
      values.stepped = ahead(forward.at(-1).end);
      return ["takes a step"];
    }
    const met = moves.filter(one => one.touches), risen = dot(minus(moves.at(-1).end, start), up);
    const slopes = met.filter(({feature, normal}) => feature === numbers.FACE && dot(normal, up) > words.leans);
    if (!met.some(one => this.isUpperEdge(one)) || slopes.length || risen <= words.short) return [met.length ? "is met" : "is free"];
    values.risen = millimetres(risen);
    return ["slides up"];
  }

  heightsOfStep(moves) {  // as `heights_of_step` of describe_trace.py
    const {solver} = this, met = moves.filter(one => one.touches), walls = met.filter(one => !one.isGround);
    const lowest = Math.min(...(walls.length ? walls : met).map(one => one.ePoint[2]));
    return {height: ((1 + lowest) / solver.space()[4]).toFixed(3), climb: solver.setting("climb").toFixed(3)};
  }

  gravityResult(gravity) {
    const {SNAPPED, LANDED, BLOCKED, TOO_SHORT} = this.level.numbers, met = gravity.filter(one => one.touches), {solver} = this;
    if (!gravity.length) return "";
    const last = gravity.at(-1), {ending} = last, up = solver.axes()[2], isHeld = ending === BLOCKED || ending === TOO_SHORT;
    if (ending === SNAPPED) return this.isUpperEdge(last) ? "stands on an edge" : "stands";
    if (ending === LANDED) return this.isCarried(last) ? "is carried" : solver.stood ? "stays" : "lands";
    if (gravity[0].ownDisplacement[2] > 0) return met.length ? "rises to something" : "rises";
    if (!met.length) return "falls";
    if (met.some(one => one.isGround) && !solver.hasRule("gravity_lands")) return isHeld ? "rests" : "may slide";
    if (met.some(one => dot(one.faceNormal, up) >= solver.setting("walkable_cos")) && !solver.hasRule("class_by_face"))
      return isHeld ? "rests on an edge" : "slides off an edge";
    return isHeld ? "is held" : "slides down";
  }

  values(iteration) {  // as `values_of` of describe_trace.py
    const {words} = this.level, {start, end, displacement, next, point, normal, faceNormal, ePoint, eNormal} = iteration;
    const far = length(displacement), {solver} = this, counts = words.outcomes.map(() => 0), up = solver.axes()[2];
    const number = x => numberText(x, words.exponentFrom), vector = v => vectorText(v, words.exponentFrom);
    const degrees = cosine => (Math.acos(Math.max(-1, Math.min(1, cosine))) * 180 / Math.PI).toFixed(2);
    solver.candidates(iteration).forEach(one => counts[one.outcome]++);
    const counted = counts.flatMap((count, outcome) => count ? [`${count} ${words.outcomes[outcome]}`] : []);
    const found = {start: vector(start), displacement: vector(displacement), end: vector(end), next: vector(next),
      way: number(far), nextWay: number(length(next)), counts: counted.join(", "), asked: millimetres(far), kept: millimetres(length(next))};
    const velocity = solver.toEspace(iteration.ownDisplacement), eFar = length(velocity);
    if (eFar > 0) Object.assign(found, {velocity: vector(velocity), base: vector(solver.toEspace(iteration.ownStart))});
    if (!iteration.touches) return found;
    const [reached, near] = this.gap(iteration), [height, climb] = textsThatDiffer((1 - eNormal[2]) / solver.space()[4], solver.setting("climb"));
    return Object.assign(found, words.rules, {point: vector(point), eNormal: vector(eNormal), normal: vector(normal),
      destination: vector(plus(start, displacement)), newDestination: vector(plus(end, next)), fraction: number(iteration.fraction),
      constant: number(-dot(eNormal, ePoint)), tilt: degrees(dot(normal, up)), faceTilt: degrees(dot(faceNormal, up)),
      feature: words.features[iteration.feature], triangle: iteration.triangle, reached: millimetres(reached), near: fine(near),
      skin: fine(solver.setting("skin")), veryClose: fine(solver.setting("very_close") / eFar * far), rise: millimetres(dot(next, up)),
      steepest: degrees(solver.setting("walkable_cos")), height, climb});
  }
}

const length = v => Math.hypot(...v);
const millimetres = x => `${(Number((1000 * x).toFixed(1)) + 0).toFixed(1)} mm`;
const fine = x => `${(Number((1000 * x).toFixed(3)) + 0).toFixed(3)} mm`;
const textsThatDiffer = (one, other) => {  // two lengths as text, with as many decimals as make them differ
  const digits = [2, 3, 4, 5, 6, 7, 8].find(count => count === 8 || one.toFixed(count) !== other.toFixed(count));
  return [one.toFixed(digits), other.toFixed(digits)];
};
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

function swatch(colour) {
  const mark = made("i", {className: "swatch"});
  mark.style.background = `rgb(${colour.map(part => Math.round(255 * part))})`;
  return mark;
}
