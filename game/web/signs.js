"use strict";
// The signs of a level: text in the page that is moved by the camera's own perspective, so it lies in the level.

const PIXELS = 40, SEEN = 25, AFTER = 8;  // [pixels] of a line before the perspective; [m]; pictures between two looks for what hides it

class Signs {
  // place: an element over the canvas; hides: called with a place and an eye, true if something is between them
  constructor(place, signs, hides) {
    Object.assign(this, {hides, picture: 0});
    this.all = signs.map(sign => {
      const element = made("div", {}, sign.text);
      place.append(element);
      return {...sign, element, size: [element.offsetWidth, element.offsetHeight], isHidden: true};
    });
  }

  // isStill: True for a single picture, which asks for every sign what hides it; cut: the plane that cuts the level, or undefined
  draw(matrix, eye, width, height, isStill, cut) {
    this.picture++;
    const at = (v, w) => {  // in pixels, times the last number
      const [x, y, , depth] = [0, 1, 2, 3].map(i => matrix[i] * v[0] + matrix[4 + i] * v[1] + matrix[8 + i] * v[2] + matrix[12 + i] * w);
      return [(depth + x) * width / 2, (depth - y) * height / 2, depth];
    };
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
      if (!sign.element.hidden)
        sign.element.style.transform = `matrix3d(${[[...x], [...y], null, [...start]].map(column =>
          column ? [column[0], column[1], 0, column[2]] : [0, 0, 1, 0]).join()})`;
    });
  }
}
