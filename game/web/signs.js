"use strict";
// The signs of a level: text in the page that is moved by the camera's own perspective, so it lies in the level. And what is to be
// found in it: golden marks as game/app/session/goals_to_find.py counts them, or a finish.

const PIXELS = 40, SEEN = 25, AFTER = 8;  // [pixels] of a line before the perspective; [m]; pictures between two looks for what hides it

class Signs {
  // place: an element over the canvas; hides: called with a place and an eye, true if the level is between them
  constructor(place, signs, hides) {
    Object.assign(this, {place, hides, picture: 0, near: made("div", {className: "signs"})});
    place.after(this.near);  // signs nearer than the body, which does not cover them
    this.all = signs.map(sign => {
      const element = made("div", {}, sign.text);
      place.append(element);
      return {...sign, element, size: [element.offsetWidth, element.offsetHeight], isHidden: true};
    });
  }

  // isStill: True for a single picture, which asks for every sign what hides it; cut: the plane that cuts the level, or undefined;
  // body: a row of scene.js for the body that covers signs, or null
  draw(matrix, eye, width, height, isStill, cut, body) {
    this.picture++;
    const at = (v, w) => {  // in pixels, times the last number
      const [x, y, , depth] = [0, 1, 2, 3].map(i => matrix[i] * v[0] + matrix[4 + i] * v[1] + matrix[8 + i] * v[2] + matrix[12 + i] * w);
      return [(depth + x) * width / 2, (depth - y) * height / 2, depth];
    };
    this.place.style.webkitMaskImage = body ? hole([0, 3, 6, 9].map(k => at(body.slice(k, k + 3), k ? 0 : 1))) : "";
    this.all.forEach((sign, number) => {
      const away = minus(sign.at, eye), [wide, high] = sign.size, scale = sign.height / PIXELS;
      const side = dot(away, cross(sign.right, sign.up)) < 0 ? scale : -scale;  // both sides can be read
      const across = sign.right.map(x => side * x), down = sign.up.map(x => -scale * x);
      const corner = plus(plus(sign.at, across, -wide / 2), down, -high / 2);
      const [x, y, start] = [at(across, 0), at(down, 0), at(corner, 1)];
      const depths = [0, wide].flatMap(u => [0, high].map(v => start[2] + u * x[2] + v * y[2]));
      const isNear = Math.hypot(...away) < SEEN && Math.min(...depths) > 0.1 && !(cut && dot(cut, sign.at) + cut[3] > 0);
      if (isNear && (isStill || (this.picture + number) % AFTER === 0)) sign.isHidden = this.hides(sign.at, eye);
      sign.element.hidden = !isNear || sign.isHidden;
      const layer = body && Math.hypot(...away) < Math.hypot(...minus(body.slice(0, 3), eye)) ? this.near : this.place;
      if (sign.element.parentNode !== layer) layer.append(sign.element);
      if (!sign.element.hidden)
        sign.element.style.transform = `matrix3d(${[[...x], [...y], null, [...start]].map(column =>
          column ? [column[0], column[1], 0, column[2]] : [0, 0, 1, 0]).join()})`;
    });
  }
}

// A mask with a hole where an ellipsoid is seen: the box around its outline, from the dual conic of its centre and half axes, each
// (x, y, depth) in pixels times the depth. "" if the eye is in it.
function hole([centre, ...axes]) {
  const conic = (i, j) => centre[i] * centre[j] - axes.reduce((sum, axis) => sum + axis[i] * axis[j], 0), depth = conic(2, 2);
  if (depth <= 0 || centre[2] <= 0) return "";
  const [x, y] = [0, 1].map(i => conic(i, 2) / depth), half = i => Math.sqrt(Math.max(0, conic(i, 2) ** 2 - conic(i, i) * depth)) / depth;
  return `radial-gradient(${half(0)}px ${half(1)}px at ${x}px ${y}px, #0000 99%, #000)`;
}

const MARK = [1.2, 0.18], POINTER = [0.6, 0.035];  // [m] of a mark above its place, its radius; length and radius of the golden arrow

class Goals {
  constructor({goals, medals, radii, hz, origin}, solver) {
    Object.assign(this, {...goals, medals, radii, hz, origin, solver, found: new Set()});
    this.next = this.nearest(this.feet());
  }

  feet() { return plus(this.solver.read("position"), this.solver.axes()[2], -this.radii[2]); }

  far(goal, place) { return Math.hypot(...minus(goal.at, place)); }

  nearest(place) {  // the mark nearest to a place that is not found yet, or undefined
    return this.places.filter(goal => !this.found.has(goal)).sort((a, b) => this.far(a, place) - this.far(b, place))[0];
  }

  // What the player has found in the last tick, as a sentence, or "". was: the field `finished` before it
  look(was) {
    const feet = this.feet(), goal = this.nearest(feet), finished = this.solver.read("finished");
    if (this.medals && was < 0 && finished >= 0) {
      const seconds = (finished - this.solver.read("started") - (1 - this.solver.read("finish_part"))) / this.hz;
      const medal = Object.keys(this.medals).find(name => seconds <= this.medals[name]);
      return `The finish, after ${seconds.toFixed(2)} s: ${medal ? `the ${medal} medal` : "no medal"}.`;
    }
    if (!goal || this.far(goal, feet) >= this.within) return "";
    this.found.add(goal);
    this.next = this.nearest(goal.at);
    const onward = this.next ? `Next: ${this.next.name}, ${this.far(this.next, goal.at).toFixed(0)} m.` : "That was the last one.";
    return `Found ${goal.name}: ${this.found.size} of ${this.places.length}. ${goal.found} ${onward}`;
  }

  get text() {  // for the line of the state
    const {next, medals, solver} = this, started = solver.read("started"), ended = solver.read("finished");
    const clock = medals && started >= 0 ? `; clock ${(((ended < 0 ? solver.read("tick") : ended) - started) / this.hz).toFixed(1)} s` : "";
    const onward = next ? `, next ${next.name}, ${this.far(next, this.feet()).toFixed(0)} m away` : "";
    return this.places.length ? `; golden marks ${this.found.size} of ${this.places.length}${onward}` : clock;
  }

  // Rows of scene.js: the marks that are not found yet, and an arrow at a place that points to the next one.
  rows(place) {
    const up = this.solver.axes()[2], at = goal => minus(plus(goal.at, up, MARK[0]), this.origin);
    const left = this.places.filter(goal => !this.found.has(goal)), {next, colour} = this;
    const way = next && unit(minus(at(next), place));
    return {
      balls: left.flatMap(goal => [...at(goal), MARK[1], 0, ...colour]),
      rods: next ? [...place, ...plus(place, way, POINTER[0]), POINTER[1], 1, ...colour] : [],
    };
  }
}
