"use strict";
// Choices of rules: of the player, and of a twin that gets the same input. A choice is a text, the number of a set of rules and a 1
// or a 0 for each switch, as "0 11111111111". Names, words and bytes of the switches come from Python (play_data.py).

const setOf = choice => Number(choice.split(" ")[0]), isOn = (choice, k) => choice.split(" ")[1][k] === "1";
const withSwitch = (choice, k, on) => {
  const [set, values] = choice.split(" ");
  return `${set} ${values.slice(0, k)}${on ? 1 : 0}${values.slice(k + 1)}`;
};

// Write a choice into the memory of a tick: `settings` and `params` are the addresses of both tables.
function writeRules({rules}, choice, bytes, {settings, params}) {
  const set = rules.sets[setOf(choice)], size = set.params.length;
  bytes.set(set.settings, settings);
  for (const row of [0, 1]) bytes.set(set.params, params + row * size);
  rules.switches.forEach((one, k) => {
    if (one.settings !== null) bytes[settings + one.settings] = isOn(choice, k);
    if (one.params !== null) for (const row of [0, 1]) bytes[params + row * size + one.params] = isOn(choice, k);
  });
}

// A choice as a recording has it, and the choice of such a text, or undefined for numbers that no set has.
function rulesText({rules}, choice) {
  const switches = rules.switches.map((one, k) => `${one.name}=${isOn(choice, k) ? "True" : "False"}`);
  return [...switches, rules.sets[setOf(choice)].numbers].join(" ");
}

function rulesOf(level, text) {
  const values = level.rules.switches.map(one => text.includes(`${one.name}=True`) ? 1 : 0).join("");
  return level.rules.sets.map((_, set) => `${set} ${values}`).find(choice => rulesText(level, choice) === text);
}

class RulesDialog {
  // dialog: the element; changed: called with the choices of the player and the twin, null for no twin
  constructor(dialog, level, changed) {
    Object.assign(this, {dialog, level, changed, own: level.rules.sets[0].choice, twin: null});
    const {sets, switches} = level.rules, choices = sets.map(set => [set.choice, set.words]);
    this.set = dialog.querySelector(".set");
    this.set.append(...choices.map(([value, text]) => new Option(text, value)), new Option("a choice of your own", ""));
    this.set.onchange = () => this.choose(this.set.value || this.own, this.twin);
    this.boxes = switches.map((one, k) => {
      const box = made("input", {type: "checkbox", id: `rule-${one.name}`});
      box.onchange = () => this.choose(withSwitch(this.own, k, box.checked), this.twin);
      const words = made("label", {htmlFor: box.id}, made("b", {}, one.title), ` ${one.repairs}`);
      if (one.isUseful) dialog.querySelector(".switches").append(made("li", {}, box, words));
      return box;
    });
    this.twins = dialog.querySelector(".twin");
    const without = switches.flatMap((one, k) => one.isUseful ? [[withSwitch(sets[0].choice, k, false), `without: ${one.title}`]] : []);
    this.twins.append(new Option("no twin", ""), ...[...choices, ...without].map(([value, text]) => new Option(text, value)));
    this.twins.onchange = () => this.choose(this.own, this.twins.value || null);
    this.show(this.own);
  }

  choose(own, twin) {
    const isNew = twin !== this.twin;
    this.twin = twin;
    this.show(own);
    this.changed(own, twin, isNew);
  }

  show(own) {
    this.own = own;
    this.boxes.forEach((box, k) => { box.checked = isOn(own, k); });
    this.set.value = own;
    if (this.set.selectedIndex < 0) this.set.value = "";
    this.twins.value = this.twin || "";
  }
}

function made(name, attributes = {}, ...content) {  // an element; text is only ever set as text
  const element = document.createElement(name);
  Object.assign(element, attributes);
  element.append(...content);
  return element;
}
