"use strict";
// The sounds of a tick, as game/scene/event_sounds.py has them: which, how loud and how fast. Samples and numbers come from
// Python (sound_data.js). A browser plays nothing before its reader pressed something.

const VOLUME = 0.6;  // of all sounds, 0..1

class Sounds {
  constructor(data, level, solver) {
    Object.assign(this, {data, level, solver, isOn: true, context: null, buffers: {}, loops: {}});
    const start = () => {
      if (!this.context && window.AudioContext) this.context = new AudioContext();
      if (this.context && this.isOn) this.context.resume();
    };
    for (const name of ["keydown", "pointerup"]) addEventListener(name, start);
  }

  toggle() { this.isOn = !this.isOn; }

  // What the sounds of a tick depend on, before or after it.
  note() {
    const names = ["ground", "coyote", "walked", "walk", "velocity", "ported", "checkpoint", "deaths", "returns",
      "started", "finished", "finish_part"];
    const found = Object.fromEntries(names.map(name => [name, this.solver.read(name)]));
    return {...found, inside: this.solver.inside().slice(), contacts: this.solver.trace().filter(one => one.touches)};
  }

  // The sounds of the tick between two notes: [[name, loudness, factor of the speed], ...].
  cues(before, after) {
    const {heard} = this.level, {longAgo, ceiling, stride, hardest, softest, running} = heard.numbers, found = [];
    const up = this.solver.axes()[2], falling = Math.max(0, -dot(before.velocity, up)), ground = this.ground(after);
    const strides = state => Math.floor(state.walked / stride), number = strides(after), turn = x => x - Math.floor(x);
    if ((before.ground === 0 || before.coyote < longAgo) && after.coyote >= longAgo) found.push(heard.plain.jumped);
    const isBump = one => one.pass === this.level.numbers.GRAVITY && dot(one.displacement, up) > 0 && dot(one.normal, up) < ceiling
      && !before.contacts.some(other => other.triangle === one.triangle);
    if (after.contacts.some(isBump)) found.push(heard.plain.bumped);
    if (before.ground !== 0 && after.ground === 0 && falling > softest) {
      const hard = Math.min(1, falling / hardest);
      found.push(["land", hard, 1.1 - 0.25 * hard], [`step_${ground}`, Math.min(1, 0.4 + 0.4 * hard), 1]);
    }
    if (number > strides(before)) {
      const {pitchSpread, loudnessSpread, golden, silver} = heard.numbers, speed = Math.hypot(...after.walk);
      const loudness = Math.min(1, 0.35 + 0.4 * speed / running) * (1 - loudnessSpread * turn(number * silver));
      found.push([`step_${ground}${number % 2 ? "_2" : ""}`, loudness, 1 + pitchSpread * (2 * turn(number * golden) - 1)]);
    }
    after.inside.forEach((isInside, volume) => {
      if (!isInside || before.inside[volume]) return;
      if (heard.waters.includes(volume)) found.push(["splash", Math.min(1, 0.3 + falling / hardest), 1]);
      if (heard.magics.includes(volume)) found.push(heard.plain.magic);
    });
    if (after.ported > before.ported) found.push(heard.plain.ported);
    if (after.checkpoint !== before.checkpoint) found.push(heard.plain.checkpoint);
    if (before.finished < 0 && after.finished >= 0) {
      const seconds = (after.finished - after.started - (1 - after.finish_part)) / this.level.hz;
      found.push(seconds <= heard.slowest ? heard.plain.medal : heard.plain.finished);
    }
    if (after.deaths + after.returns > before.deaths + before.returns) found.push(heard.plain.died);
    return found;
  }

  ground({inside, contacts}) {  // the sound of what is under the feet
    const {heard} = this.level, [under] = contacts.filter(one => one.isGround).slice(-1);
    return heard.waters.some(volume => inside[volume]) ? "water" : heard.grounds[under ? heard.surfaces[under.triangle] : 0];
  }

  // How loud each loop is at a place [m], as `ambient_loudness` of game/app/sound.py: {name: 0..1}.
  around(place) {
    const found = {};
    for (const {name, at, turn: [c, s], size, radius, height, reach, loudest} of this.level.heard.loops) {
      const [x, y, z] = minus(place, at), above = Math.max(-z, z - height, 0), flat = [x * c + y * s, y * c - x * s];
      const beside = radius > 0 ? [Math.hypot(...flat) - radius] : flat.map((part, i) => Math.abs(part) - size[i] / 2);
      const near = Math.max(0, 1 - Math.hypot(...beside.map(part => Math.max(part, 0)), above) / reach);
      found[name] = Math.max(found[name] || 0, loudest * near * near);
    }
    return found;
  }

  surround(place) {  // fade the loops in and out for a listener at a place [m]; null: out
    if (!this.context || this.context.state !== "running") return;
    const wanted = place && this.isOn ? this.around(place) : {}, {faint, swell} = this.level.heard.numbers;
    for (const name of new Set([...Object.keys(wanted), ...Object.keys(this.loops)])) {
      const target = wanted[name] || 0;
      if (!this.loops[name] && target > faint) this.loops[name] = {gain: this.start(name, 0, 1, true).gain, loudness: 0};
      const loop = this.loops[name];
      if (!loop || Math.abs(target - loop.loudness) <= (target ? faint : 0)) continue;
      loop.loudness = target;
      loop.gain.setTargetAtTime(VOLUME * target, this.context.currentTime, swell);
    }
  }

  play(cues) {
    if (!this.isOn || !this.context || this.context.state !== "running") return;
    for (const [name, loudness, speed] of cues) this.start(name, loudness, speed);
  }

  start(name, loudness, speed, loop = false) {
    const source = this.context.createBufferSource(), gain = this.context.createGain();
    source.buffer = this.buffers[name] = this.buffers[name] || this.buffer(this.data.samples[name]);
    Object.assign(source, {loop});
    source.playbackRate.value = speed;
    gain.gain.value = VOLUME * loudness;
    source.connect(gain).connect(this.context.destination);
    source.start();
    return gain;
  }

  buffer(bytes) {  // samples are square roots with their sign, in a byte
    const buffer = this.context.createBuffer(1, bytes.length, this.data.rate), samples = buffer.getChannelData(0);
    bytes.forEach((byte, k) => { const root = (byte << 24 >> 24) / this.data.fineness; samples[k] = root * Math.abs(root); });
    return buffer;
  }
}
