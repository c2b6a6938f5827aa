"use strict";
// The renderer: level meshes and shapes in WebGL2, in the world, in ellipsoid space, or between both. README.md has the formats.

const SHARED = `#version 300 es
  precision highp float;
  uniform mat4 view; uniform mat3 space, normals; uniform vec3 shift, eye;
  out vec3 place, inner, ground; out vec4 tint;
  vec3 drawn(vec3 at) { return space * at + shift; }
  void put(vec3 at, vec4 colour) {
    place = at; tint = colour; inner = vec3(1.0); ground = vec3(0.0); gl_Position = view * vec4(at, 1.0); }
  vec4 lit(vec3 colour, float up) { return vec4(clamp(colour * (0.82 + 0.18 * up), 0.04, 0.97), 1.0); }
  mat2x3 across(vec3 axis) {
    vec3 one = normalize(cross(axis, abs(axis.z) < 0.9 ? vec3(0, 0, 1) : vec3(1, 0, 0)));
    return mat2x3(one, cross(axis, one)); }
`;

// Each kind: the floats of a row of instances by attribute, the corners of its unit shape, and the vertex shader. The corner is
// at location 0.
const KINDS = {
  mesh: {row: [], shader: `layout(location=0) in vec3 corner; layout(location=1) in vec4 colour;
    void main() { put(drawn(corner), colour); ground = corner; }`},
  rods: {row: [3, 3, 2, 3], unit: rodCorners, shader: `layout(location=0) in vec3 corner;
    layout(location=1) in vec3 start; layout(location=2) in vec3 end; layout(location=3) in vec2 form;
    layout(location=4) in vec3 colour;
    uniform float headLength, headWidth;  // form: radius, and 0 for a rod, 1 for an arrow, 2 for the normal of a plane
    void main() {
      vec3 from = drawn(start), way = drawn(end) - from;
      if (form.y > 1.5) way = length(end - start) * normalize(normals * (end - start));
      float whole = max(length(way), 1e-9), wide = form.x * headWidth;
      float head = form.y > 0.5 ? min(headLength, 3.0 * wide / whole) : 0.0;
      float radius = corner.z < 1.5 || head == 0.0 ? form.x : corner.z < 2.5 ? wide : 0.0;
      vec3 side = across(length(way) > 1e-9 ? way / whole : vec3(0, 0, 1)) * corner.xy;
      put(from + way * (corner.z < 0.5 ? 0.0 : corner.z < 2.5 ? 1.0 - head : 1.0) + radius * side, lit(colour, side.z)); }`},
  balls: {row: [3, 2, 3], unit: () => ballCorners(24, 12), shader: `layout(location=0) in vec3 corner;
    layout(location=1) in vec3 centre; layout(location=2) in vec2 form; layout(location=3) in vec3 colour;
    uniform float mostOfView;  // form: radius, and 1 for a point, which is smaller near the eye
    void main() {
      vec3 at = drawn(centre);
      put(at + corner * (form.y > 0.5 ? min(form.x, mostOfView * distance(at, eye)) : form.x), lit(colour, corner.z)); }`},
  boxes: {row: [3, 3, 3, 3, 3], unit: boxCorners, shader: `layout(location=0) in vec3 corner;
    layout(location=1) in vec3 centre; layout(location=2) in vec3 right; layout(location=3) in vec3 ahead;
    layout(location=4) in vec3 up; layout(location=5) in vec3 colour; uniform float sideLight;
    void main() {  // corner: a place on a side, and the number of the side
      mat3 axes = mat3(right, ahead, up); int out_ = int(corner.z) / 2; float sign_ = 2.0 * mod(corner.z, 2.0) - 1.0;
      vec3 at = sign_ * axes[out_] + corner.x * axes[(out_ + 1) % 3] + corner.y * axes[(out_ + 2) % 3];
      vec3 normal = normalize(normals * (sign_ * axes[out_]));
      put(drawn(centre + at), lit(colour, normal.z - sideLight / 0.18 * abs(normal.y))); }`},
  discs: {row: [3, 3, 1, 3], unit: discCorners, shader: `layout(location=0) in vec3 corner;
    layout(location=1) in vec3 centre; layout(location=2) in vec3 normal; layout(location=3) in float radius;
    layout(location=4) in vec3 colour; uniform float rim, opacity;
    void main() {
      vec3 there = normals * normal;
      float wide = radius * sqrt(determinant(space) * length(there));
      put(drawn(centre) + wide * (across(normalize(there)) * corner.xy), vec4(colour, opacity));
      inner = vec3(wide * (1.0 - rim - length(corner))); }`},
  triangles: {row: [3, 3, 3, 3], unit: () => [0, 0, 0, 1, 0, 0, 2, 0, 0], shader: `layout(location=0) in vec3 corner;
    layout(location=1) in vec3 a; layout(location=2) in vec3 b; layout(location=3) in vec3 c; layout(location=4) in vec3 colour;
    uniform float border, opacity;
    void main() {
      vec3 p = drawn(a), q = drawn(b), r = drawn(c);
      float doubled = length(cross(q - p, r - p));
      vec3 heights = doubled / vec3(distance(q, r), distance(r, p), distance(p, q));
      vec3 mine = vec3(equal(vec3(corner.x), vec3(0, 1, 2)));
      put(mine.x * p + mine.y * q + mine.z * r, vec4(colour, opacity));
      inner = mine * heights - border; }`},
  rings: {row: [3, 3, 3, 3, 3, 1], unit: ringCorners, shader: `layout(location=0) in vec3 corner;
    layout(location=1) in vec3 centre; layout(location=2) in vec3 right; layout(location=3) in vec3 ahead;
    layout(location=4) in vec3 up; layout(location=5) in vec3 colour; layout(location=6) in float radius;
    void main() {  // corner: the angles along the ring and around its tube, and the number of the ring
      mat3 axes = mat3(right, ahead, up); float c = cos(corner.x), s = sin(corner.x);
      vec3 away = corner.z < 0.5 ? vec3(c, s, 0) : corner.z < 1.5 ? vec3(c, 0, s) : vec3(0, c, s);
      vec3 onward = corner.z < 0.5 ? vec3(-s, c, 0) : corner.z < 1.5 ? vec3(-s, 0, c) : vec3(0, -s, c);
      vec3 side = across(normalize(space * (axes * onward))) * vec2(cos(corner.y), sin(corner.y));
      put(drawn(centre + axes * away) + radius * side, lit(colour, side.z)); }`},
  texts: {row: [], shader: `layout(location=0) in vec3 corner; layout(location=1) in vec2 part;
    out vec2 at;
    void main() { put(drawn(corner), vec4(1.0)); at = part; }`, fragment: `#version 300 es
    precision highp float;
    in vec2 at; out vec4 colour; uniform sampler2D atlas;
    void main() { colour = texture(atlas, at); }`},
  bodies: {row: [3, 3, 3, 3, 4], unit: () => ballCorners(48, 32), shader: `layout(location=0) in vec3 corner;
    layout(location=1) in vec3 centre; layout(location=2) in vec3 right; layout(location=3) in vec3 ahead;
    layout(location=4) in vec3 up; layout(location=5) in vec4 colour; uniform vec3 visor, visorColour;
    void main() {  // visor: its lower and upper edge, and half of its width [rad]
      bool seen = corner.z > visor.x && corner.z < visor.y && abs(atan(corner.x, corner.y)) < visor.z;
      vec3 own = (seen ? visorColour : colour.rgb) * (0.78 + 0.24 * corner.z);
      put(drawn(centre + mat3(right, ahead, up) * corner), vec4(clamp(own, 0.04, 0.97), colour.a)); }`},
};

