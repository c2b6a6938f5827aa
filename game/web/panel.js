"use strict";
// The panel of a scene in a page: its canvas, sliders, switches and words. Text of the data is only ever set as text.

function element(name, attributes = {}, ...content) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) key in made ? made[key] = value : made.setAttribute(key, value);
  made.append(...content);
  return made;
}

const BORDER = 0.006;  // [m] radius of the border of a triangle that was clicked. Thinner: not seen; thicker: it hides its neighbours
const HINT = matchMedia("(pointer: coarse)").matches ? "One finger turns the picture, two zoom and move it."
  : "Drag or arrow keys: turn. Wheel, + and -: zoom. Right button: move. Home: the first view.";
const SECONDS = 2.4;  // that a sweep takes when it is played. Shorter: a contact near the start is missed; longer: one waits
const WAY = 0.004, GHOST = 0.14;  // [m] radius of the lines of a sweep; opacity of the body at its start and at its destination

class Panel {
  // Replace the still picture of a figure by its scene. words: the elements with the words of one step each, and after them one
  // that is filled with the words of steps that have their own. Parts of the page with a number of a tick are shown with it.
  constructor(figure, data, look, words) {
    Object.assign(this, {figure, data, look, words, at: 0, phase: 1, part: data.part || 0, isCut: !!data.cut, asked: false});
    Object.assign(this, {arrows: null, group: null, picked: null, cuts: new Map(), listening: new AbortController()});
    figure.querySelector(".said-of-triangle")?.remove();  // why it was closed the last time
    this.parts = [...document.querySelectorAll(".of-tick")];
    this.canvas = element("canvas", {tabIndex: 0, role: "img", ariaLabel: `${data.name}. ${HINT}`});
    this.labels = element("div", {className: "labels", ariaHidden: "true"});
    this.said = element("p", {className: "said-of-triangle", role: "status"}, HINT);
    this.controls = element("div", {className: "controls"});
    this.scale = element("p", {className: "scale"});
    this.stage = element("div", {className: "stage"}, this.canvas, this.labels, this.scale);
    figure.firstElementChild.after(this.stage, this.controls, this.said);
    this.scene = Scene.start(this.canvas, look);
    if (!this.scene) return this.close("This browser has no WebGL2, so the picture stands still.");
    figure.classList.add("live");
    this.canvas.addEventListener("webglcontextlost", () =>
      this.stage.isConnected && this.close("The graphics card was lost; load the page again."));
    this.level = [this.scene.mesh(data.level)];
    this.movers = data.movers.map(({mesh, poses}) => ({...this.scene.mesh(mesh), poses}));
    this.things = this.scene.shapes(data.things || {});
    this.always = this.scene.shapes(data.always);
    this.starts = this.firstRows();
    this.firstSteps = data.ticks.map((_, tick) => data.steps.findIndex(step => step.tick === tick));
    this.at = this.decidingIn(data.first || 0);
    this.addControls();
    this.camera = new OrbitCamera(this.canvas, {...data.camera, changed: () => this.ask(), clicked: (x, y) => this.pick(x, y)});
    this.resized = new ResizeObserver(() => this.ask());
    this.resized.observe(this.canvas);
    this.show(this.at);
    this.followLink();
    const {signal} = this.listening;
    addEventListener("hashchange", () => this.followLink(), {signal});
    for (const part of this.parts)  // a link that was followed before, too
      part.addEventListener("click", event => event.target.closest("a") && setTimeout(() => this.followLink()), {signal});
    if (this.parts.length) addEventListener("beforeprint", () => this.goTo(this.decidingIn(data.first)), {signal});
  }

  followLink() {  // the page's address may name the words of an iteration, or a step of a tick beside them
    const said = this.words.findIndex(one => one.id && `#${one.id}` === location.hash);
    const beside = this.parts.length && location.hash.startsWith("#s") ? Number(location.hash.slice(2)) : -1;
    const at = said < 0 ? beside : this.data.steps.findIndex(step => step.said === said);
    if (!this.data.steps[at] || !this.stage.isConnected) return;
    this.goTo(at);
    this.figure.scrollIntoView();
  }

