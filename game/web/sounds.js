"use strict";
// The sounds of a tick, as game/scene/event_sounds.py has them: which, how loud and how fast. Samples and numbers come from
// Python (sound_data.js). A browser plays nothing before its reader pressed something.

const VOLUME = 0.6;  // of all sounds, 0..1

class Sounds {
  constructor(data, level, solver) {
    Object.assign(this, {data, level, solver, isOn: true, context: null, buffers: {}});
    const start = () => {
      if (!this.context && window.AudioContext) this.context = new AudioContext();
      if (this.context && this.isOn) this.context.resume();
    };
    for (const name of ["keydown", "pointerup"]) addEventListener(name, start);
  }

  toggle() { this.isOn = !this.isOn; }

  // What the sounds of a tick depend on, before or after it.
  note() {
    const names = ["ground", "coyote", "walked", "walk", "velocity", "ported", "checkpoint", "deaths", "returns"];
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
    for (const volume of heard.waters) if (after.inside[volume] && !before.inside[volume])
      found.push(["splash", Math.min(1, 0.3 + falling / hardest), 1]);
    if (after.ported > before.ported) found.push(heard.plain.ported);
    if (after.checkpoint !== before.checkpoint) found.push(heard.plain.checkpoint);
    if (after.deaths + after.returns > before.deaths + before.returns) found.push(heard.plain.died);
    return found;
  }

  ground({inside, contacts}) {  // the sound of what is under the feet
    const {heard} = this.level, [under] = contacts.filter(one => one.isGround).slice(-1);
    return heard.waters.some(volume => inside[volume]) ? "water" : heard.grounds[under ? heard.surfaces[under.triangle] : 0];
  }

  play(cues) {
    if (!this.isOn || !this.context || this.context.state !== "running") return;
    for (const [name, loudness, speed] of cues) {
      const source = this.context.createBufferSource(), gain = this.context.createGain();
      source.buffer = this.buffers[name] = this.buffers[name] || this.buffer(this.data.samples[name]);
      source.playbackRate.value = speed;
      gain.gain.value = VOLUME * loudness;
      source.connect(gain).connect(this.context.destination);
      source.start();
    }
  }

  buffer(bytes) {  // samples are square roots with their sign, in a byte
    const buffer = this.context.createBuffer(1, bytes.length, this.data.rate), samples = buffer.getChannelData(0);
    bytes.forEach((byte, k) => { const root = (byte << 24 >> 24) / this.data.fineness; samples[k] = root * Math.abs(root); });
    return buffer;
  }
}