const FRAGMENT = `#version 300 es
  precision highp float;
  in vec3 place, inner, ground; in vec4 tint; out vec4 colour;
  uniform float alpha, reach, lines; uniform vec4 cut; uniform vec3 centre, sky;
  float marked() {  // 0..1, how much a line of the ground covers: one every metre, where the level is flat
    vec2 size = max(fwidth(ground.xy), 1e-6), off = abs(fract(ground.xy + 0.5) - 0.5);
    vec2 on = clamp((0.012 - off) / size + 0.5, 0.0, 1.0) * clamp(1.5 - 4.0 * size, 0.0, 1.0);  // far lines would flicker
    return abs(normalize(cross(dFdx(ground), dFdy(ground))).z) > 0.99 ? max(on.x, on.y) : 0.0; }
  void main() {  // inner: distances from the edges of a face, negative within its border
    if (dot(cut, vec4(place, 1.0)) > 0.0) discard;
    float nearest = min(inner.x, min(inner.y, inner.z));
    float covered = mix(1.0, tint.a, clamp(nearest / max(fwidth(nearest), 1e-9) + 0.5, 0.0, 1.0));
    float far = reach > 0.0 ? smoothstep(0.75 * reach, reach, distance(place, centre)) : 0.0;
    vec3 own = lines > 0.0 ? tint.rgb * (1.0 - lines * marked()) : tint.rgb;
    colour = vec4(mix(own, sky, far), covered * alpha); }`;

