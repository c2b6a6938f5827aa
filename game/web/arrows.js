"use strict";
// The displacements of an iteration before and after its contact as arrows. In a tick they are shorter than the body is wide, so
// all are drawn a number of times as long, about the end of the sweep.

class Arrows {
  // iteration: start and end of its sweep in the drawing, displacement, next (the new displacement), touches; look: the `arrows`
  // of a page's look
  constructor({start, end, displacement, next, touches}, look) {
    const wanted = plus(start, displacement), after = touches ? plus(end, next) : end;
    const longest = Math.max(...[start, wanted, after].map(place => Math.hypot(...minus(place, end))));
    this.times = look.times.filter(times => times * longest <= look.longest).pop() || 1;
    const [from, to, on] = [start, wanted, after].map(place => plus(end, minus(place, end), this.times));
    Object.assign(this, {look, end, from, to, on, beyond: minus(to, wanted)});  // beyond: of the tip from the destination
    this.goesOn = touches && Math.hypot(...next) > look.differ;
  }

  get words() { return this.times > 1 ? `arrows: ${this.times} times their length` : ""; }

  rows() {  // of rods and balls (scene.js)
    const {before, after, destination, radius, line, point} = this.look, {from, to, on, end} = this, rods = [];
    const add = (one, other, colour, thick, form) => rods.push(...one, ...other, thick, form, ...colour);
    add(from, to, before, radius, 1);
    if (this.goesOn) {
      add(to, on, destination, line, 0);
      add(end, on, after, radius, 1);
    }
    return {rods: new Float32Array(rods), balls: new Float32Array([...to, point, 1, ...destination])};
  }
}