  close(reason) {  // back to the still picture, with its words
    this.stop();
    this.listening.abort();
    this.resized?.disconnect();
    this.figure.classList.remove("live");
    this.stage.remove();
    this.controls.remove();
    reason ? this.said.replaceChildren(reason) : this.said.remove();
    if (this.scene) this.scene.gl.getExtension("WEBGL_lose_context")?.loseContext();
    this.words.forEach(one => one.hidden = false);
    if (this.data.steps.some(step => step.words)) this.words.at(-1)?.replaceChildren();  // the page itself has none for these
    this.showParts(this.data.first || 0);
    const at = opened.indexOf(this);
    if (at >= 0) opened.splice(at, 1);
    if (this.scene && "later" in this.figure.dataset) offerScene(this.figure);
  }

  get step() { return this.data.steps[this.at]; }
  get tick() { return this.data.ticks[this.step.tick]; }
  get space() { return spaceAt(this.tick.axes, this.tick.scales, this.tick.anchor, this.part); }

  firstRows() {  // of each step: where its rows of each kind begin
    const next = {tested: 0};
    return this.data.steps.map(step => {
      const here = {...next};
      for (const [kind, count] of Object.entries(step.counts)) next[kind] = (next[kind] || 0) + count;
      next.tested += step.tested;
      return here;
    });
  }

  addControls() {
    const {steps, ticks} = this.data;
    if (ticks.length > 1) {
      this.ticks = this.slider("tick", ticks.length - 1, 1, at => this.goTo(this.decidingIn(at)));
      const by = ticks => this.goTo(this.decidingIn(this.step.tick + ticks));
      this.earlier = this.button("‹ Tick", () => by(-1), "the tick before");
      this.later = this.button("Tick ›", () => by(1), "the next tick");
      if (steps.every(step => !("said" in step))) this.playing = this.button("Play the run", () => this.playRun());
    }
    if (steps.length > ticks.length)
      this.iteration = this.slider("iteration", 1, 1, at => this.goTo(this.firstSteps[this.step.tick] + at));
    if (steps.some(step => Math.hypot(...step.way) > 0)) {
      this.sweep = this.slider("sweep", 1, 0.01, at => { this.stop(); this.phase = at; this.rebuild(); });
      this.button("Play the sweep", () => this.play());
    }
    if (this.data.stretches !== false) {
      this.stretch = this.slider("to ellipsoid space", 1, 0.01, at => { this.part = at; this.ask(); });
      this.stretch.value = this.part;
    }
    if (steps.some(step => step.section)) {
      const cut = this.button("Cut open", () => { cut.ariaPressed = String(this.isCut = !this.isCut); this.ask(); });
      cut.ariaPressed = String(this.isCut);
    }
    if ("later" in this.figure.dataset) this.button("Still picture", () => {
      this.close("");
      this.figure.querySelector(".turn").focus();
    });
  }

  slider(name, max, step, use) {
    const input = element("input", {type: "range", min: 0, max, step, value: 0});
    input.addEventListener("input", () => use(+input.value));
    this.controls.append(element("label", {}, element("span", {}, name), input));
    return input;
  }

  button(name, use, words = name) {
    const made = element("button", {type: "button", ariaLabel: words}, name);
    made.addEventListener("click", use);
    this.controls.append(made);
    return made;
  }

  decidingIn(tick) { return this.firstSteps[tick] + (this.data.ticks[tick].deciding || 0); }  // the step that decided where it ended

  showTick(tick) { this.show(this.decidingIn(tick)); }

  goTo(at) {  // to a step by the reader's own choice, which ends what plays
    this.stop();
    this.show(at);
  }

  show(at) {  // another step; the camera goes along with the body
    const was = this.tick;
    if (this.picked !== null) this.said.replaceChildren(HINT);  // what it said was true of the step before
    Object.assign(this, {at, picked: null});
    const {tick, labels, words, said} = this.step, first = this.firstSteps[tick];
    const count = (this.firstSteps[tick + 1] || this.data.steps.length) - first;
    this.camera.target = plus(this.camera.target, minus(this.tick.anchor, was.anchor));
    if (this.ticks) {
      this.set(this.ticks, tick, `tick ${this.tick.number}`);
      for (const [button, last] of [[this.earlier, 0], [this.later, this.data.ticks.length - 1]]) button.disabled = tick === last;
    }
    if (this.iteration) {
      this.iteration.max = count - 1;
      this.iteration.disabled = count === 1;
      this.set(this.iteration, at - first, `iteration ${at - first + 1} of ${count}`);
    }
    const filled = this.words.at(-1), shown = words ? filled : this.words[said];
    if (words) this.fill(filled, words);
    else if (this.parts.length) filled.replaceChildren();
    this.showParts(tick);
    for (const one of this.words) one.hidden = one !== shown;
    this.labels.replaceChildren(...labels.map(label => element("span", {}, label.text)));
    labels.forEach((label, k) => this.labels.children[k].style.color = label.colour);
    this.rebuild();
  }

