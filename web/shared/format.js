// How numbers, sizes and times are written for a person.

/** Digits in groups of three, with a thin space that does not break. @param {string | number} value */
export function grouped(value) {
  const text = typeof value === "number" ? String(Math.round(value)) : value;
  return text.replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}

/** "43252003274489856000" as "4.33 × 10¹⁹". @param {string} digits */
export function scientific(digits) {
  if (!/^\d+$/.test(digits) || digits.length < 7) return grouped(digits);
  const power = digits.length - 1;
  let mantissa = Number(`${digits[0]}.${digits.slice(1, 8)}`).toFixed(2);
  let shown_power = power;
  if (mantissa === "10.00") {
    mantissa = "1.00";
    shown_power = power + 1;
  }
  const raised = String(shown_power).replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]);
  return `${mantissa} × 10${raised}`;
}

/** A count that is only looked at: 12.3 million. @param {number} value */
export function rough_count(value) {
  const steps = /** @type {[number, string][]} */ ([
    [1e12, "trillion"],
    [1e9, "billion"],
    [1e6, "million"],
  ]);
  for (const [size, name] of steps) {
    // What would be rounded to 1,000 of them is one of the next larger.
    if (value >= size * 0.9995) return `${three_digits(value / size)} ${name}`;
  }
  return grouped(value);
}

/** Never in powers of ten, as toPrecision has it from 1,000 on. @param {number} value */
export function three_digits(value) {
  return value >= 999.5 ? grouped(value) : value.toPrecision(3);
}

/** @param {number} bytes */
export function bytes_text(bytes) {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  let unit = 0;
  while (bytes >= 1000 && unit + 1 < units.length) {
    bytes /= 1000;
    ++unit;
  }
  if (unit === 0) return `${bytes} ${units[0]}`;
  return `${bytes < 10 ? bytes.toFixed(1) : Math.round(bytes)} ${units[unit]}`;
}

const NOBODY_WAITS = 3.2e10; // seconds

/** @param {number} seconds */
export function time_text(seconds) {
  if (seconds < 0.001) return "< 1 ms";
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`;
  if (seconds < 3.2e7) return `${Math.round(seconds / 86_400)} days`;
  if (seconds < NOBODY_WAITS) return `${grouped(Math.round(seconds / 3.156e7))} years`;
  return "longer than anyone can wait";
}

/** An estimate of what is left, which knows no milliseconds. @param {number} seconds */
export function time_left_text(seconds) {
  return seconds < 1 ? "less than 1 s" : time_text(seconds);
}

/**
 * What is left as a range; one time where the two ends read alike.
 * @param {number} least @param {number} most
 */
export function time_range_text(least, most) {
  if (most < 1) return time_left_text(most);
  const low = time_text(least);
  const high = time_text(most);
  if (low === high) return most < NOBODY_WAITS ? `about ${low}` : low;
  if (least < 0.001) return `up to ${high}`;
  return most < NOBODY_WAITS ? `${low} to ${high}` : `more than ${low}`;
}

/** @param {number} count @param {string} one @param {string} [many] */
export function counted(count, one, many = `${one}s`) {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
