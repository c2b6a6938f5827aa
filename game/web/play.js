"use strict";
// The page that plays a level: the loop of ticks and pictures, its history, the view, the inspector and the buttons.

const FIELD = 84, STEEP = 1.5;  // [degrees] of view; [rad] of the view upwards
const HIDDEN = 1.1;  // [m] of the camera from the middle of the body within which it is not drawn. Less: it fills the picture
const KEPT = 36000, FORGOTTEN = 6000;  // ticks in the history, and how many of them go at once. More: only costs memory
const MOST_OWED = 0.2;  // [s] that the game catches up with. Longer: it freezes after a pause; shorter: it slows down
const ABOVE = 0.45, AHEAD = 1.5;  // [m] of the golden arrow from the eyes. Less: the body hides it; more: it leaves the picture
const TOLD = 8;  // [s] that a message about play is shown. Shorter: it cannot be read; longer: it covers the picture
const APART = 0.1;  // [m] from which a twin is drawn as a body. Less: both are one grey body; more: a twin is only an outline
const WORLD = spaceAt([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [1, 1, 1], [0, 0, 0], 0);
const find = name => document.querySelector(name), all = name => [...document.querySelectorAll(name)];

class Game {
  constructor(level, solver, scene, sounds) {
    Object.assign(this, {level, solver, scene, canvas: scene.gl.canvas, third: true, marks: true, playing: true, watching: 0,
      twin: null, owed: 0, pitch: 0, lag: 0, painted: 0});
    this.inspector = new Inspector(find(".inspector"), level, solver, this.canvas, () => this.changed());
    this.inspector.isStill = () => !this.playing;
    this.arm = new Arm(level.arm, solver);
    this.sounds = new Sounds(sounds, level, solver);
    this.rules = new RulesDialog(find(".rules"), level, this.choose.bind(this));
    this.controls = new Controls(this.canvas, all("[data-hold]"), find(".stick"));
    this.controls.walks = () => this.playing;
    this.controls.isOff = () => this.inspector.isAside;
    this.controls.locks = matchMedia("(pointer: fine)").matches;
    this.signs = new Signs(find(".signs"), level.signs, this.hides.bind(this));
    this.goals = new Goals(level, solver);
    this.load();
    this.begin(solver.start);
    this.bind();
    this.last = performance.now();
    requestAnimationFrame(now => this.frame(now));
  }

  load() {  // what the graphics card has
    this.mesh = this.scene.mesh(this.level.mesh);
    Object.assign(this, {shapes: {}, front: {}, solidGroup: null});  // body, twin and marks; arrows; triangles of the solver
    this.faces = this.level.volumes && this.scene.shapes({faces: this.level.volumes});
  }

  begin(state) {  // a new run
    this.solver.restore(state);
    this.solver.iterations = 0;
    Object.assign(this, {first: state.row, ticks: [], at: 0, states: [state], forgotten: 0, lag: 0, other: null});
    this.yaw = this.solver.read("heading");
    this.shown = this.before = this.pose();
    if (this.twin) this.twin.begin(this.solver, this);
    this.inspector.choose(null);
    this.say("");
    this.changed();
  }

  // Time

  step(input = null) {  // one tick forward: from the history, or a new one with an input
    if (input === null && this.at < this.ticks.length) return this.go(this.at + 1);
    if (this.at < this.ticks.length) this.cut();
    const given = {heading: this.yaw + 0, ...input || this.controls.input()};
    const finished = this.solver.read("finished"), before = this.playing ? this.sounds.note() : null, refused = this.solver.tick(given);
    if (refused) {
      this.pause(true);
      this.go(this.at);  // the memory has the trace of the tick that was refused
      return this.say(`${refused} Go back in time, or start again.`);
    }
    if (before) this.sounds.play(this.sounds.cues(before, this.sounds.note()));
    const after = this.solver.keep(), turned = this.solver.read("heading");
    if (turned !== given.heading) this.yaw = turned;  // a portal, or a new life
    if (given.forward || given.right) document.body.dataset.walked = "";  // the first hint has been read
    this.ticks.push({input: given, rules: this.solver.rules});
    this.states.push(after);
    this.at++;
    if (this.twin) this.twin.step(given);
    const back = this.level.words.back[this.solver.moved];
    if (back) {
      this.controls.rest();
      this.say(`${back[0].toUpperCase()}${back.slice(1)}.`, TOLD);
    }
    const found = this.playing ? this.goals.look(finished) : "";  // not in a recording
    if (found) this.say(found, TOLD);
    if (found && !this.level.medals) this.sounds.play([this.level.heard.plain[this.goals.next ? "checkpoint" : "medal"]]);
    if (this.ticks.length > KEPT) {
      this.ticks.splice(0, FORGOTTEN);
      this.states.splice(0, FORGOTTEN);
      this.at -= FORGOTTEN;
      this.other = null;  // its ticks have other numbers now
      this.forgotten += FORGOTTEN;
      if (this.twin) this.twin.forget(FORGOTTEN);
    }
    this.show();
  }

  cut() {  // what follows in the history is replaced by a new branch; `undo` brings it back
    this.other = {ticks: this.ticks.slice(), states: this.states.slice()};
    this.say("Bring back (Z) shows again what followed.");
    this.ticks.length = this.at;
    this.states.length = this.at + 1;
    if (this.twin && this.at < this.twin.first) this.twin.begin(this.solver, this);
    else if (this.twin) this.twin.cut(this.at);
  }

  undo() {  // the branch before the last cut, or the one after it again
    this.pause(true);
    if (!this.other) return this.say("Nothing was cut off.");
    const {ticks, states, at} = this, found = this.other;
    Object.assign(this, found, {other: {ticks, states}});
    this.go(Math.min(at, found.ticks.length));
    if (this.twin) this.twin.begin(this.solver, this);
    this.say("This is what playing on had cut off. Bring back (Z) changes to the newer run again.");
  }

  go(tick) {  // to a tick of the history
    this.at = Math.max(0, Math.min(this.ticks.length, tick));
    if (this.at) {  // once more, because the memory has the trace of one tick only
      this.solver.restore(this.states[this.at - 1]);
      this.replay(this.ticks[this.at - 1]);
    } else this.solver.iterations = 0;
    this.solver.restore(this.states[this.at]);
    this.yaw = this.solver.read("heading");
    if (this.twin) this.twin.go(this.at, this.ticks);
    this.say("");
    this.show();
  }

  // To the next (1) or previous (-1) tick in which the body meets a triangle that it did not meet in the tick before: a wall, a
  // step, or the floor on which it lands.
  seekContact(direction) {
    for (let tick = this.at + direction; tick >= 1 && tick <= this.ticks.length; tick += direction) {
      const before = this.touchedIn(tick - 1);
      if ([...this.touchedIn(tick)].some(triangle => !before.has(triangle))) return this.go(tick);
    }
    this.go(this.at);
    this.say(direction > 0 ? "The history has no new contact from here on. Play, or go back." : "No contact is earlier than this.");
  }

  touchedIn(tick) {
    if (tick < 1) return new Set();
    this.solver.restore(this.states[tick - 1]);
    this.replay(this.ticks[tick - 1]);
    const {solver, level: {numbers}} = this, isFloor = ({pass, ending}) => pass === numbers.GROUND
      || ending === numbers.SNAPPED || solver.stood && ending === numbers.LANDED;  // on which it only stands
    return new Set(solver.trace().filter(one => one.touches && !isFloor(one)).map(one => one.triangle));
  }

  replay({input, rules}) {
    const {rules: now} = this.solver;
    if (rules !== now) this.solver.use(rules);
    const refused = this.solver.tick(input);
    if (rules !== now) this.solver.use(now);
    return refused;
  }

  show() {  // the tick to which time came
    this.inspector.choose(null);
    this.before = this.shown;
    this.shown = this.pose();
    const far = minus(this.shown.position, this.before.position), climb = dot(far, this.shown.frame[2]);
    const walks = this.shown.ground === 0 && this.before.ground === 0 && Math.hypot(...far) < 1
      && this.shown.crouched === this.before.crouched;
    this.lag = walks ? Math.max(-0.5, Math.min(0.5, 0.8 * (this.lag + climb))) : 0.8 * this.lag;
    this.changed();
  }

  pose() {
    const frame = this.solver.axes();
    const [position, ground, crouched] = ["position", "ground", "crouched"].map(name => this.solver.read(name));
    return {position, ground, crouched, frame};
  }

  watch(direction) {  // play the history forwards (1) or backwards (-1), or stop
    const wanted = this.watching === direction ? 0 : direction;
    this.pause(true);
    this.watching = wanted;
  }

  pause(wanted = this.playing) {
    this.playing = !wanted;
    this.watching = 0;
    this.controls.tapped.clear();
    if (!this.playing) document.exitPointerLock && document.exitPointerLock();
    this.before = this.shown;
    this.changed();
  }

  frame(now) {
    const began = performance.now(), seconds = Math.min((now - this.last) / 1000, MOST_OWED), tick = 1 / this.level.hz;
    this.last = now;
    const [left, upwards] = this.controls.look(seconds);
    if (left || upwards) {
      this.yaw += left;
      this.pitch = Math.max(-STEEP, Math.min(STEEP, this.pitch + upwards));
      this.isChanged = true;
    }
    const pad = this.controls.pad(), start = Boolean(pad && pad.buttons[9].pressed);
    if (start && !this.started && !find("dialog[open]")) this.pause();
    this.started = start;
    if (this.playing || this.watching) {
      this.owed = Math.min(this.owed + seconds, MOST_OWED);
      while (this.owed >= tick && (this.playing || this.watching)) {
        this.owed -= tick;
        if (this.playing) this.step(this.controls.input());
        else if (this.watching > 0 ? this.at < this.ticks.length : this.at > 0) this.go(this.at + this.watching);
        else this.watching = 0;
      }
      this.isChanged = true;
    }
    if (this.isChanged) this.paint(this.playing || this.watching ? this.owed / tick : 1);
    this.sounds.surround(this.playing ? this.ear : null);
    this.spent = performance.now() - began;
    requestAnimationFrame(time => this.frame(time));
  }

  changed() { this.isChanged = true; }

  async choose(own, twin, isNew) {  // rules of the player, and of its twin or null, from the next tick on
    this.solver.use(own);
    if (isNew) {
      Object.assign(this, {twin: null, wanted: twin});
      this.inspector.of(this.solver);
      const solver = twin && await Solver.of(this.solver.compiled, this.level);
      if (solver && this.wanted === twin) {  // another choice may have come meanwhile
        this.twin = new Twin(solver, twin);
        this.twin.begin(this.solver, this);
      }
    }
    this.changed();
  }

  // Pictures

  paint(part) {
    this.isChanged = false;
    const {frame} = this.shown, [right, ahead, up] = frame, {origin} = this.level;
    const position = this.before.position.map((x, i) => x + part * (this.shown.position[i] - x));
    const [c, s] = [Math.cos(this.yaw), Math.sin(this.yaw)];
    const mix = (...parts) => parts.reduce((sum, [factor, axis]) => plus(sum, axis, factor), [0, 0, 0]);
    const sideways = mix([c, right], [s, ahead]), level = mix([-s, right], [c, ahead]);
    const crouched = this.before.crouched + part * (this.shown.crouched - this.before.crouched), feet = this.feetAt(crouched);
    const head = plus(position, up, this.level.eyeHeight * feet / this.level.radii[2] - feet - this.lag);
    const canvas = this.canvas, aspect = aspectOf(canvas), now = performance.now();
    const seconds = this.playing || this.watching ? (now - this.painted) / 1000 : Infinity, axes = [sideways, level, up];
    const {place, pitch} = this.third ? this.arm.advance(head, axes, this.pitch, seconds) : {place: head, pitch: this.pitch};
    this.painted = now;
    const own = {eye: minus(place, origin), right: sideways, ...sight(axes, pitch), field: FIELD};
    const side = this.inspector.sideView(aspect), view = side || own;
    this.ear = place;
    const {eye, cut} = view, matrix = viewMatrix(view, aspect, view.field);
    const isSeen = side || this.third && Math.hypot(...minus(place, position)) > HIDDEN;
    const groups = this.faces ? [this.faces] : [];
    const body = this.bodyRow(minus(position, origin), [sideways, level, up], crouched), bodies = [];
    if (isSeen) bodies.push(...body, ...this.level.colours.body, this.inspector.isOpen ? 0.5 : 1);
    const twin = this.twin ? this.twin.row(this, part) : null;
    const isApart = twin && Math.hypot(...minus(this.twin.position, this.shown.position)) > APART;
    if (isApart) bodies.push(...twin, ...this.level.colours.twin, 0.6);
    const marks = this.marks || this.inspector.isOpen ? this.inspector.rows(body.slice(3), !this.third && !side) : {};
    const rows = bodies.length ? {...marks, bodies: new Float32Array(bodies)} : marks;
    if (twin && !isApart) {  // two bodies at one place have one colour
      const ring = [...twin, ...this.level.colours.twin, this.level.sizes.line];
      rows.rings = new Float32Array([...rows.rings || [], ...ring]);
    }
    if (!this.inspector.isOpen) {
      const {balls, rods} = this.goals.rows(plus(plus(minus(head, origin), up, ABOVE), level, this.third ? 0 : AHEAD));
      Object.assign(rows, {balls: new Float32Array([...rows.balls || [], ...balls]), rods: new Float32Array([...rows.rods || [], ...rods])});
    }
    const shapes = [...groups, this.scene.update(this.shapes, rows)];
    const front = [this.scene.update(this.front, this.inspector.arrows())];
    this.scene.draw({camera: {matrix, eye}, space: WORLD, level: [this.mesh], shapes, front, sky: this.level.sky,
      ...side && {cut, fill: {solids: this.solids, colour: this.level.colours.section}}});
    this.signs.draw(matrix, eye, canvas.clientWidth, canvas.clientHeight, !this.playing, cut, isSeen ? body : null);
    this.tell();
  }

  get solids() {  // the triangles that the solver tests, as a group of scene.js: those of the picture are not closed
    const {colours, origin} = this.level, rows = () => this.solver.triangles().flatMap(corners =>
      [...corners.map((x, i) => x - origin[i % 3]), ...colours.section]);
    return this.solidGroup = this.solidGroup || this.scene.shapes({triangles: new Float32Array(rows())});
  }

  hides(place, eye) {  // true if the level is between an eye and a place, in the drawing
    const away = minus(place, eye), far = Math.hypot(...away);
    return this.solver.ray(plus(eye, this.level.origin), unit(away), far) < far - 0.1;
  }

  feetAt(crouched) { return this.level.radii[2] + (this.level.crouchedFeet - this.level.radii[2]) * crouched; }

  bodyRow(centre, frame, crouched) {
    const radii = [this.level.radii[0], this.level.radii[1], this.feetAt(crouched)];
    return [...centre, ...frame.flatMap((axis, i) => axis.map(x => x * radii[i]))];
  }

  // Words

  say(text, seconds = 0) {  // in the place for messages: for some time, or until the next one
    find(".trouble").textContent = text;
    clearTimeout(this.silence);
    if (seconds) this.silence = setTimeout(() => this.say(""), 1000 * seconds);
  }

  tell() {
    const {ticks, at, forgotten, shown} = this, time = find(".time");
    const {waters, words} = this.level, inside = this.solver.inside(), {twin} = this;
    const ground = !at && !forgotten ? "at the start"
      : words.grounds[shown.ground === 2 && waters.some(number => inside[number]) ? 3 : shown.ground];
    const [level, up] = this.speed(), climb = Math.abs(up) < 0.05 ? "" : `, ${Math.abs(up).toFixed(1)} ${up > 0 ? "up" : "down"}`;
    const place = shown.position.map(x => x.toFixed(2)).join(", ");
    const way = twin && minus(twin.position, shown.position), far = twin && Math.hypot(...way);
    const apart = twin && `; the twin is ${far.toFixed(3)} m away${far > APART ? `, ${this.side(way)}` : ""}`;
    const stopped = this.playing ? "" : this.watching ? "history, " : "paused, ";
    const motion = `${ground}, ${level.toFixed(1)} m/s horizontal${climb}, at ${place}`, goals = this.inspector.isOpen ? "" : this.goals.text;
    find(".state").textContent = `${stopped}tick ${forgotten + at}, ${motion}${apart || ""}${goals}`;
    Object.assign(time, {max: ticks.length, value: at});
    time.setAttribute("aria-valuetext", `tick ${forgotten + at} of ${forgotten + ticks.length}`);
    find("[data-do=pause]").textContent = this.playing ? "Stop time" : this.watching ? "Stop" : at < ticks.length ? "Go on from here" : "Go on";
    find("[data-do=undo]").disabled = !this.other;
    const {isOpen, isFromTheSide} = this.inspector;
    const isOfTwin = this.twin && this.inspector.solver === this.twin.solver;
    Object.assign(find("[data-do=inside_twin]"), {hidden: !this.twin, textContent: isOfTwin ? "Player" : "Twin"});
    find("[data-do=side]").textContent = isFromTheSide ? "Player's view" : "From the side";
    const pressed = {sound: this.sounds.isOn, third: this.third, marks: this.marks, inspect: isOpen,
      watch: this.watching > 0, rewind: this.watching < 0};
    for (const [name, on] of Object.entries(pressed))
      find(`[data-do=${name}]`).setAttribute("aria-pressed", on);
    this.inspector.show(this.forgotten + this.at, isOfTwin ? "The twin's" : "");
  }

  side(way) {  // the words for the side of the view to which a vector leads most
    const [right, ahead, up] = this.shown.frame, [c, s] = [Math.cos(this.yaw), Math.sin(this.yaw)], [x, y] = [dot(way, right), dot(way, ahead)];
    const sides = [[c * x + s * y, "to the right", "to the left"], [c * y - s * x, "ahead", "behind you"], [dot(way, up), "above", "below"]];
    const [part, positive, negative] = sides.sort((a, b) => Math.abs(b[0]) - Math.abs(a[0]))[0];
    return part > 0 ? positive : negative;
  }

  // The horizontal speed of the centre, and the vertical one, upwards [m/s], in the tick that is shown, as `motion_text` of
  // game/explain/hud_text.py; after a portal or a new life, of the next one.
  speed() {
    const {at, solver, states} = this, isNew = !at || solver.read("event");
    const [before, now] = isNew ? [] : [at - 1, at].map(tick => solver.position(states[tick]));
    const velocity = isNew ? solver.read("velocity") : minus(now, before).map(x => x * this.level.hz);
    const [right, ahead, up] = solver.axes().map(axis => dot(axis, velocity));
    return [Math.hypot(right, ahead), up];
  }

  // Buttons and keys

  bind() {
    this.bindButtonsAndKeys(this.actions());
    this.bindFilesAndTime();
    this.bindCanvas();
    this.bindPage();
  }

  actions() {  // what buttons and keys do, by name
    const stopped = use => () => { this.pause(true); use(); }, by = ticks => stopped(() => this.go(this.at + ticks));
    return {
      pause: () => { if (this.watching) this.watch(this.watching); else this.pause(); },
      step: stopped(() => this.step()), back: by(-1), ahead: by(10), earlier: by(-10), oldest: by(-Infinity), newest: by(Infinity),
      restart: () => {
        this.begin(this.solver.start);
        this.pause(false);
        if (this.goals.found.size) this.say("Found marks stay found.", TOLD);
      },
      watch: () => this.watch(1), rewind: () => this.watch(-1),
      undo: () => this.undo(), sound: () => this.sounds.toggle(), side: () => this.inspector.lookFromTheSide(),
      contact: stopped(() => this.seekContact(1)), earlier_contact: stopped(() => this.seekContact(-1)),
      third: () => { this.third = !this.third; },
      marks: () => { this.marks = !this.marks; },
      inspect: () => { this.inspector.open(!this.inspector.isOpen); if (this.inspector.isOpen) this.pause(true); },
      inside_twin: () => this.inspector.of(this.inspector.solver === this.solver ? this.twin.solver : this.solver),
      close: () => this.inspector.open(false), save: () => this.save(), open: () => find("input[type=file]").click(),
      rules: () => this.ask(find(".rules")), help: () => this.ask(find(".help")),
    };
  }

  bindButtonsAndKeys(actions) {
    const onAndOn = ["step", "back", "ahead", "earlier", "contact", "earlier_contact"];  // while their keys are held
    const keys = {
      p: "pause", ".": "step", ",": "back", "]": "ahead", "[": "earlier", Home: "oldest", End: "newest",
      q: "watch", Backspace: "rewind", z: "undo", n: "contact", b: "earlier_contact",
      m: "sound", o: "rules", r: "restart", v: "third", 2: "marks", t: "inspect", h: "help", F1: "help",
    };
    const act = name => { actions[name](); this.changed(); };
    for (const button of all("[data-do]")) button.onclick = () => {
      button.closest("dialog")?.close();
      act(button.dataset.do);
    };
    document.addEventListener("keydown", event => {
      const name = !isOfMotion(event.code) && (keys[event.key] || keys[event.key.toLowerCase()]), dialog = find("dialog[open]");
      const isPress = !event.repeat || onAndOn.includes(name);
      const isAsked = name && dialog && dialog.matches(`.${CSS.escape(name)}`) && !event.target.closest("select");
      if (isAsked) event.preventDefault(), isPress && dialog.close();  // the key that opened it
      const ofSlider = event.target.type === "range" && (name === "oldest" || name === "newest");
      if (!name || dialog || event.target.closest("select") || ofSlider || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      if (isPress) act(name);
    });
  }

  bindFilesAndTime() {
    find(".time").oninput = event => { this.pause(true); this.go(Number(event.target.value)); };
    find("input[type=file]").onchange = async event => {
      const [file] = event.target.files;
      if (file) await file.text().then(text => this.open(text), () => this.say(`${file.name} cannot be read.`));
      event.target.value = "";
    };
  }

  bindCanvas() {
    this.canvas.addEventListener("webglcontextlost", event => {
      event.preventDefault();  // or it never comes back
      this.pause(true);
      this.say("The graphics card lost the picture. If it does not come back, save the run and load the page again.");
    });
    this.canvas.addEventListener("webglcontextrestored", () => {
      this.scene = Scene.start(this.canvas, this.level.look);
      this.load();
      this.say("The picture is back.");
      this.changed();
    });
    new ResizeObserver(() => this.changed()).observe(this.canvas);
  }

  bindPage() {
    addEventListener("resize", () => this.changed());  // by the zoom of the page, too, which leaves the size of the canvas
    for (const [name, place] of [["--bar", ".bar"], ["--state", ".state"]])  // more or fewer lines; what they leave is for others
      new ResizeObserver(() => document.body.style.setProperty(name, `${find(place).offsetHeight}px`)).observe(find(place));
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) return;
      this.pause(true);
      this.sounds.surround(null);  // a hidden page has no pictures, which would do it
    });
  }

  ask(dialog) {  // time stands while it is open
    const played = this.playing;
    this.pause(true);
    dialog.addEventListener("close", () => { if (played) this.pause(false); }, {once: true});
    dialog.showModal();
  }

  hash() {
    const bytes = this.states.slice(0, this.at + 1).flatMap(state => this.solver.hashed(state.row));
    return sha256(Uint8Array.from(bytes)).slice(0, 16);
  }

  recording() { return recordingText(this.level, {start: this.first, ticks: this.ticks.slice(0, this.at), hash: this.hash()}); }

  save() {
    if (!this.level.recording) return this.say("This page leaves out what moves the player here, so a run cannot be recorded.");
    if (!this.at) return this.say("There is no tick to record yet.");
    if (this.forgotten) return this.say("The start of this run was too long ago to record it. Start again.");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([this.recording()], {type: "text/plain"}));
    link.download = `${this.level.name}.recording`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    const without = this.twin ? " Its twin is not in it: choose one again in Rules." : "";
    this.say(`Saved ${link.download}. Open run loads it here; on a desktop: python main.py replay ${link.download}.${without}`);
  }

  open(text) {  // a recording: its whole run, then back to its start
    const own = this.solver.rules, {first, ticks, at, states, forgotten, other} = this, twin = {...this.twin};
    this.pause(true);
    try {
      const run = readRecording(this.level, text);
      this.solver.restore(this.solver.start);
      if (String(run.position) !== String(this.solver.read("position")) && this.level.isTurned)
        throw new Error("The recording begins at another place, which this page cannot find where gravity turns.");
      this.solver.put({position: run.position, heading: run.heading, crouched: run.crouched});
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
    } catch (error) {  // the run before stays
      Object.assign(this, {first, ticks, states, forgotten, other});
      if (this.twin) Object.assign(this.twin, {first: twin.first, states: twin.states});
      this.go(at);
      this.say(error.message);
    }
    this.solver.use(own);
  }
}