function rodCorners() {  // two tubes around z, from 0 to 1 and from 2 to 3
  const found = [];
  for (const low of [0, 2]) for (let side = 0; side < 6; side++) for (const [turn, up] of QUAD)
    found.push(Math.cos((side + turn) * Math.PI / 3), Math.sin((side + turn) * Math.PI / 3), low + up);
  return found;
}

function ballCorners(around, upwards) {  // counter-clockwise from outside
  const found = [];
  for (let i = 0; i < around; i++) for (let j = 0; j < upwards; j++) for (const [turn, up] of QUAD) {
    const azimuth = (i + turn) * 2 * Math.PI / around, height = ((j + up) / upwards - 0.5) * Math.PI;
    found.push(Math.cos(azimuth) * Math.cos(height), Math.sin(azimuth) * Math.cos(height), Math.sin(height));
  }
  return found;
}

function boxCorners() {
  const found = [];
  for (let side = 0; side < 6; side++) for (const [right, up] of QUAD) found.push(2 * right - 1, 2 * up - 1, side);
  return found;
}

function ringCorners() {
  const found = [];
  for (let ring = 0; ring < 3; ring++) for (let part = 0; part < 48; part++) for (let side = 0; side < 4; side++)
    for (const [turn, up] of QUAD) found.push((part + up) * Math.PI / 24, (side + turn) * Math.PI / 2, ring);
  return found;
}

function discCorners() {
  const found = [], at = side => [Math.cos(side * Math.PI / 24), Math.sin(side * Math.PI / 24), 0];
  for (let side = 0; side < 48; side++) found.push(0, 0, 0, ...at(side), ...at(side + 1));
  return found;
}

const ATLAS = 2048, LINE = 40;  // [pixels] width of the picture of all texts, and height of a line
const LINES = 0.25;  // share of light that the lines of the ground lack. Less: a turned scene has no scale; more: they hide marks
const CUT = 128, WIDEST = 100;  // what the stencil has where no solid is; [m] radius of the plane of a cut
const QUAD = [[0, 0], [1, 0], [1, 1], [0, 0], [1, 1], [0, 1]];

class Scene {
  // Draw on a canvas. look: the constants of Python's drawings. `start` returns null where the browser has no WebGL2.
  static start(canvas, look) {
    const gl = canvas.getContext("webgl2", {antialias: true, stencil: true});
    return gl && new Scene(gl, look);
  }

  constructor(gl, look) {
    this.gl = gl;
    this.look = look;
    this.programs = {};
    for (const [name, kind] of Object.entries(KINDS)) this.programs[name] = this.compile(kind);
  }

