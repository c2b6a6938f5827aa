"use strict";
// Keys, mouse, fingers and gamepad, as the input of a tick and as turns of the view.

const WALK = {KeyW: [1, 0], KeyS: [-1, 0], KeyA: [0, -1], KeyD: [0, 1],
  ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]};
const LOOK = {KeyJ: [1, 0], KeyL: [-1, 0], KeyI: [0, 1], KeyK: [0, -1]};
const BY_MOUSE = 0.0025, BY_FINGER = 0.006, BY_KEY = 2.2;  // [rad] per pixel; the same; [rad/s]
const OTHER = /^(Space|KeyC|Shift)/;  // jump, crouch, run
const OF_SLIDERS = /^Arrow/, OF_BUTTONS = "Space";  // keys that these have themselves while they have the focus and time stands
const STICK = 56, DEAD = 0.15;  // [pixels] of a finger from its start to full speed; part of a stick's way that is ignored

// True for a key of motion. These are known by their places, because on other keyboards other letters are there.
const isOfMotion = code => code in WALK || code in LOOK || OTHER.test(code);

class Controls {
  // held: buttons of the page that count as keys, by their data-hold; knob: the element that shows the finger that walks
  constructor(canvas, held, knob) {
    Object.assign(this, {canvas, knob, walks: () => true, isOff: () => false});
    Object.assign(this, {keys: new Set(), tapped: new Set(), turned: [0, 0], fingers: new Map(), stick: [0, 0], runs: false});
    addEventListener("keydown", event => {
      const {code} = event;
      if (!isOfMotion(code) || this.isOfPage(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      if (!event.repeat) this.hold(code);
    });
    addEventListener("keyup", event => {
      const isJump = event.code === "Space" && (this.keys.has("Space") || !this.isOfPage(event));
      if (isJump) event.preventDefault();  // it must not press the last button
      this.keys.delete(event.code);
      if (event.key === "Meta") this.keys.clear();  // a Mac does not say which of them were released while it was held
    });
    addEventListener("blur", () => this.keys.clear());
    canvas.addEventListener("pointerdown", this.press.bind(this));
    canvas.addEventListener("pointermove", this.drag.bind(this));
    for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, this.release.bind(this));
    canvas.addEventListener("contextmenu", event => event.preventDefault());
    for (const button of held) {
      button.addEventListener("pointerdown", event => { event.preventDefault(); this.hold(button.dataset.hold); });
      for (const name of ["pointerup", "pointercancel", "pointerleave"])
        button.addEventListener(name, () => this.keys.delete(button.dataset.hold));
    }
  }

  isOfPage({code, target}) {  // True for a key that a dialog, a list, a slider or a button needs
    if (document.querySelector("dialog[open]") || target.closest("select")) return true;
    if (OF_SLIDERS.test(code)) return this.isOff() || !this.walks() && target.closest("input, section");
    return code === OF_BUTTONS && !this.walks() && target.closest("button, summary");
  }

  hold(key) {  // until it is released, and at least for one tick: a tap may be shorter than a slow picture
    this.keys.add(key);
    this.tapped.add(key);
  }

  rest() {  // until a key, a button or a finger is pressed anew
    this.keys.clear();
    this.tapped.clear();
    for (const pointer of this.fingers.keys()) this.release({pointerId: pointer});
  }

  press(event) {
    if (this.isOff()) return;
    const isLeft = event.clientX < 0.45 * this.canvas.clientWidth;
    const walks = event.pointerType === "touch" && isLeft && ![...this.fingers.values()].some(finger => finger.walks);
    this.fingers.set(event.pointerId, {walks, start: [event.clientX, event.clientY], at: [event.clientX, event.clientY]});
    if (!document.pointerLockElement) this.canvas.setPointerCapture(event.pointerId);  // which a locked mouse refuses
    if (walks) this.show(event);
    this.canvas.focus({preventScroll: true});
    if (event.pointerType === "mouse" && this.locks && this.canvas.requestPointerLock)
      Promise.resolve(this.canvas.requestPointerLock()).catch(() => {});  // else drags turn the view
  }

  drag(event) {
    const finger = this.fingers.get(event.pointerId), isLocked = document.pointerLockElement === this.canvas;
    if (!finger && !isLocked) return;
    const speed = event.pointerType === "touch" ? BY_FINGER : BY_MOUSE;
    const [x, y] = isLocked ? [event.movementX, event.movementY] : [event.clientX - finger.at[0], event.clientY - finger.at[1]];
    if (finger) finger.at = [event.clientX, event.clientY];
    if (!finger || !finger.walks) return this.turn(-x * speed, -y * speed);
    const way = finger.at.map((place, i) => (place - finger.start[i]) / STICK), far = Math.hypot(...way);
    this.runs = far > 1.6;
    this.stick = far < DEAD ? [0, 0] : [-way[1] / Math.max(far, 1), way[0] / Math.max(far, 1)];
    const [forward, right] = this.stick;
    this.knob.firstChild.style.translate = `${right * STICK}px ${-forward * STICK}px`;
  }

  show({clientX, clientY}) {  // the stick where a finger begins to walk
    this.knob.hidden = false;
    Object.assign(this.knob.style, {left: `${clientX}px`, top: `${clientY}px`});
    this.knob.firstChild.style.translate = "0 0";
  }

  release(event) {
    const finger = this.fingers.get(event.pointerId);
    if (finger && finger.walks) Object.assign(this, {stick: [0, 0], runs: false});
    if (finger && finger.walks) this.knob.hidden = true;
    this.fingers.delete(event.pointerId);
  }

  turn(left, upwards) {
    this.turned[0] += left;
    this.turned[1] += upwards;
  }

  // The turn of the view since the last call [rad]: to the left, upwards. seconds: since then
  look(seconds) {
    for (const key of this.keys) if (LOOK[key]) this.turn(...LOOK[key].map(x => x * BY_KEY * seconds));
    const pad = this.pad();
    if (pad) this.turn(...[2, 3].map(axis => -this.past(pad.axes[axis]) * BY_KEY * seconds));
    const turned = this.turned;
    this.turned = [0, 0];
    return turned;
  }

  pad() { return navigator.getGamepads ? [...navigator.getGamepads()].find(pad => pad && pad.mapping === "standard") : null; }
  past(x) { return Math.abs(x) < DEAD ? 0 : x; }

  // The input of a tick, without the heading.
  input() {
    const pad = this.pad(), pressed = number => pad !== null && pad !== undefined && pad.buttons[number].pressed;
    const keys = new Set([...this.keys, ...this.tapped]);
    this.tapped.clear();
    let [forward, right] = this.stick;
    for (const key of keys) if (WALK[key]) { forward += WALK[key][0]; right += WALK[key][1]; }
    if (pad) { forward -= this.past(pad.axes[1]); right += this.past(pad.axes[0]); }
    const long = Math.max(1, Math.hypot(forward, right));
    const runs = this.runs || keys.has("ShiftLeft") || keys.has("ShiftRight") || pressed(5) || pressed(10);
    return {forward: forward / long, right: right / long, jump: keys.has("Space") || pressed(0), run: runs,
      crouch: keys.has("KeyC") || pressed(1)};
  }
}