  showParts(tick) {  // the parts of the page that are true of a tick, and its heading
    for (const part of this.parts) part.hidden = Number(part.dataset.tick) !== tick;
    if (this.parts.length) document.querySelector("h1").textContent = this.data.name.replace(/\d+$/, this.data.ticks[tick].number);
  }

  set(input, value, words) {
    input.value = value;
    input.setAttribute("aria-valuetext", words);
    input.previousSibling.textContent = words;
  }

  fill(place, {title, story, legend, lines}) {
    const marks = legend.map(([colour, text]) => {
      const swatch = element("i", {className: "swatch"});
      swatch.style.background = colour;
      return element("span", {}, swatch, text);
    });
    const rows = lines.map(([section, text]) => element("tr", {}, element("th", {}, section), element("td", {}, text)));
    const events = story.flatMap(([about, text]) => [element("dt", {}, about), element("dd", {}, text)]);
    place.replaceChildren(element("h2", {}, `Tick ${this.tick.number}: ${title}`),
      element("p", {className: "result"}, this.parts.length ? "" : this.tick.result), element("dl", {className: "story"}, ...events),
      element("p", {className: "marks"}, ...marks),
      element("table", {className: "said"}, ...rows));
  }

  rebuild() {  // the shapes of the step, and the body along its sweep
    const {rows, corners, tested, outcomes} = this.data, {step} = this, from = this.starts[this.at], given = {};
    for (const [kind, count] of Object.entries(step.counts)) {
      const width = KINDS[kind].row.reduce((a, b) => a + b), first = (from[kind] || 0) * width;
      given[kind] = rows[kind].slice(first, first + count * width);
    }
    this.arrows = Math.hypot(...step.way) > 0 ? this.arrowsOf([...given.bodies.slice(0, 3)]) : null;
    this.scale.textContent = this.arrows ? this.arrows.words : "";
    if (given.bodies && given.rings) this.addSweep(given);
    given.triangles = new Float32Array(12 * step.tested);
    this.candidates = [];
    for (let k = 0; k < step.tested; k++) {
      const [triangle, outcome] = tested.subarray(2 * (from.tested + k));
      given.triangles.set(corners.subarray(9 * triangle, 9 * triangle + 9), 12 * k);
      given.triangles.set(outcomes[outcome].colour, 12 * k + 9);
      this.candidates.push({triangle, outcome});
    }
    if (this.picked !== null) {
      const border = outline(corners.subarray(9 * this.picked, 9 * this.picked + 9));
      given.rods = new Float32Array([...given.rods || [], ...border]);
    }
    if (this.group) this.scene.free(this.group, this.front);
    this.group = this.scene.shapes(given);
    this.front = this.arrows ? this.scene.shapes(this.arrows.rows()) : {};
    this.ask();
  }

  arrowsOf(start) {  // the displacements of the step, which begins at `start`
    const {way, reached, next} = this.step, end = plus(start, way, reached);
    return new Arrows({start, end, displacement: way, next: next || [0, 0, 0], touches: !!next}, this.look.arrows);
  }