// The directions of a view with a pitch [rad] upwards: its back and its up. axes: right, level ahead and up
function sight([, level, up], pitch) {
  const [c, s] = [Math.cos(pitch), Math.sin(pitch)], mix = (x, y) => level.map((_, i) => x * level[i] + y * up[i]);
  return {back: mix(-c, -s), up: mix(-s, c)};
}

// The arm that carries the camera in third person, as SpringArm of game/scene/look_and_spring_arm.py but without its foresight:
// a wall shortens it at once, and it grows back slowly. With a wall close behind, the camera is over the head.
class Arm {
  constructor(numbers, solver) { Object.assign(this, numbers, {solver, length: numbers.longest, lifted: 0, inside: 0}); }

  // The place of the camera and its pitch. eye: of the player; axes: right, level ahead and up; pitch: of the player's look;
  // seconds: since the last call, Infinity to ease nothing
  advance(eye, axes, pitch, seconds) {
    const {roomy, tight, leaves, gone, clearance} = this, low = plus(eye, axes[2], -this.drop), level = pitch - this.tilt;
    const part = x => Math.min(Math.max(x, 0), 1), ease = time => 1 - Math.exp(-seconds / time);
    const share = part((roomy - this.free(low, axes, Math.max(-STEEP, level))) / (roomy - tight));
    let room = this.lift;
    if (Math.max(share, this.lifted) > 1e-3)
      room = Math.min(this.solver.ray(low, axes[2], this.lift + clearance) - clearance, this.lift);
    this.lifted += (share - this.lifted) * ease(this.raiseTime);
    this.inside += (share * part((leaves - room) / (leaves - gone)) - this.inside) * ease(this.raiseTime);
    const pivot = plus(low, axes[2], Math.min(this.lifted * this.lift, Math.max(room, 0)));
    const shown = Math.max(-STEEP, level - this.lifted * Math.min(Math.max(level - this.lowest, 0), this.dip));
    const free = this.free(pivot, axes, shown, this.shortest * (1 - this.lifted));
    this.length = Math.min(free, this.length + (free - this.length) * (free > this.length ? ease(this.returnTime) : 1));
    const place = plus(pivot, sight(axes, shown).back, this.length), away = minus(place, eye), far = Math.hypot(...away);
    if (this.inside < 1e-3) return {place, pitch: shown};
    const isFree = this.solver.ray(eye, unit(away), far) >= far;  // the way from the eyes to the camera
    return {place: plus(eye, away, isFree ? 1 - this.inside : 0), pitch: shown + this.inside * (pitch - shown)};
  }

