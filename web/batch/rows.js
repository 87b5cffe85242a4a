// The table of a batch as text for other programs, and its order on the page.

import { csv } from "../shared/csv.js";

/**
 * @typedef {{number: number, position: string, solution: string | null, length: number | null,
 *            optimal: boolean, seconds: number, error: any}} Row
 * @typedef {"number" | "position" | "length" | "solution" | "seconds"} Column
 */

/** @param {any} error */
export function error_text(error) {
  if (!error) return "";
  return typeof error === "string" ? error : String(error.message ?? error);
}

/** @param {Row[]} rows */
export function rows_as_csv(rows) {
  return csv(
    ["number", "position", "length", "solution", "optimal", "seconds", "error"],
    rows.map((row) => [
      row.number,
      row.position,
      row.length,
      row.solution,
      row.optimal,
      row.seconds,
      error_text(row.error),
    ]),
  );
}

/**
 * A new list in that order; rows without a value come last both ways, equal ones keep their order.
 * @param {Row[]} rows @param {Column} column @param {boolean} descending
 */
export function sorted_rows(rows, column, descending) {
  const sign = descending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const x = a[column];
    const y = b[column];
    if (x === null || x === undefined)
      return y === null || y === undefined ? a.number - b.number : 1;
    if (y === null || y === undefined) return -1;
    const order = typeof x === "number" ? x - Number(y) : String(x).localeCompare(String(y), "en");
    return sign * order || a.number - b.number;
  });
}
