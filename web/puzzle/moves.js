// Sequences of moves as text: how a turn made by hand is appended, and how chips of moves become the
// field "moves". What a move means only the server knows; here it is a power within its class.

/**
 * @typedef {{name: string, order: number, moves: string[]}} MoveClass the powers 1, 2, ... by name
 */

/** @param {string} text @returns {string[]} */
export const words = (text) => text.split(/\s+/).filter(Boolean);

/**
 * The power that a name means in a class: 1 for R, 3 for R'. 0: not of the class.
 * @param {MoveClass} move_class @param {string} name
 */
export function power_of(move_class, name) {
  if (name === move_class.name) return 1;
  const suffix = name.startsWith(move_class.name)
    ? /^(\d*)('?)$/.exec(name.slice(move_class.name.length))
    : null;
  if (!suffix || !move_class.moves.includes(name)) return 0;
  const amount = suffix[1] ? Number(suffix[1]) : 1;
  return suffix[2]
    ? (move_class.order - (amount % move_class.order)) % move_class.order
    : amount % move_class.order;
}

/**
 * A text with one more move: R after R becomes R2, R' after R takes it away.
 * @param {string} text @param {string} move @param {MoveClass[]} classes @returns {string}
 */
export function with_move(text, move, classes) {
  const list = words(text);
  const last = list[list.length - 1];
  const move_class = classes.find((one) => power_of(one, move) > 0);
  if (last && move_class) {
    const before = power_of(move_class, last);
    if (before > 0) {
      const power = (before + power_of(move_class, move)) % move_class.order;
      list.pop();
      if (power === 0) return list.join(" ");
      const name = move_class.moves.find((one) => power_of(move_class, one) === power);
      if (name) return [...list, name].join(" ");
      list.push(last);
    }
  }
  return [...list, move].join(" ");
}

/** @typedef {"all" | "half" | "off"} Chip */

/**
 * What each class's chip shows for a field "moves". @param {MoveClass[]} classes @param {string} moves
 * @returns {Chip[]}
 */
export function chips_of(classes, moves) {
  const chosen = moves
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
  if (chosen.length === 0) return classes.map(() => "all");
  return classes.map((one) => {
    if (chosen.includes(one.name)) return "all";
    return chosen.includes(`${one.name}2`) ? "half" : "off";
  });
}

/** @param {MoveClass[]} classes @param {Chip[]} chips @returns {string} "" if all are chosen */
export function moves_of(classes, chips) {
  if (chips.every((chip) => chip === "all")) return "";
  return classes
    .flatMap((one, i) =>
      chips[i] === "all" ? [one.name] : chips[i] === "half" ? [`${one.name}2`] : [],
    )
    .join(",");
}

/** After a click: all, half turns only (where there are any), off, all. @param {Chip} chip
 * @param {MoveClass} move_class @returns {Chip} */
export function next_chip(chip, move_class) {
  if (chip === "off") return "all";
  const halves = move_class.order % 2 === 0 && move_class.order > 2;
  return chip === "all" && halves ? "half" : "off";
}

/**
 * The characters of a text to mark for an error: from the place told (line and column from 1) to the
 * end of the word. @param {string} text @param {number} line @param {number} column
 * @returns {[number, number]}
 */
export function marked_span(text, line, column) {
  const lines = text.split("\n");
  let start = 0;
  for (let k = 0; k + 1 < line && k < lines.length; ++k) start += lines[k].length + 1;
  start = Math.min(start + Math.max(column, 1) - 1, text.length);
  let end = start;
  while (end < text.length && !/\s/.test(text[end])) ++end;
  if (end === start) {
    // The fault is that something is missing: mark the last word instead of nothing.
    while (start > 0 && /\s/.test(text[start - 1])) --start;
    end = start;
    while (start > 0 && !/\s/.test(text[start - 1])) --start;
  }
  return [start, end];
}
