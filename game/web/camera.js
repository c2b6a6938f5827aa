"use strict";
// The camera: a perspective matrix, and a camera that turns around a target by mouse, finger and keys.

const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const plus = (a, b, factor = 1) => a.map((x, i) => x + factor * b[i]);
const minus = (a, b) => plus(a, b, -1);
const unit = a => a.map(x => x / Math.hypot(...a));

// The matrix (16, column by column) from the drawing to the picture. right, up, back: unit vectors of the camera; field: angle
// of view [degrees] along the longer side of the picture; near: the nearest depth that is drawn [m]
function viewMatrix({eye, right, up, back}, aspect, field, near = 0.05, far = 400) {
  const wide = 1 / Math.tan(field * Math.PI / 360), matrix = new Float32Array(16);
  const rows = [right, up, back].map(axis => [...axis, -dot(axis, eye)]);
  const [across, upwards] = aspect > 1 ? [wide, wide * aspect] : [wide / aspect, wide];
  for (let k = 0; k < 4; k++) {
    matrix[4 * k] = across * rows[0][k];
    matrix[4 * k + 1] = upwards * rows[1][k];
    matrix[4 * k + 2] = (far + near) / (near - far) * rows[2][k] + (k === 3 ? 2 * far * near / (near - far) : 0);
    matrix[4 * k + 3] = -rows[2][k];
  }
  return matrix;
}

// The width of an element by its height. Both are 0 in a frame that is folded away.
const aspectOf = element => Math.max(1, element.clientWidth) / Math.max(1, element.clientHeight);

const TURN = 0.008, STEEPEST = 1.55, NEAREST = 0.3, FARTHEST = 60;  // [rad] per pixel; [rad]; [m]

class OrbitCamera {
  // Turns around `target` by drags on an element: one finger or button turns, two fingers zoom and move, as do wheel and right
  // button. axes: rows right, forward and up of the world there; field: [degrees]; shown: width and height [m] that the first
  // view must show at the target, or null to begin at the eye; changed: called when the view differs; clicked: called with the
  // place (x, y) of a click, -1..1; isOn: false while the element's events are for something else
  constructor(element, {eye, target, axes, field, shown = null, changed, clicked = () => {}, isOn = () => true}) {
    Object.assign(this, {element, target, axes, field, changed, clicked, fingers: new Map(), travelled: 0});
    this.first = {eye, target, shown};
    this.begin();
    const on = (names, use, options) => names.split(" ").forEach(name =>
      element.addEventListener(name, event => isOn() ? use.call(this, event) : this.fingers.clear(), options));
    on("pointerdown", this.press);
    on("pointermove", this.drag);
    on("pointerup pointercancel", this.release);
    on("wheel", event => { event.preventDefault(); this.zoom(Math.exp(event.deltaY * 0.001)); }, {passive: false});
    on("contextmenu", event => event.preventDefault());
    on("keydown", this.key);
  }

  look(eye, target) {
    const away = minus(eye, target), [x, y, z] = this.axes.map(axis => dot(axis, away));
    this.target = target;
    this.distance = Math.hypot(x, y, z);
    this.yaw = Math.atan2(y, x);
    this.pitch = Math.asin(z / this.distance);
    this.changed();
  }

  begin() {  // the first view
    const {eye, target, shown} = this.first, slopes = this.slopes;
    this.look(eye, target);
    if (shown) this.zoom(Math.max(...shown.map((size, i) => size / 2 / slopes[i])) / this.distance);
  }

  get frame() {
    const [cy, sy, cp, sp] = [Math.cos(this.yaw), Math.sin(this.yaw), Math.cos(this.pitch), Math.sin(this.pitch)];
    const world = v => [0, 1, 2].map(i => v[0] * this.axes[0][i] + v[1] * this.axes[1][i] + v[2] * this.axes[2][i]);
    const back = world([cy * cp, sy * cp, sp]);
    return {right: world([-sy, cy, 0]), up: world([-cy * sp, -sy * sp, cp]), back, eye: plus(this.target, back, this.distance)};
  }

  get aspect() { return aspectOf(this.element); }

  view() {
    const frame = this.frame;
    return {...frame, matrix: viewMatrix(frame, this.aspect, this.field)};
  }

  get slopes() {  // half of the width and of the height of the picture, per distance
    const slope = Math.tan(this.field * Math.PI / 360);
    return this.aspect > 1 ? [slope, slope / this.aspect] : [slope * this.aspect, slope];
  }

  // The direction from the eye through a place of the picture (x, y), -1..1.
  ray(x, y) {
    const {right, up, back} = this.frame, [across, upwards] = this.slopes;
    return unit(plus(plus(back.map(v => -v), right, x * across), up, y * upwards));
  }

  turn(left, upwards) {
    this.yaw += left;
    this.pitch = Math.max(-STEEPEST, Math.min(STEEPEST, this.pitch + upwards));
    this.changed();
  }

  zoom(factor) {
    this.distance = Math.max(NEAREST, Math.min(FARTHEST, this.distance * factor));
    this.changed();
  }

  move(x, y) {  // the target, by pixels
    const {right, up} = this.frame, metres = this.distance * Math.tan(this.field * Math.PI / 360) * 2
      / Math.max(this.element.clientWidth, this.element.clientHeight);
    this.target = plus(plus(this.target, right, -x * metres), up, y * metres);
    this.changed();
  }

  press(event) {
    this.element.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.fingers.size === 1) this.travelled = 0;
  }

  drag(event) {
    const was = this.fingers.get(event.pointerId);
    if (!was) return;
    const apart = () => { const [a, b] = [...this.fingers.values()]; return Math.hypot(a[0] - b[0], a[1] - b[1]); };
    const [x, y] = [event.clientX - was[0], event.clientY - was[1]], two = this.fingers.size > 1, before = two ? apart() : 1;
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    this.travelled += Math.abs(x) + Math.abs(y);
    if (two) {
      this.zoom(before / Math.max(apart(), 1));
      this.move(x / 2, y / 2);
    } else if (event.buttons & 2 || event.shiftKey) this.move(x, y);
    else this.turn(-x * TURN, y * TURN);
  }

  release(event) {
    if (this.fingers.delete(event.pointerId) && this.travelled < 5 && event.type === "pointerup" && event.button === 0) {
      const box = this.element.getBoundingClientRect();
      this.clicked(2 * (event.clientX - box.left) / box.width - 1, 1 - 2 * (event.clientY - box.top) / box.height);
    }
  }

  key(event) {
    const turns = {ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1]}[event.key];
    const factor = {"+": 0.85, "=": 0.85, "-": 1 / 0.85}[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (turns) this.turn(...turns);
    else if (factor) this.zoom(factor);
    else if (event.key === "Home") this.begin();
    else return;
    event.preventDefault();
  }
}
