"use strict";
// The player's tick in the memory of a level: the WebAssembly module of tick_module.py with the memory of tick_memory.py. No
// arithmetic of the motion is here but what follows events, so a run has the bits of the game on a desktop.

class Solver {
  static async start(code, level) { return Solver.of(await WebAssembly.compile(code), level); }

  static async of(compiled, level) {  // a player at the start of a level, in a memory of its own
    const memory = new WebAssembly.Memory({initial: level.pages});
    return new Solver(compiled, await WebAssembly.instantiate(compiled, {env: {memory}}), memory, level);
  }

  constructor(compiled, {exports}, memory, level) {
    Object.assign(this, {compiled, module: exports, level, at: level.places});
    Object.assign(this, {bytes: new Uint8Array(memory.buffer), view: new DataView(memory.buffer)});
    this.bytes.set(level.image, level.stack);
    this.corners = new Float64Array(memory.buffer, this.at.corners, 9 * level.tree.triangles);
    this.nodes = new Float32Array(memory.buffer, this.at.nodes, 6 * level.tree.nodes);
    this.start = this.keep();
    this.moved = "";  // what led the player elsewhere after the sweeps of the last tick
    this.use(level.rules.sets[0].choice);
  }

  use(rules) { this.rules = rules; }  // a choice of rules (rules.js), from the next tick on

  // The state before the next tick: the row of the player, and the volumes that contain it.
  keep() {
    const size = this.level.player.size;
    return {row: this.bytes.slice(this.at.before, this.at.before + size), inside: this.inside().slice()};
  }

  restore({row, inside}) {
    this.bytes.set(row, this.at.before);
    this.bytes.set(inside, this.at.inside);
  }

  inside() { return this.bytes.subarray(this.at.inside, this.at.inside + this.level.volumeCount); }

  read(name, row = this.at.before) {
    const [offset, form] = this.level.player.fields[name], at = row + offset;
    if (form === "q") return Number(this.view.getBigInt64(at, true));
    if (form === "?") return this.bytes[at] !== 0;
    return form === "d" ? this.view.getFloat64(at, true) : this.vector(at, Number(form[0]));
  }

  position({row}) {  // of a state that `keep` returned
    const view = new DataView(row.buffer, row.byteOffset), [offset] = this.level.player.fields.position;
    return [0, 1, 2].map(i => view.getFloat64(offset + 8 * i, true));
  }

  write(name, value) {
    const [offset, form] = this.level.player.fields[name], at = this.at.before + offset;
    if (form === "q") this.view.setBigInt64(at, BigInt(value), true);
    else [value].flat().forEach((x, i) => this.view.setFloat64(at + 8 * i, x, true));
  }

  vector(at, count = 3) { return Array.from({length: count}, (_, i) => this.view.getFloat64(at + 8 * i, true)); }

  // The numbers that a function of the game returns. form: a letter for each, "d" for a double or "q" for an integer
  call(name, form, ...given) {
    this.module[name](...given.flat(), this.level.result);
    const read = {d: at => this.view.getFloat64(at, true), q: at => Number(this.view.getBigInt64(at, true))};
    return [...form].map((letter, k) => read[letter](this.level.result + 8 * k));
  }

  turn(angle) { return this.call("cos_sin", "dd", angle); }  // its cosine and sine

  // One tick with an input {forward, right, heading, jump, run}, or {x, y} in place of the first two, as in a line of a script.
  // Returns null, or a text that says why it is impossible here.
  tick(input) {
    const [c, s] = this.turn(input.heading), {fields} = this.level.input, at = this.at.input, {forward, right} = input;
    const wish = input.x || input.y ? [input.x, input.y] : [forward * -s + right * c, forward * c + right * s];
    wish.forEach((part, axis) => this.view.setFloat64(at + fields.wish + 8 * axis, part, true));
    this.view.setFloat64(at + fields.heading, input.heading, true);
    for (const key of ["jump", "run", "crouch"]) this.bytes[at + fields[key]] = input[key] ? 1 : 0;
    const before = this.keep(), stood = this.read("ground") === 0;  // on the floor
    const falling = this.read("ground") === 2 && this.read("fall").some(Boolean);  // and not just put into the air, at rest
    if (this.ruled !== this.rules) writeRules(this.level, this.rules, this.bytes, this.at);
    Object.assign(this, {ruled: this.rules, moved: "", stood, falling});  // until the next tick, the memory has the rules of this one
    this.module.run(this.level.block, this.level.result);
    const [ending, events] = [2, 4].map(place => Number(this.view.getBigInt64(this.level.result + 8 * place, true)));
    const size = this.level.player[this.read("has_frame", this.at.after) ? "size" : "upright"];
    [this.iterations, this.tests] = ending ? [0, 0]
      : [0, 4].map(place => this.view.getInt32(this.at.written + size + this.level.input.kept + place, true));
    if (ending) {
      this.restore(before);
      return this.level.words.stuck[ending];
    }
    this.bytes.copyWithin(this.at.before, this.at.after, this.at.after + this.level.player.size);
    const refused = events ? this.follow() : null;
    if (refused) this.restore(before);
    return refused;
  }

