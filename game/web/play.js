"use strict";
// The page that plays a level: the loop of ticks and pictures, its history, the view, the inspector and the buttons.

const FIELD = 84, BEHIND = 3.6, STEEP = 1.5;  // [degrees] of view; [m] of the camera behind the body; [rad] of the view upwards
const KEPT = 36000, FORGOTTEN = 6000;  // ticks in the history, and how many of them go at once. More: only costs memory
const MOST_OWED = 0.2;  // [s] that the game catches up with. Longer: it freezes after a pause; shorter: it slows down
const WORLD = spaceAt([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [1, 1, 1], [0, 0, 0], 0);
const find = name => document.querySelector(name), all = name => [...document.querySelectorAll(name)];

class Game {
  constructor(level, solver, scene) {
    Object.assign(this, {level, solver, scene, canvas: scene.gl.canvas, third: true, marks: true, playing: true, watching: false,
      chosen: null, owed: 0, pitch: -0.25, lag: 0});
    this.controls = new Controls(this.canvas, all("[data-hold]"));
    this.controls.locks = matchMedia("(pointer: fine)").matches;
    this.mesh = scene.mesh(level.mesh);
    this.faces = level.volumes && scene.shapes({faces: level.volumes});
    this.begin(solver.start);
    this.bind();
    this.last = performance.now();
    requestAnimationFrame(now => this.frame(now));
  }

  begin(state) {  // a new run
    this.solver.restore(state);
    Object.assign(this, {first: state.row, ticks: [], at: 0, states: [state], forgotten: 0, lag: 0});
    this.yaw = this.solver.read("heading");
    this.shown = this.before = this.pose();
    this.say("");
    this.changed();
  }

  // Time

  step(input = null) {  // one tick forward: from the history, or a new one with an input
    if (input === null && this.at < this.ticks.length) return this.go(this.at + 1);
    if (this.at < this.ticks.length) this.cut();
    const given = {heading: this.yaw + 0, ...input || this.controls.input()};
    const refused = this.solver.tick(given);
    if (refused) {
      this.pause(true);
      return this.say(`${refused} Go back in time, or restart.`);
    }
    const after = this.solver.keep(), turned = this.solver.read("heading");
    if (turned !== given.heading) this.yaw = turned;  // a portal, or a new life
    this.ticks.push({input: given, rules: this.solver.rules});
    this.states.push(after);
    this.at++;
    if (this.ticks.length > KEPT) {
      this.ticks.splice(0, FORGOTTEN);
      this.states.splice(0, FORGOTTEN);
      this.at -= FORGOTTEN;
      this.forgotten += FORGOTTEN;
    }
    this.show();
  }

  cut() {  // what follows in the history is replaced by a new branch
    this.ticks.length = this.at;
    this.states.length = this.at + 1;
  }

  go(tick) {  // to a tick of the history
    this.at = Math.max(0, Math.min(this.ticks.length, tick));
    if (this.at) {  // once more, because the memory has the trace of one tick only
      this.solver.restore(this.states[this.at - 1]);
      this.replay(this.ticks[this.at - 1]);
    } else this.solver.iterations = 0;
    this.solver.restore(this.states[this.at]);
    this.yaw = this.solver.read("heading");
    this.chosen = null;
    this.say("");
    this.show();
  }

  replay({input, rules}) {
    const {rules: now} = this.solver;
    if (rules !== now) this.solver.use(rules);
    const refused = this.solver.tick(input);
    if (rules !== now) this.solver.use(now);
    return refused;
  }

  show() {
    this.before = this.shown;
    this.shown = this.pose();
    const far = minus(this.shown.position, this.before.position), climb = dot(far, this.shown.frame[2]);
    const walks = this.shown.ground === 0 && this.before.ground === 0 && Math.hypot(...far) < 1;
    this.lag = walks ? Math.max(-0.5, Math.min(0.5, 0.8 * (this.lag + climb))) : 0.8 * this.lag;
    this.changed();
  }

  pose() {
    const frame = this.solver.read("has_frame") ? this.solver.frame() : [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    return {position: this.solver.read("position"), ground: this.solver.read("ground"), frame};
  }

  pause(wanted = this.playing) {
    if (!wanted) this.watching = false;
    this.playing = !wanted;
    if (!this.playing) document.exitPointerLock && document.exitPointerLock();
    this.before = this.shown;
    this.changed();
  }

  frame(now) {
    const seconds = Math.min((now - this.last) / 1000, MOST_OWED), tick = 1 / this.level.hz;
    this.last = now;
    const [left, upwards] = this.controls.look(seconds);
    if (left || upwards) {
      this.yaw += left;
      this.pitch = Math.max(-STEEP, Math.min(STEEP, this.pitch + upwards));
      this.isChanged = true;
    }
    const pad = this.controls.pad(), start = Boolean(pad && pad.buttons[9].pressed);
    if (start && !this.started) this.pause();
    this.started = start;
    if (this.playing || this.watching) {
      this.owed = Math.min(this.owed + seconds, MOST_OWED);
      while (this.owed >= tick && (this.playing || this.watching)) {
        this.owed -= tick;
        if (this.playing) this.step(this.controls.input());
        else if (this.at < this.ticks.length) this.go(this.at + 1);
        else this.watching = false;
      }
      this.isChanged = true;
    }
    if (this.isChanged) this.paint(this.playing || this.watching ? this.owed / tick : 1);
    this.spent = performance.now() - now;
    requestAnimationFrame(time => this.frame(time));
  }

  changed() { this.isChanged = true; }

  // Pictures

  paint(part) {
    this.isChanged = false;
    const {frame} = this.shown, [right, ahead, up] = frame, {origin, eyes} = this.level;
    const position = this.before.position.map((x, i) => x + part * (this.shown.position[i] - x));
    const [c, s, cp, sp] = [Math.cos(this.yaw), Math.sin(this.yaw), Math.cos(this.pitch), Math.sin(this.pitch)];
    const mix = (...parts) => parts.reduce((sum, [factor, axis]) => plus(sum, axis, factor), [0, 0, 0]);
    const sideways = mix([c, right], [s, ahead]), level = mix([-s, right], [c, ahead]);
    const back = mix([-cp, level], [-sp, up]), upwards = mix([-sp, level], [cp, up]);
    const head = plus(position, up, eyes - this.lag);
    const far = this.third ? Math.max(0.3, this.solver.ray(head, back, BEHIND + 0.3) - 0.3) : 0;
    const eye = minus(plus(head, back, far), origin), view = {eye, right: sideways, up: upwards, back};
    const canvas = this.canvas, matrix = viewMatrix(view, canvas.clientWidth / Math.max(1, canvas.clientHeight), FIELD);
    const groups = this.faces ? [this.faces] : [], made = [];
    const body = this.bodyRow(minus(position, origin), frame);
    if (this.third && far > 0.8)
      made.push(this.scene.shapes({bodies: new Float32Array(body.concat(this.level.colours.body, 1))}));
    if (this.marks || this.inspects) made.push(this.scene.shapes(this.overlay(body)));
    const shapes = [...groups, ...made];
    this.scene.draw({camera: {matrix, eye}, space: WORLD, level: [this.mesh], shapes, sky: this.level.sky});
    made.forEach(group => this.scene.free(group));
    this.tell();
  }

  bodyRow(centre, frame) {
    const [rx, ry, rz] = this.level.radii;  // the body of a page does not turn with the view, because it is round
    return [...centre, ...frame[0].map(x => x * rx), ...frame[1].map(x => x * ry), ...frame[2].map(x => x * rz)];
  }

  get inspects() { return !find(".inspector").hidden; }

  // Shapes of the last tick: contact points, sliding planes and normals; of an iteration that was chosen also path and body.
  overlay(body) {
    const {colours} = this.level, rows = {rods: [], balls: [], discs: [], rings: []};
    this.solver.trace().forEach((iteration, number) => {
      if (this.chosen !== null && this.chosen !== number) return;
      const {start, end, displacement, point, normal, isHit} = iteration, colour = colours.passes[iteration.pass];
      if (this.inspects) {
        rows.rods.push(...start, ...end, 0.012, 0, ...colour);
        rows.rods.push(...start, ...plus(start, displacement), 0.014, 1, ...colours.before);
        rows.rings.push(...end, ...body.slice(3), ...colour, 0.006);
      }
      if (!isHit) return;
      rows.balls.push(...point, 0.035, 1, ...colours.contact);
      rows.discs.push(...point, ...normal, 0.42, ...colour);
      rows.rods.push(...point, ...plus(point, normal, 0.4), 0.012, 2, ...colours.normal);
    });
    const found = Object.entries(rows).filter(([, numbers]) => numbers.length);
    return Object.fromEntries(found.map(([kind, numbers]) => [kind, new Float32Array(numbers)]));
  }

  // Words

  say(text) { find(".trouble").textContent = text; }

  tell() {
    const {ticks, at, forgotten, shown} = this, time = find(".time");
    const ground = ["on the floor", "on a steep slope", "in the air"][shown.ground];
    const speed = Math.hypot(...this.solver.read("velocity")).toFixed(1);
    const place = shown.position.map(x => x.toFixed(2)).join(", ");
    find(".state").textContent = `tick ${forgotten + at}, ${ground}, ${speed} m/s, at ${place}`;
    Object.assign(time, {max: ticks.length, value: at});
    time.setAttribute("aria-valuetext", `tick ${forgotten + at} of ${forgotten + ticks.length}`);
    find("[data-do=pause]").textContent = this.playing ? "Pause" : "Play";
    for (const [name, on] of Object.entries({third: this.third, marks: this.marks, inspect: this.inspects, watch: this.watching}))
      find(`[data-do=${name}]`).setAttribute("aria-pressed", on);
    if (this.inspects) this.inspect();
  }

  inspect() {
    const iterations = this.solver.trace(), numbers = v => v.map(x => x.toFixed(4)).join(", ");
    const key = `${this.forgotten + this.at} ${this.chosen} ${iterations.length}`;
    if (this.inspected === key) return;
    this.inspected = key;
    const lines = iterations.map((one, number) => {
      const button = document.createElement("button"), text = document.createElement("p"), item = document.createElement("li");
      button.textContent = `${number + 1}. ${one.passName}: ${one.ending}`;
      button.setAttribute("aria-pressed", this.chosen === number);
      button.onclick = () => { this.chosen = this.chosen === number ? null : number; this.changed(); };
      const kind = one.isWalkable ? "ground" : one.isWall ? "a wall" : "a slope";
      text.textContent = `Displacement ${numbers(one.displacement)} m. ` + (!one.isHit ? "No contact."
        : `Contact with the ${one.feature} of triangle ${one.triangle}, ${kind}, normal ${numbers(one.normal)}. `
          + `Left to do: ${numbers(one.next)} m.`);
      item.append(button, text);
      return item;
    });
    find(".inspector h2").textContent = `Tick ${this.forgotten + this.at}: ${iterations.length} iterations`;
    find(".inspector ol").replaceChildren(...lines);
  }

  // Buttons and keys

  bind() {
    const stopped = use => () => { this.pause(true); use(); }, by = ticks => stopped(() => this.go(this.at + ticks));
    const actions = {
      pause: () => this.pause(), step: stopped(() => this.step()), back: by(-1), ahead: by(10), earlier: by(-10),
      oldest: by(-Infinity), newest: by(Infinity), restart: () => this.begin(this.solver.start),
      watch: () => { this.pause(true); this.watching = !this.watching && this.at < this.ticks.length; },
      third: () => { this.third = !this.third; },
      marks: () => { this.marks = !this.marks; },
      inspect: () => { find(".inspector").hidden = this.inspects; this.inspected = null; if (this.inspects) this.pause(true); },
      save: () => this.save(), open: () => find("input[type=file]").click(), help: () => find("dialog").showModal(),
    };
    const keys = {p: "pause", ".": "step", ",": "back", "]": "ahead", "[": "earlier", Home: "oldest", End: "newest", q: "watch",
      r: "restart", v: "third", 2: "marks", t: "inspect", h: "help", F1: "help"};
    const act = name => { actions[name](); this.changed(); };
    for (const button of all("[data-do]")) button.onclick = event => {
      act(button.dataset.do);
      if (event.detail) this.canvas.focus({preventScroll: true});  // a click, after which keys walk again
    };
    document.addEventListener("keydown", event => {
      const name = keys[event.key] || keys[event.key.toLowerCase()], other = event.target.closest("input, select, dialog");
      if (!name || other || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      act(name);
    });
    find(".time").oninput = event => { this.pause(true); this.go(Number(event.target.value)); };
    find("select").onchange = event => { this.solver.use(Number(event.target.value)); this.canvas.focus(); };
    find("input[type=file]").onchange = async event => {
      const [file] = event.target.files;
      if (file) this.open(await file.text());
      event.target.value = "";
    };
    addEventListener("resize", () => this.changed());
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.pause(true); });
    this.canvas.focus({preventScroll: true});
  }

  hash() {
    const bytes = this.states.slice(0, this.at + 1).flatMap(state => this.solver.hashed(state.row));
    return sha256(Uint8Array.from(bytes)).slice(0, 16);
  }

  recording() { return recordingText(this.level, {start: this.first, ticks: this.ticks.slice(0, this.at), hash: this.hash()}); }

  save() {
    if (!this.level.recording) return this.say("This page leaves out what moves the player here, so a run cannot be recorded.");
    if (!this.at) return this.say("There is no tick to record yet.");
    if (this.forgotten) return this.say("The start of this run was too long ago to record it. Restart.");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([this.recording()], {type: "text/plain"}));
    link.download = `${this.level.name}.recording`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    this.say(`Saved: python main.py replay ${link.download} plays it on a desktop.`);
  }

  open(text) {  // a recording: its whole run, then back to its start
    const own = this.solver.rules;
    this.pause(true);
    try {
      const run = readRecording(this.level, text);
      this.solver.restore(this.solver.start);
      if (String(run.position) !== String(this.solver.read("position")) && this.level.isTurned)
        throw new Error("The recording begins at another place, which this page cannot find where gravity turns.");
      this.solver.put({position: run.position, heading: run.heading});
      this.begin(this.solver.keep());
      for (const {input, rules} of run.ticks) {
        if (rules !== this.solver.rules) this.solver.use(rules);
        const before = this.ticks.length;
        this.step(input);
        if (this.ticks.length === before) throw new Error(`Tick ${before + 1}: ${find(".trouble").textContent}`);
      }
      const isSame = this.hash() === run.hash;
      this.go(0);
      this.say(`${run.ticks.length} ticks, ${isSame ? "the same" : "DIFFERENT"} to the bit. Q plays them.`);
    } catch (error) {
      this.say(error.message);
    }
    this.solver.use(own);
  }
}

async function play() {
  const trouble = find(".trouble");
  if (!window.WebAssembly || !window.DecompressionStream) {
    trouble.textContent = "This browser has no WebAssembly, or is older than 2023. Any newer browser plays this page.";
    return null;
  }
  const [level, {code}] = await Promise.all([unpack(LEVEL), unpack(TICK)]);
  const scene = Scene.start(find("canvas"), level.look);
  if (!scene) {
    trouble.textContent = "This browser has no WebGL2, which draws the level. Perhaps its hardware acceleration is turned off.";
    return null;
  }
  return new Game(level, await Solver.start(code, level), scene);
}

let game = null;
play().then(found => {
  game = found;
  if (game) document.body.dataset.ready = "";
}).catch(error => {
  find(".trouble").textContent = `The page cannot start: ${error.message}`;
  throw error;
});