  // The body at its place in the sweep, where it was and where it was to go, and the way between, as far as it was free. Past
  // the contact, an outline goes on alone.
  addSweep(given) {
    const {way, reached} = this.step, {destination, prevented} = this.data.colours, [body, ring] = [given.bodies, given.rings.slice(0, 16)];
    const far = Math.hypot(...way), at = (from, part) => from.map((x, i) => i < 3 ? x + part * way[i] : x);
    const outline = (part, colour) => [...at([...ring], part).slice(0, 12), ...colour, ring[15]];
    const now = Math.min(this.phase, reached), millimetres = part => `${(1000 * part * far).toFixed(1)}`;
    const ghosts = [0, 1].map(part => at([...body.slice(0, 15), GHOST], part)), rings = [...given.rings], rods = [...given.rods || []];
    if (far > 0) {
      rings.push(...outline(1, destination));
      if (this.phase > reached && this.phase < 1) rings.push(...outline(this.phase, prevented));
      for (const side of [3, 6, 9]) for (const sign of [1, -1]) {
        const from = [0, 1, 2].map(i => ring[i] + sign * ring[side + i]), stop = at(from, reached);
        rods.push(...from, ...stop, WAY, 0, ...ring.slice(12, 15));
        if (reached < 1) rods.push(...stop, ...at(from, 1), WAY, 0, ...prevented);
      }
    }
    const others = [...body.slice(16)], shown = at([...body.slice(0, 16)], now);
    Object.assign(given, {rings: new Float32Array(rings), rods: new Float32Array(rods),
      bodies: new Float32Array([...far > 0 ? ghosts.flat() : [], ...shown, ...others])});
    if (this.sweep) this.set(this.sweep, this.phase, `sweep: ${millimetres(now)} of ${millimetres(1)} mm`);
  }

  animate(show) {  // call it with the seconds since now in each picture, until it returns false or something else begins
    const began = performance.now(), mine = this.motion = {};
    const go = now => {
      if (this.motion !== mine) return;
      if (show(Math.max(0, now - began) / 1000)) requestAnimationFrame(go);
      else this.stop();
    };
    go(began);
  }

  stop() {
    Object.assign(this, {motion: null, runs: false});
    if (this.playing) this.playing.textContent = "Play the run";
  }

  play() {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.stop();
    this.animate(seconds => {
      this.phase = still ? 1 : Math.min(1, seconds / SECONDS);
      this.rebuild();
      return this.phase < 1;
    });
  }

  playRun() {  // at the pace of the run, from the start if it is at its end; a second press stops it
    if (this.runs) return this.stop();
    const {ticks, hz} = this.data, begin = this.step.tick === ticks.length - 1 ? 0 : this.step.tick, {number} = ticks[begin];
    this.stop();
    this.runs = true;
    this.playing.textContent = "Stop";
    this.animate(seconds => {
      const later = ticks.findIndex(tick => tick.number > number + seconds * hz);
      this.showTick(Math.max(begin, later < 0 ? ticks.length - 1 : later - 1));
      return later >= 0;
    });
  }

  ask() {  // for a new picture: only changes are drawn
    if (this.asked || !this.camera) return;
    this.asked = true;
    requestAnimationFrame(() => { this.asked = false; this.draw(); });
  }

  draw() {
    const {sky, reach} = this.data, {step, space} = this, camera = this.camera.view(), section = this.isCut && step.section;
    const movers = this.movers.map(mover => ({...mover, pose: mover.poses.subarray(4 * step.tick, 4 * step.tick + 4)}));
    if (section && !this.cuts.has(section))
      this.cuts.set(section, this.scene.shapes({rods: section.rods, faces: section.faces}));
    this.scene.draw({camera, space, level: [...this.level, ...movers], things: [this.things], shapes: [this.always, this.group], front: [this.front],
      section: section ? this.cuts.get(section) : null, cut: section ? cutPlane(section, space, camera.eye) : undefined,
      sky, centre: drawnAt(space, this.data.centre || this.tick.anchor), reach});
    const taken = [];
    const beyond = this.arrows ? this.arrows.beyond : [0, 0, 0];  // the destination is named at the tip of its arrow
    this.step.labels.forEach((label, k) => this.put(this.labels.children[k],
      label.foot ? labelPlace(label, space) : drawnAt(space, plus(label.at, beyond)), camera.matrix, taken, label.side));
  }

  put(label, at, matrix, taken, side) {  // over a place of the drawing or on a side of it, and above labels that would cover it
    const row = i => matrix[i] * at[0] + matrix[4 + i] * at[1] + matrix[8 + i] * at[2] + matrix[12 + i];
    const [x, y, depth] = [0, 1, 3].map(row), {clientWidth, clientHeight} = this.canvas;
    label.hidden = depth < 0.05;
    const wide = label.offsetWidth, high = label.offsetHeight, angle = (side ?? 90) * Math.PI / 180;
    const left = clientWidth * (0.5 + 0.5 * x / depth) + Math.cos(angle) * (wide / 2 + 10) - wide / 2;
    let top = clientHeight * (0.5 - 0.5 * y / depth) - 0.9 * high * Math.sin(angle) - high / 2;
    const covers = other => left < other.left + other.wide && other.left < left + wide
      && top < other.top + high && other.top < top + high;
    for (let other; (other = taken.find(covers));) top = other.top - high;
    if (!label.hidden) taken.push({left, top, wide});
    Object.assign(label.style, {left: `${left}px`, top: `${top}px`});
  }