  hasRule(name) {  // in the last tick
    return isOn(this.ruled, this.level.rules.switches.findIndex(one => one.name === name));
  }

  // Continue after an event as game/simulation/respawn_and_portals.py does: a death, a portal, or a fall out of the level.
  follow() {
    const {events, after, isCourse} = this.level, event = this.read("event");
    const cause = this.falling ? "fell" : "died";
    if (!after) return "Here the game moves the player to another place. This page cannot do that where gravity turns.";
    const isSafe = event === events.lost && !isCourse && !this.read("stood").some(isNaN);
    if (isSafe) {
      if (this.level.volumeCount) return "The player fell out of the level.";
      this.put({position: this.read("stood"), velocity: [0, 0, 0], walk: [0, 0], fall: [0, 0, 0], flow: [0, 0, 0], facing: NaN});
    } else {
      const number = event === events.ported ? this.read("volume") : this.read("checkpoint"), place = after.places[number];
      const view = new DataView(place.row.buffer, place.row.byteOffset), kept = {};
      if (event === events.ported) {
        for (const name of ["walk", "fall", "velocity", "flow"]) kept[name] = this.turned(this.read(name), place.turn);
        kept.heading = this.read("heading") + place.turn;
      }
      for (const [offset, form] of after.set) {
        const length = form === "?" ? 1 : form === "q" || form === "d" ? 8 : 8 * Number(form[0]);
        for (let i = 0; i < length; i++) this.bytes[this.at.before + offset + i] = view.getUint8(offset + i);
      }
      this.put(kept);
      this.bytes.set(place.inside, this.at.inside);
      const count = event === events.ported ? "ported" : "deaths";
      if (event !== events.lost || isCourse) this.write(count, this.read(count) + 1);
      if (count === "deaths" && this.read("checkpoint") < 0 && this.read("finished") < 0) this.write("started", -1);
    }
    if (event === events.lost) this.write("returns", this.read("returns") + 1);
    const died = this.read("checkpoint") < 0 ? cause : `${cause} after a checkpoint`;
    const lost = isSafe ? "fell out" : "fell out before it stood";
    this.moved = event === events.ported ? "ported" : event === events.lost && !isCourse ? lost : died;  // facts of RESULT
    return null;
  }

  put(fields) { for (const [name, value] of Object.entries(fields)) this.write(name, value); }

  turned([x, y, ...rest], angle) {
    const [c, s] = this.turn(angle);
    return angle === 0 ? [x, y, ...rest] : [x * c - y * s, x * s + y * c, ...rest];
  }

  // What enters the hash of a run (hashed_bytes of game/simulation/simulation.py).
  hashed(row) {
    const {fields} = this.level.player, parts = ["position", "velocity", "ground", "tick"];
    if (row[fields.has_frame[0]]) parts.push("frame");
    return parts.flatMap(name => {
      const [at, form] = fields[name];
      return [...row.subarray(at, at + 8 * (form.length > 1 ? Number(form[0]) : 1))];
    });
  }