  // The longest arm that ends a clearance before a wall, by rays along it and to the corners of a square around its end.
  free(pivot, axes, pitch, shortest = this.shortest) {
    const {longest, clearance} = this, {back, up} = sight(axes, pitch), ends = [[0, 0], [1, 1], [1, -1], [-1, 1], [-1, -1]];
    const ways = ends.map(([x, y]) => plus(plus(back.map(one => one * (longest + clearance)), axes[0], clearance * x), up, clearance * y));
    const nearest = Math.min(...ways.map(way => this.solver.ray(pivot, unit(way), Math.hypot(...way))));
    return Math.max(shortest, Math.min(longest, nearest - clearance));
  }
}

// A body that gets the same input as the player, with other rules, from the tick on in which it was chosen.
class Twin {
  constructor(solver, rules) {
    Object.assign(this, {solver, rules});
    solver.use(rules);
  }

  begin(own, {at, ticks}) {  // at the player, and through the history that follows
    this.solver.restore(own.keep());
    Object.assign(this, {first: at, states: [this.solver.keep()]});
    this.before = this.position = this.solver.read("position");
    ticks.slice(at).forEach(({input}) => this.step(input));
    this.go(at, ticks);
  }

  step(input) {
    this.solver.tick(input);  // one that is refused leaves it where it is
    this.states.push(this.solver.keep());
    this.moved();
  }