  compile(kind) {
    const gl = this.gl, program = gl.createProgram();
    const texts = [[gl.VERTEX_SHADER, SHARED + kind.shader], [gl.FRAGMENT_SHADER, kind.fragment || FRAGMENT]];
    for (const [type, text] of texts) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    const set = {};
    for (let i = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS); i-- > 0;) {
      const {name, type} = gl.getActiveUniform(program, i), at = gl.getUniformLocation(program, name);
      const how = {[gl.FLOAT]: "uniform1f", [gl.FLOAT_VEC3]: "uniform3fv", [gl.FLOAT_VEC4]: "uniform4fv"}[type];
      const matrix = {[gl.FLOAT_MAT3]: "uniformMatrix3fv", [gl.FLOAT_MAT4]: "uniformMatrix4fv"}[type];
      set[name] = how ? value => gl[how](at, value) : matrix ? value => gl[matrix](at, false, value) : () => {};
    }
    const unit = kind.unit && new Float32Array(kind.unit());
    return {program, set, unit: unit && this.buffer(unit), corners: unit ? unit.length / 3 : 0, row: kind.row};
  }

  buffer(data, target = this.gl.ARRAY_BUFFER) {
    const buffer = this.gl.createBuffer();
    this.gl.bindBuffer(target, buffer);
    this.gl.bufferData(target, data, this.gl.DYNAMIC_DRAW);
    return buffer;
  }

  // A level mesh, or faces, as `coded_mesh` in scene_data.py has them. solids: the number of triangles at the begin that are
  // seen from outside only.
  mesh({grain, positions, colours, triangles, solids = 0}) {
    const gl = this.gl, array = gl.createVertexArray(), places = new Float32Array(positions.length);
    const shades = new Uint8Array(colours), width = 3 * colours.length / positions.length || 3, at = [0, 0, 0];
    for (let k = 0; k < positions.length; k++) {
      at[k % 3] += positions[k] & 1 ? -(positions[k] + 1) / 2 : positions[k] / 2;
      places[k] = grain * at[k % 3];
    }
    for (let k = 0; k < shades.length; k += width) {
      shades[k + 1] += shades[k];
      shades[k + 2] += shades[k + 1];
    }
    for (let k = width; k < shades.length; k++) shades[k] += shades[k - width];
    const index = new Uint32Array(triangles);
    for (let k = 0, next = 0; k < index.length; k++) {
      index[k] = next - index[k];
      if (index[k] === next) next++;
    }
    gl.bindVertexArray(array);
    const buffers = [this.buffer(places)];
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    buffers.push(this.buffer(shades));
    gl.vertexAttribPointer(1, width, gl.UNSIGNED_BYTE, true, 0, 0);
    [0, 1].forEach(place => gl.enableVertexAttribArray(place));
    buffers.push(this.buffer(index, gl.ELEMENT_ARRAY_BUFFER));
    gl.bindVertexArray(null);
    return {kind: "mesh", array, buffers, solids: 3 * solids, count: index.length};
  }

  // Many instances of one kind: rows of floats as in KINDS.
  instances(kind, rows) {
    const gl = this.gl, {row, unit} = this.programs[kind], array = gl.createVertexArray();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, unit);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    const buffer = this.buffer(rows), length = row.reduce((a, b) => a + b);
    row.forEach((size, k) => {
      gl.enableVertexAttribArray(k + 1);
      gl.vertexAttribPointer(k + 1, size, gl.FLOAT, false, 4 * length, 4 * row.slice(0, k).reduce((a, b) => a + b, 0));
      gl.vertexAttribDivisor(k + 1, 1);
    });
    gl.bindVertexArray(null);
    return {kind, array, buffers: [buffer], count: rows.length / length};
  }

  // Texts on surfaces: [[text, colour, lower left corner, side to the right, side upwards], ...]. They share a picture.
  texts(list) {
    const gl = this.gl, paper = document.createElement("canvas"), array = gl.createVertexArray(), data = [];
    const draw = paper.getContext("2d"), font = `bold ${0.75 * LINE}px monospace`;
    const lines = list.map(([text]) => text.split("\n"));
    let x = 0, y = 0, highest = 0;
    draw.font = font;
    const places = lines.map(of => {  // in rows, from the top
      const wide = Math.min(ATLAS, Math.ceil(Math.max(...of.map(line => draw.measureText(line).width))) + 2);
      if (x + wide > ATLAS) [x, y, highest] = [0, y + highest, 0];
      const place = [x, y, wide, LINE * of.length];
      [x, highest] = [x + wide, Math.max(highest, place[3])];
      return place;
    });
    Object.assign(paper, {width: ATLAS, height: y + highest});
    Object.assign(draw, {font, textAlign: "center", textBaseline: "middle"});
    list.forEach(([, colour, at, across, up], k) => {
      const [left, top, wide, high] = places[k];
      draw.fillStyle = colour;
      lines[k].forEach((line, n) => draw.fillText(line, left + wide / 2, top + (n + 0.55) * LINE, wide));
      for (const [right, above] of QUAD) data.push(...plus(plus(at, across, right), up, above),
        (left + right * wide) / paper.width, (top + (1 - above) * high) / paper.height);
    });
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, paper);
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.bindVertexArray(array);
    const buffers = [this.buffer(new Float32Array(data))];
    [[0, 3, 0], [1, 2, 12]].forEach(([place, size, first]) => {
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, size, gl.FLOAT, false, 20, first);
    });
    gl.bindVertexArray(null);
    return {kind: "texts", array, buffers, texture, count: data.length / 5};
  }

  // Shapes to draw together: {rods, balls, boxes, rings, discs, triangles, bodies: Float32Array of rows; opaque, papers,
  // shells, faces: meshes; texts}.
  shapes(given) {
    const group = {};
    for (const [kind, rows] of Object.entries(given))
      group[kind] = kind === "texts" ? this.texts(rows) : rows.positions ? this.mesh(rows) : this.instances(kind, rows);
    return group;
  }

  // A group with other rows of instances, in the buffers that it has: new buffers in each picture take most of its time.
  update(group, given) {
    for (const thing of Object.values(group)) thing.count = 0;
    for (const [kind, rows] of Object.entries(given)) {
      if (!group[kind]) group[kind] = this.instances(kind, rows);
      this.gl.bindBuffer(this.gl.ARRAY_BUFFER, group[kind].buffers[0]);
      this.gl.bufferData(this.gl.ARRAY_BUFFER, rows, this.gl.DYNAMIC_DRAW);
      group[kind].count = rows.length / KINDS[kind].row.reduce((a, b) => a + b);
    }
    return group;
  }

  free(...groups) {
    for (const thing of groups.flatMap(group => group.array ? [group] : Object.values(group))) {
      this.gl.deleteVertexArray(thing.array);
      thing.buffers.forEach(buffer => this.gl.deleteBuffer(buffer));
      if (thing.texture) this.gl.deleteTexture(thing.texture);
    }
  }

  // Draw one picture. camera: {matrix (16), eye} in the drawing; space: from `spaceAt`; level: meshes, those that move with
  // `pose`: place and heading; things: groups that the level hides; shapes: groups that shine through; front: groups that
  // nothing hides; section: a group that is drawn with the level cut along the plane `cut` (normal and offset in the drawing);
  // fill: instead of it, {solids, colour}: a group of triangles, and the colour of the closed solids among them where `cut` cuts
  // them; sky: the colour around; centre, reach: where the level fades into the sky [m], reach 0: nowhere
  draw({camera, space, level, things = [], shapes, front = [], section = null, cut = [0, 0, 0, 0], fill = null, sky,
    centre = [0, 0, 0], reach = 0}) {
    const gl = this.gl, canvas = gl.canvas, ratio = Math.min(devicePixelRatio, 2);
    const [width, height] = [canvas.clientWidth, canvas.clientHeight].map(pixels => Math.max(1, Math.round(pixels * ratio)));
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, {width, height});
    gl.viewport(0, 0, width, height);
    gl.depthMask(true);
    gl.clearColor(...sky, 1);
    gl.clearStencil(CUT);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.depthFunc(gl.LEQUAL);
    gl.polygonOffset(1, 2);  // the level lies behind faces in the same plane
    const all = {...this.look, view: camera.matrix, eye: camera.eye, space: space.matrix, normals: space.normals,
      shift: space.shift, sky, centre, reach: 0, lines: 0, cut: [0, 0, 0, 0], alpha: 1};
    const nothing = {}, groups = section ? [...shapes, section] : shapes, everything = [...things, ...shapes];
    const show = (kinds, how, more = nothing, among = groups) => {
      for (const kind of kinds) for (const group of among) if (group[kind]) this.paint(group[kind], all, how, more);
    };
    for (const mesh of level)
      this.paint(mesh, all, {test: true, write: true, offset: true}, {reach, cut, lines: LINES, ...(mesh.pose && placed(space, mesh.pose))});
    if (fill) this.fillCut(fill, all, cut);
    if (section) this.paint(section.faces, all, {test: true, write: true, offset: true});
    show(["rods", "balls", "boxes", "rings", "opaque", "papers", "bodies"], {test: true, write: true}, nothing, things);
    gl.colorMask(false, false, false, false);
    show(["shells"], {test: true, write: true}, nothing, everything);  // of these, only the nearest face is seen
    gl.colorMask(true, true, true, true);
    show(["shells"], {test: true, write: false}, nothing, everything);
    show(["rods", "balls", "boxes", "rings"], {test: false, write: false}, {alpha: this.look.dimmed});
    show(["rods", "balls", "boxes", "rings", "opaque"], {test: true, write: true});
    show(["texts", "faces"], {test: true, write: false}, nothing, everything);
    show(["triangles"], {test: true, write: false}, {cut});  // as the level is
    show(["discs"], {test: true, write: false});
    show(["bodies"], {test: true, write: false, cull: true});
    show(["rods", "balls"], {test: false, write: false}, nothing, front);
  }

  // Fill closed solids where a plane cuts them: a point of the plane is in a solid if the ray from the eye through it leaves more
  // of them than it enters. The stencil counts both.
  fillCut({solids, colour}, uniforms, cut) {
    const gl = this.gl, normal = cut.slice(0, 3), at = plus([0, 0, 0], normal, -cut[3]);
    const plane = this.instances("discs", new Float32Array([...at, ...normal, WIDEST, ...colour]));
    gl.enable(gl.STENCIL_TEST);
    gl.stencilFunc(gl.ALWAYS, 0, 255);
    gl.colorMask(false, false, false, false);
    for (const [hidden, count] of [[gl.FRONT, gl.INCR_WRAP], [gl.BACK, gl.DECR_WRAP]]) {
      gl.cullFace(hidden);
      gl.stencilOp(gl.KEEP, gl.KEEP, count);
      this.paint(solids.triangles, uniforms, {test: false, write: false, cull: true}, {cut});
    }
    gl.colorMask(true, true, true, true);
    gl.stencilFunc(gl.LESS, CUT, 255);  // where it has more than CUT
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.KEEP);
    this.paint(plane, uniforms, {test: true, write: true}, {opacity: 1, rim: 0});
    gl.disable(gl.STENCIL_TEST);
    this.free(plane);
  }

  paint(thing, uniforms, {test, write, offset = false, cull = false}, more = {}) {
    if (!thing.count) return;
    const gl = this.gl, {program, set, corners} = this.programs[thing.kind];
    const turn = (name, on) => on ? gl.enable(name) : gl.disable(name);
    gl.useProgram(program);
    for (const [name, use] of Object.entries(set)) use(name in more ? more[name] : uniforms[name]);
    turn(gl.DEPTH_TEST, test);
    gl.depthMask(write);
    turn(gl.POLYGON_OFFSET_FILL, offset);
    turn(gl.CULL_FACE, cull);
    gl.bindVertexArray(thing.array);
    if (thing.kind === "texts") {
      gl.bindTexture(gl.TEXTURE_2D, thing.texture);
      return gl.drawArrays(gl.TRIANGLES, 0, thing.count);
    }
    if (thing.kind !== "mesh") return gl.drawArraysInstanced(gl.TRIANGLES, 0, corners, thing.count);
    for (const [from, to, closed] of [[0, thing.solids, true], [thing.solids, thing.count, false]]) {
      if (from === to) continue;
      turn(gl.CULL_FACE, closed);
      gl.drawElements(gl.TRIANGLES, to - from, gl.UNSIGNED_INT, 4 * from);
    }
  }
}