  // The iterations of the last tick. Places and vectors are in the world, or begin with `own` or `e` as in collision/trace.py.
  trace() {
    const {size, fields} = this.level.iteration, frame = this.read("has_frame") ? this.frame() : null;
    const base = this.read("origin"), pivot = this.read("pivot");
    const turn = v => frame ? turnedBy(frame, v) : v, place = v => frame ? plus(pivot, turn(plus(base, v))) : plus(base, v);
    const space = this.space();
    return Array.from({length: this.iterations}, (_, k) => {
      const row = this.at.iterations + k * size, vector = name => this.vector(row + fields[name]);
      const byte = name => this.view.getInt8(row + fields[name]), touches = byte("is_hit") !== 0;
      const [[a, b, c, d, up], n] = [space, vector("e_normal")], upright = unit([a * n[0] + c * n[1], b * n[0] + d * n[1], up * n[2]]);
      return {
        row: k, tests: this.tests, pass: byte("pass_"), number: byte("number"), ending: byte("ending"), touches,
        start: place(vector("start")), end: place(vector("end")), displacement: turn(vector("displacement")),
        next: turn(vector("next_displacement")), ownStart: vector("start"), ownDisplacement: vector("displacement"),
        ...touches && {
          point: place(vector("point")), normal: turn(upright), faceNormal: turn(vector("face_normal")), ePoint: vector("e_point"),
          eNormal: n, fraction: this.view.getFloat64(row + fields.fraction, true), feature: byte("feature"),
          triangle: this.view.getInt32(row + fields.triangle, true), candidate: this.view.getInt32(row + fields.candidate, true),
          eDistance: this.view.getFloat64(row + fields.e_distance, true),
          isGround: byte("is_walkable") !== 0, isWall: byte("is_wall") !== 0,
        },
      };
    });
  }

  // The candidates of the last tick in the world, with the outcomes of their tests in an iteration: [{corners, outcome}].
  candidates({row, tests}) {
    const {size, columns} = this.level.candidate, [a, b, c, d, up, area] = this.space();
    const frame = this.read("has_frame") ? this.frame() : null, base = this.read("origin"), pivot = this.read("pivot");
    const world = ([x, y, z]) => [(d * x - b * y) * area, (a * y - c * x) * area, z / up];
    const place = v => frame ? plus(pivot, turnedBy(frame, plus(base, v))) : plus(base, v);
    return Array.from({length: tests}, (_, k) => ({
      corners: [0, 1, 2].map(i => place(world(this.vector(this.at.candidates + k * size + columns.p1 + 24 * i)))),
      outcome: this.bytes[this.at.outcomes + row * tests + k],
    }));
  }

  // The functions of the game that take the arrays of the last tick, or its rules

  candidate(k) {  // in ellipsoid space
    const {size, columns} = this.level.candidate, at = this.at.candidates + k * size;
    const [p1, p2, p3, normal] = ["p1", "p2", "p3", "normal"].map(name => this.vector(at + columns[name]));
    const [winding, isNeedle, number] = ["winding", "needle", "number"].map(name => this.view.getFloat64(at + columns[name], true));
    return {p1, p2, p3, normal, winding, isNeedle: isNeedle !== 0, number};
  }

  asTriangle(k) {  // as arguments
    const {p1, p2, p3, normal, winding, isNeedle, number} = this.candidate(k);
    return [...p1, ...p2, ...p3, ...normal, winding, Number(isNeedle), BigInt(number)];
  }

  passRules() {  // {field: value}, in the order of the game's PassRules
    const at = this.at.settings, {settings, passRules} = this.level, read = {
      "?": place => this.bytes[place] !== 0, d: place => this.view.getFloat64(place, true), q: place => this.view.getBigInt64(place, true)};
    return Object.fromEntries(passRules.map(([name, form]) =>
      [name, !(name in settings) ? Infinity : form === "3d" ? this.vector(at + settings[name]) : read[form](at + settings[name])]));
  }

  rulesGiven() { return Object.values(this.passRules()).flatMap(value => typeof value === "boolean" ? Number(value) : value); }

  lookAhead(pass) { return this.call("look_ahead", "d", this.space(), this.rulesGiven(), BigInt(pass))[0]; }

  nearestContact(count, sweep) {  // the distance to the nearest contact with one of the first candidates [of ellipsoid space]
    const {size} = this.level.candidate, row = BigInt(size), rows = BigInt(count), none = [0, 0, 0n, 0n, 0, 0n, 0n];
    const candidates = [0, 0, rows * row / 8n, 8n, this.at.candidates, rows, row / 8n, row, 8n];
    const kept = this.bytes.slice(this.at.outcomes, this.at.outcomes + count);  // those of the first iteration
    const outcomes = [0, 0, rows, 1n, this.at.outcomes, rows, 1n], planes = [...none, 0n, 0n];
    const query = [candidates, rows, this.space(), this.rulesGiven(), none, outcomes, planes].flat();
    const [, , distance] = this.call("nearest_contact", "qqd", query, sweep, 0n);
    this.bytes.set(kept, this.at.outcomes);
    return distance;
  }

