"use strict";
// The test of the triangle that an iteration hit, once more with all its numbers, as game/explain/triangle_test_replay.py runs it.
// Each number comes from the game's own functions, which the module exports; here are their order, and the choice of sentences.

class TriangleTest {
  constructor(solver, iteration) {
    const rules = solver.passRules(), triangle = solver.candidate(iteration.candidate), {p1, p2, p3, normal, winding} = triangle;
    const base = solver.toEspace(iteration.ownStart), velocity = solver.toEspace(iteration.ownDisplacement);
    const far = Math.sqrt(dot(velocity, velocity)), direction = velocity.map(x => x * (1 / far));
    Object.assign(this, {solver, triangle, isExact: rules.exact_contact, base, velocity, far, direction});
    const {numbers, tie} = solver.level, {ending, pass} = iteration, reach = far + solver.lookAhead(ending === numbers.SNAPPED ? numbers.GROUND : pass);
    const limit = Math.min(solver.nearestContact(iteration.candidate, [...base, ...direction, reach]) + tie, reach);
    this.nearest = this.isExact ? limit : reach;  // the printed test ignores earlier contacts
    const path = [...base, ...direction, this.nearest];
    this.contact = solver.sweepTriangle(this.isExact, iteration.candidate, path, rules.two_sided);
    this.distance = dot(normal, minus(base, p1));
    this.closing = dot(normal, velocity);
    this.interval = solver.call("plane_interval", "dd", this.distance, this.closing);
    const [t0] = this.interval, needsStart = this.isExact && (triangle.isNeedle || Math.abs(this.distance) <= 1);
    this.atStart = needsStart ? Math.sqrt(solver.call("closest_on_triangle", "d", base, solver.asTriangle(iteration.candidate))[0]) : null;
    if (this.closing !== 0 && t0 >= 0 && t0 <= reach / far) {
      this.planePoint = solver.call("plane_point", "ddd", base, normal, velocity, t0, this.distance >= 0 ? 1 : -1);
      const parts = solver.call("edge_functions", "ddd", this.planePoint, p1, p2, p3, normal.map(x => x * winding));
      const [third, first, second] = parts, whole = first + second + third;
      if (whole) this.weights = [first, second, third].map(x => x / whole);
    }
    this.isOutline = this.isHit && !this.touches && this.contact.feature !== numbers.FACE;
    this.parts = this.isOutline ? this.outline([["p1", p1], ["p2", p2], ["p3", p3]]) : [];
  }

  get isHit() { return this.contact.outcome === this.solver.level.numbers.HIT; }
  get touches() { return this.atStart !== null && this.atStart <= 1; }

  outline(corners) {  // the corners and edges in the order of the test, each with the limit that the ones before it left
    const [[, p1], [, p2], [, p3]] = corners, edges = [["p1p2", p1, p2], ["p2p3", p2, p3]];
    const all = this.isExact ? [...edges, ["p1p3", p1, p3], ...corners] : [...corners, ...edges, ["p3p1", p3, p1]];
    let nearest = this.nearest;
    return all.map(([name, ...points]) => {
      const distance = this.isExact ? this.exactDistance(points, nearest) : this.printedDistance(points, nearest);
      if (distance !== null) nearest = distance;
      return this.part(name, points, distance);
    });
  }

  exactDistance(points, nearest) {
    const [distance] = this.solver.call(points.length === 1 ? "reach_corner" : "reach_edge", "d", points.flat(), this.base, this.direction);
    return distance >= 0 && (distance < nearest || distance === nearest && nearest === this.nearest) ? distance : null;
  }

  printedDistance(points, nearest) {
    const velocity = this.direction.map(x => x * this.nearest), before = nearest / this.nearest;
    const [t] = this.solver.call(points.length === 1 ? "sweep_corner" : "sweep_edge", "d", points.flat(), this.base, velocity, before);
    return t >= 0 ? t * this.nearest : null;
  }