const times = (matrix, v) => [0, 1, 2].map(i => matrix[i] * v[0] + matrix[3 + i] * v[1] + matrix[6 + i] * v[2]);
const drawnAt = (space, v) => times(space.matrix, v).map((x, i) => x + space.shift[i]);

// The map from the world (part 0) to ellipsoid space (part 1) about a position that it leaves fixed, as game/explain/spaces.py.
// axes: rows right, forward and up of the body; scales: of lengths along them
function spaceAt(axes, scales, anchor, part) {
  const factors = scales.map(scale => scale ** part), matrix = new Float32Array(9), normals = new Float32Array(9);
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) for (let k = 0; k < 3; k++) {
    matrix[3 * i + j] += axes[k][i] * factors[k] * axes[k][j];
    normals[3 * i + j] += axes[k][i] / factors[k] * axes[k][j];
  }
  const turned = times(matrix, anchor);
  return {matrix, normals, shift: anchor.map((x, i) => x - turned[i])};
}

function placed(space, [x, y, z, heading]) {  // the map of a mesh that is turned about z and moved
  const [c, s] = [Math.cos(heading), Math.sin(heading)];
  const turned = m => m.map((_, i) => i < 3 ? c * m[i] + s * m[i + 3] : i < 6 ? c * m[i] - s * m[i - 3] : m[i]);
  return {space: turned(space.matrix), normals: turned(space.normals), shift: drawnAt(space, [x, y, z])};
}