  moved() {
    this.before = this.position;
    this.position = this.solver.read("position");
  }

  go(tick, ticks) {  // with its trace: once more from the state before
    const at = Math.max(0, tick - this.first);
    if (at) {
      this.solver.restore(this.states[at - 1]);
      this.solver.tick(ticks[tick - 1].input);
    } else this.solver.iterations = 0;
    this.solver.restore(this.states[at]);
    this.moved();
  }

  cut(tick) { this.states.length = tick - this.first + 1; }

  forget(ticks) {
    this.states.splice(0, Math.max(0, ticks - this.first));
    this.first = Math.max(0, this.first - ticks);
  }

  row(game, part) {  // its body, as a row of scene.js
    const at = this.before.map((x, i) => x + part * (this.position[i] - x)), heading = this.solver.read("heading");
    const [right, ahead, up] = this.solver.axes(), [c, s] = [Math.cos(heading), Math.sin(heading)];
    const turned = (a, b, x, y) => a.map((_, i) => x * a[i] + y * b[i]);
    return game.bodyRow(minus(at, game.level.origin), [turned(right, ahead, c, s), turned(right, ahead, -s, c), up], this.solver.read("crouched"));
  }
}

async function play() {
  const trouble = find(".trouble");
  if (!window.WebAssembly) {
    trouble.textContent = "This browser has no WebAssembly, which plays the level. Any newer browser plays this page.";
    return null;
  }
  const unpacked = await Promise.all([LEVEL, TICK, SOUNDS].map(unpack)).catch(error => { trouble.textContent = error.message; });
  if (!unpacked) return null;
  const [level, {code}, sounds] = unpacked;
  const scene = Scene.start(find("canvas"), level.look);
  if (!scene) {
    trouble.textContent = "This browser has no WebGL2, which draws the level. Perhaps its hardware acceleration is turned off.";
    return null;
  }
  return new Game(level, await Solver.start(code, level), scene, sounds);
}

let game = null;
play().then(found => {
  game = found;
  if (game) document.body.dataset.ready = "";
}).catch(error => {
  find(".trouble").textContent = `The page cannot start: ${error.message}`;
  throw error;
});
