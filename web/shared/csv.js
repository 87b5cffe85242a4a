// Tables as text for other programs: comma-separated values.

/** RFC 4180: quoted where it must be. @param {unknown} value */
function csv_field(value) {
  const text = value === null || value === undefined ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param {string[]} head @param {unknown[][]} rows */
export function csv(head, rows) {
  return [head, ...rows].map((row) => row.map(csv_field).join(",") + "\r\n").join("");
}