function inflater() {
  try {
    return new DecompressionStream("deflate-raw");
  } catch {
    throw new Error("This browser is older than 2023, so it cannot unpack what it should draw. Any newer browser can.");
  }
}

// The data of a page, as game/web/scene_data.py packs them: an object whose arrays are {"packed": [kind, first
// byte, count, width]} and lie there column by column, the first bytes of all numbers before the second ones.
async function unpack(text) {
  const packed = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(inflater());
  const bytes = await new Response(stream).arrayBuffer(), length = new DataView(bytes).getUint32(0, true), base = 4 + length;
  const kinds = {f: Float32Array, B: Uint8Array, H: Uint16Array, I: Uint32Array, h: Int16Array, i: Int32Array};
  const read = {};  // by first byte: scenes of the same level share its arrays
  const rows = ([kind, first, count, width]) => read[first] = read[first] || columnsAsRows(kind, first, count, width);
  const columnsAsRows = (kind, first, count, width) => {
    const size = kinds[kind].BYTES_PER_ELEMENT, planes = new Uint8Array(bytes, base + first, count * size);
    const columns = new kinds[kind](planes.map((_, k) => planes[k % size * count + Math.floor(k / size)]).buffer);
    const height = count / width;
    return width === 1 ? columns : columns.map((_, k) => columns[k % width * height + Math.floor(k / width)]);
  };
  return JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length)), (name, value) =>
    value && value.packed ? rows(value.packed) : value);
}