  pick(x, y) {  // say how the test of the candidate at (x, y) ended
    const {step, space} = this, {corners, names, outcomes} = this.data;
    if (!names.length) return;
    const eye = this.camera.frame.eye, ahead = this.camera.ray(x, y);
    let nearest = Infinity, found = -1;
    this.candidates.forEach(({triangle}, k) => {
      const [a, b, c] = [0, 3, 6].map(i => drawnAt(space, corners.subarray(9 * triangle + i, 9 * triangle + i + 3)));
      const distance = hitTriangle(eye, ahead, a, b, c);
      if (distance < nearest) [nearest, found] = [distance, k];
    });
    if (found < 0) return this.said.replaceChildren("No candidate triangle is there.");
    const {triangle, outcome} = this.candidates[found], lines = step.tests ? step.tests[found].slice(1) : [];
    this.said.replaceChildren(element("b", {}, `${names[triangle]}: ${outcomes[outcome].words}`),
      ...lines.flatMap(line => [element("br"), line]));
    this.picked = triangle;
    this.rebuild();
  }
}

function outline(corners) {  // the border of a triangle as three rows of rods
  const at = k => corners.subarray(3 * (k % 3), 3 * (k % 3) + 3);
  return [0, 1, 2].flatMap(k => [...at(k), ...at(k + 1), BORDER, 0, 1, 1, 1]);
}

function cutPlane({normal, at}, space, eye) {  // the side of the eye is cut away
  const there = unit(times(space.normals, normal)), offset = dot(there, drawnAt(space, at));
  const sign = dot(there, eye) > offset ? 1 : -1;
  return [...there.map(x => sign * x), -sign * offset];
}

function labelPlace({at, foot}, space) {  // a label at the tip of a normal stays at its tip
  const way = minus(at, foot);
  return plus(drawnAt(space, foot), unit(times(space.normals, way)), Math.hypot(...way));
}

function hitTriangle(eye, ahead, a, b, c) {  // the distance along a ray, or Infinity
  const [u, v] = [minus(b, a), minus(c, a)], across = cross(ahead, v), size = dot(u, across), from = minus(eye, a);
  const turned = cross(from, u), first = dot(from, across) / size, second = dot(ahead, turned) / size;
  const distance = dot(v, turned) / size;
  return first >= 0 && second >= 0 && first + second <= 1 && distance > 0 ? distance : Infinity;
}

const WORDS = ":scope > .iteration, :scope > div > .iteration";  // beside a figure
const MOST = 8, opened = [];  // scenes at once. More: browsers take the oldest one's graphics away

async function openScene(figure) {
  const source = document.getElementById(figure.dataset.from);
  source.unpacked = source.unpacked || unpack(source.textContent);
  const {look, scenes, trouble} = await source.unpacked.catch(error => ({trouble: error.message}));
  if (trouble) return void figure.append(element("p", {className: "said-of-triangle", role: "status"}, trouble));
  const words = [...figure.parentNode.querySelectorAll(WORDS)];
  if (opened.length === MOST) opened[0].close("");
  const panel = new Panel(figure, scenes[+figure.dataset.scene], look, words);
  if (panel.scene) opened.push(panel);
  return panel;
}

function offerScene(figure) {  // a button below the still picture, where it covers nothing, opens its scene
  const button = element("button", {type: "button", className: "turn"}, "Turn it");
  button.addEventListener("click", async () => {
    button.remove();
    (await openScene(figure))?.canvas.focus({preventScroll: true});
  });
  figure.firstElementChild.after(button);
}

const figures = [...document.querySelectorAll("figure[data-scene]")];
figures.filter(figure => "later" in figure.dataset).forEach(offerScene);
const panels = Promise.all(figures.filter(figure => !("later" in figure.dataset)).map(openScene));