  sweepTriangle(isExact, k, sweep, twoSided) {
    const test = isExact ? "sweep_triangle" : "check_triangle";
    const [outcome, distance, feature] = this.call(test, "qdq", this.asTriangle(k), sweep, Number(twoSided));
    return {outcome, distance, feature};
  }

  // The change of basis to ellipsoid space (collision/ellipsoid_and_espace.py) in the last tick, and a vector in it.
  space() { return this.vector(this.at.settings + this.level.settings.space, 6); }

  setting(name) { return this.view.getFloat64(this.at.settings + this.level.settings[name], true); }

  toEspace([x, y, z]) {
    const [a, b, c, d, up] = this.space();
    return [a * x + b * y, c * x + d * y, up * z];
  }

  axes() { return this.read("has_frame") ? this.frame() : [[1, 0, 0], [0, 1, 0], [0, 0, 1]]; }  // right, ahead and up

  frame() { const f = this.read("frame"); return [f.slice(0, 3), f.slice(3, 6), f.slice(6)]; }

  // The triangles of the level as corners (9 numbers each, in the world), counter-clockwise seen from outside.
  triangles() {
    return Array.from({length: this.level.tree.triangles}, (_, k) => {
      const [a, b, c] = [0, 3, 6].map(i => this.corners.subarray(9 * k + i, 9 * k + i + 3));
      return this.view.getInt32(this.at.order + 4 * k, true) < 0 ? [...a, ...c, ...b] : [...a, ...b, ...c];
    });
  }

  // The distance along a ray from `from` (in the world) to the level, or `most`: of the triangles that the tick itself tests, in
  // its own tree (game/collision/mesh/bvh.py).
  ray(from, way, most) {
    const {nodes} = this, {firstLeaf, triangles} = this.level.tree, end = plus(from, way, most), open = [0];
    const [lowX, lowY, lowZ] = from.map((x, i) => Math.min(x, end[i])), [highX, highY, highZ] = from.map((x, i) => Math.max(x, end[i]));
    let nearest = most;
    while (open.length) {
      const node = open.pop(), k = 6 * node;
      if (nodes[k] > highX || nodes[k + 1] > highY || nodes[k + 2] > highZ) continue;
      if (nodes[k + 3] < lowX || nodes[k + 4] < lowY || nodes[k + 5] < lowZ) continue;
      if (node < firstLeaf) for (let child = 1; child <= 4; child++) open.push(4 * node + child);
      else for (let row = 4 * (node - firstLeaf); row < Math.min(4 * (node - firstLeaf) + 4, triangles); row++)
        nearest = this.reach(from, way, nearest, row);
    }
    return nearest;
  }

  // The distance along a ray to one triangle, or `most`: Moller and Trumbore's test, in numbers, because arrays would take ten
  // times as long.
  reach([px, py, pz], [dx, dy, dz], most, row) {
    const c = this.corners, k = 9 * row, ux = c[k + 3] - c[k], uy = c[k + 4] - c[k + 1], uz = c[k + 5] - c[k + 2];
    const vx = c[k + 6] - c[k], vy = c[k + 7] - c[k + 1], vz = c[k + 8] - c[k + 2];
    const hx = dy * vz - dz * vy, hy = dz * vx - dx * vz, hz = dx * vy - dy * vx, scale = ux * hx + uy * hy + uz * hz;
    if (Math.abs(scale) < 1e-12) return most;
    const wx = px - c[k], wy = py - c[k + 1], wz = pz - c[k + 2], a = (wx * hx + wy * hy + wz * hz) / scale;
    if (a < 0 || a > 1) return most;
    const qx = wy * uz - wz * uy, qy = wz * ux - wx * uz, qz = wx * uy - wy * ux, b = (dx * qx + dy * qy + dz * qz) / scale;
    const far = (vx * qx + vy * qy + vz * qz) / scale;
    return b >= 0 && a + b <= 1 && far > 0 && far < most ? far : most;
  }
}

const turnedBy = (frame, v) => [0, 1, 2].map(i => v[0] * frame[0][i] + v[1] * frame[1][i] + v[2] * frame[2][i]);