  part(name, points, distance) {
    const {solver, base, velocity, isExact, far} = this, {farthestRoot} = solver.level, isEdge = points.length === 2;
    const equation = solver.call(isEdge ? "edge_equation" : "corner_equation", "ddd", points.flat(), base, velocity);
    const found = solver.call("both_roots", "dd", equation), isNone = Math.min(...found.map(Math.abs)) > farthestRoot;
    const roots = isNone ? [Infinity, Infinity] : found, [x1, x2] = roots, first = x1 > 0 || isExact ? x1 : x2;
    const f0 = isEdge && first < Infinity ? solver.call("edge_parameter", "d", points.flat(), base, velocity, first)[0] : null;
    return {name: `${isEdge ? "edge" : "corner"} ${name}`, equation, roots, f0, t: distance === null ? null : distance / far,
      verdict: distance !== null ? "FIRST" : this.whyRejected(x1, x2, f0)};
  }

  whyRejected(x1, x2, f0) {
    if (x1 === Infinity) return "NO_ROOT";
    if (x2 <= 0) return "BEHIND";
    if (this.isExact && x1 < 0) return "STARTS_INSIDE";
    if (f0 !== null && !(f0 >= 0 && f0 <= 1)) return "BESIDE";
    return Math.min(...[x1, x2].filter(x => x > 0)) > 1 ? "BEYOND_END" : "LATER";
  }

  // Words, as describe_triangle_test of game/explain/describe_trace.py: rows of section and text.

  lines({test, part, features, verdicts, exponentFrom}) {
    const {contact, triangle, interval, touches} = this, [t0, t1] = interval, facts = new Set(["", "reached"]);
    facts.add(this.closing ? "crosses the plane" : "parallel");
    if (this.atStart !== null) facts.add("starts near");
    if (this.atStart !== null && touches) facts.add(this.isHit ? "approaches" : "leaves");
    if (!touches && this.weights) facts.add("has a plane point").add(this.isOutline ? "outside" : "inside");
    facts.add(this.isHit ? "contact" : "no contact");
    const number = x => numberText(x, exponentFrom), vector = v => v ? vectorText(v, exponentFrom) : "";
    const values = {triangle: triangle.number, normal: vector(triangle.normal), constant: number(-dot(triangle.normal, triangle.p1)),
      distance: number(this.distance), closing: number(this.closing), t0: number(t0), t1: number(t1), atStart: number(this.atStart),
      depth: number(1 - this.atStart), planePoint: vector(this.planePoint), weights: vector(this.weights),
      nearest: number(this.nearest / this.far), feature: features[contact.feature], t: number(Math.max(contact.distance, 0) / this.far)};
    const ofPart = one => {
      const {equation: [a, b, c], roots: [x1, x2], f0} = one, square = b * b - 4 * a * c;
      const about = x1 === Infinity ? [square < 0 ? "no real root" : "parallel"] : ["has roots", f0 === null ? "corner with roots" : "edge with roots"];
      const texts = {part: one.name, verdict: verdicts[one.verdict], a: number(a), b: number(b), c: number(c), x1: number(x1), x2: number(x2),
        f0: number(f0), square: number(square)};
      return part.filter(([, , fact]) => about.includes(fact)).map(([section, text]) => [section, filled(text, texts)]);
    };
    return test.flatMap(([section, text, fact]) => !text ? this.parts.flatMap(ofPart)
      : facts.has(fact) ? [[section, filled(text, values)]] : []);
  }
}

// Numbers as text with six decimals, or with six digits and an exponent, as `number` of describe_trace.py.
function numberText(x, exponentFrom) {
  if (!Number.isFinite(x)) return x === null ? "" : String(x).replace("Infinity", "inf");
  if (Math.abs(x) < exponentFrom) return (Number(x.toFixed(6)) + 0).toFixed(6);
  const [digits, exponent] = x.toExponential(5).split("e+");
  return `${Number(digits)}e+${exponent.padStart(2, "0")}`;
}

const vectorText = (v, exponentFrom) => `(${v.map(x => numberText(x, exponentFrom)).join(", ")})`;
