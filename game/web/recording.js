"use strict";
// Recordings as game/simulation/recording.py reads and writes them. A run: {start: row of the player before the first tick,
// ticks: [{input, rules}], hash}.

function sha256(data) {
  const primes = [], part = x => x % 1 * 2 ** 32 | 0, turn = (x, by) => x >>> by | x << 32 - by;
  for (let n = 2; primes.length < 64; n++) if (primes.every(p => n % p)) primes.push(n);
  const keys = primes.map(p => part(Math.cbrt(p))), hash = primes.slice(0, 8).map(p => part(Math.sqrt(p)));
  const padded = new Uint8Array((data.length + 72) >> 6 << 6), view = new DataView(padded.buffer), w = new Int32Array(64);
  padded.set(data);
  padded[data.length] = 128;
  view.setBigUint64(padded.length - 8, 8n * BigInt(data.length));
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const early = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >>> 3;
      w[i] = w[i - 16] + early + w[i - 7] + (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >>> 10);
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + keys[i] + w[i] | 0;
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, d + one | 0, c, b, a, one + two | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => { hash[i] = hash[i] + x | 0; });
  }
  return hash.map(x => (x >>> 0).toString(16).padStart(8, "0")).join("");
}

const MOST_TICKS = 36000;  // of a recording that is opened. More: the page stands still for seconds
const FLAGS = ["jump", "crouch", "run"];
const AMOUNTS = {forward: 1, right: 1, x: Infinity, y: Infinity, heading: Infinity, radians: Infinity};  // the most of each, as in script.py

function lineOf({forward, right, x, y, heading, ...flags}) {
  const amounts = Object.entries({forward, right, x, y}).filter(([, value]) => value).map(([name, value]) => `${name}=${value}`);
  return [`radians=${heading}`, ...amounts, ...FLAGS.filter(name => flags[name])].join(" ");
}

function recordingText(level, {start, ticks, hash}) {
  const {title, ...names} = level.recording, view = new DataView(start.buffer, start.byteOffset), {fields} = level.player;
  const numbers = (name, count) => Array.from({length: count}, (_, i) => view.getFloat64(fields[name][0] + 8 * i, true));
  const rules = choice => ({rules: rulesText(level, choice), player: level.rules.player});
  const head = {...names, rate: level.hz, ...rules(ticks[0].rules), position: numbers("position", 3).join(" "),
    heading: numbers("heading", 1)[0], ticks: ticks.length, "final-hash": hash};
  const [crouched] = numbers("crouched", 1);
  if (crouched) head.crouched = crouched;
  const lines = [], script = [];
  ticks.forEach((tick, number) => {
    if (number && tick.rules !== ticks[number - 1].rules)
      for (const [key, text] of Object.entries(rules(tick.rules))) lines.push(`${key} after ${number}: ${text}`);
    const words = lineOf(tick.input), last = script[script.length - 1];
    if (last && last.words === words) last.count++;
    else script.push({words, count: 1});
  });
  const rows = Object.entries(head).map(([key, value]) => `${key}: ${value}`);
  return [title, ...rows, ...lines, "---", ...script.map(({count, words}) => `${count} ${words}`), ""].join("\n");
}

// The run of a recording: {position, heading, ticks: [{input, rules}], hash}. Throws an Error with a sentence for the user.
function readRecording(level, text) {
  const [head, body] = text.replaceAll("\r\n", "\n").split("\n---\n"), [title, ...rows] = head.split("\n");
  if (!level.recording) throw new Error("This page leaves things out that move the player, so it cannot play recordings.");
  if (title !== level.recording.title || body === undefined) throw new Error("This file is not a recording of Glissade.");
  const header = new Map(rows.map(row => row.split(/: (.*)/)));
  if (header.get("level-hash") !== level.recording["level-hash"])
    throw new Error(`The recording was made in another level, or in another version of this one: ${header.get("level")}.`);
  if (Number(header.get("rate")) !== level.hz)
    throw new Error(`The recording has ${header.get("rate")} ticks a second, this page ${level.hz}.`);
  const rulesAt = (end = "") => {
    const [rules, player] = ["rules", "player"].map(key => header.get(key + end));
    const choice = player === level.rules.player ? rulesOf(level, rules || "") : undefined;
    if (choice === undefined) throw new Error("The recording has rules or a player of its own, which this page does not have.");
    return choice;
  };
  const number = (text, where) => {
    if (!text || !Number.isFinite(Number(text))) throw new Error(`The recording is damaged: ${where} is not a number.`);
    return Number(text);
  };
  const first = number(header.get("heading"), "heading"), position = (header.get("position") || "").split(" ");
  if (position.length !== 3) throw new Error("The recording is damaged: its position is not three numbers.");
  let heading = first, rules = rulesAt();
  const ticks = [];
  for (const [row, line] of body.split("\n").entries()) {
    const where = `line ${head.split("\n").length + 2 + row}`;
    const [count, ...words] = line.split("#")[0].split(/\s+/).filter(Boolean), input = {forward: 0, right: 0, x: 0, y: 0};
    if (!count) continue;
    const given = new Set();
    for (const word of words) {
      const [name, value] = word.split(/=(.*)/), isFlag = FLAGS.includes(word);
      if (given.has(name)) throw new Error(`The recording is damaged: ${name} is given twice in ${where}.`);
      given.add(name);
      if (!isFlag && !Object.hasOwn(AMOUNTS, name)) throw new Error(`The recording contains ${word}, which this page leaves out.`);
      const amount = isFlag || number(value, `${word} in ${where}`);
      if (amount > AMOUNTS[name] || amount < -AMOUNTS[name])
        throw new Error(`The recording is damaged: ${word} in ${where} is not from -1 to 1.`);
      if (name === "heading") heading = amount * (Math.PI / 180);
      else if (name === "radians") heading = amount;
      else input[name] = amount;
    }
    if (!/^\d+$/.test(count) || !Number(count)) throw new Error(`The recording is damaged: ${count} in ${where} is not a number of ticks.`);
    const last = ticks.length + Number(count);
    if (last > MOST_TICKS) throw new Error(`The recording has more than ${MOST_TICKS} ticks, which is too long for this page.`);
    while (ticks.length < last) {
      if (header.has(`rules after ${ticks.length}`)) rules = rulesAt(` after ${ticks.length}`);
      ticks.push({input: {...input, heading}, rules});
    }
  }
  if (!ticks.length || ticks.length !== Number(header.get("ticks")))
    throw new Error(`The recording is damaged: it has ${ticks.length} ticks, and should have ${header.get("ticks")}.`);
  const crouched = number(header.get("crouched") || "0", "crouched");
  return {position: position.map(part => number(part, "its position")), heading: first, crouched, ticks, hash: header.get("final-hash")};
}
