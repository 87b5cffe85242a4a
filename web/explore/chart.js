// A bar chart of positions by distance, as SVG. The table beside it says the same to those who do not
// see it, so the chart itself is one picture with a summary.

import { svg } from "../shared/dom.js";
import { grouped, scientific, three_digits } from "../shared/format.js";

/** @typedef {{depth: number, positions: string, classes?: string | number | null}} Layer */

/** @param {Layer[]} layers @param {boolean} logarithmic */
export function layer_chart(layers, logarithmic) {
  const width = 640;
  const height = 320;
  const base = height - 28;
  const counts = layers.map((layer) => Number(layer.positions));
  const most = Math.max(...counts, 1);
  const step = width / Math.max(layers.length, 1);
  /** @param {number} count */
  const share = (count) => {
    if (count <= 0) return 0;
    return logarithmic ? (Math.log10(count) + 1) / (Math.log10(most) + 1) : count / most;
  };
  const top = layers.reduce((best, _, i) => (counts[i] > counts[best] ? i : best), 0);
  return svg(
    "svg",
    {
      class: "chart",
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": `Positions by distance from solved, ${layers.length} distances; most positions, ${grouped(layers[top]?.positions ?? "0")}, at distance ${layers[top]?.depth ?? 0}. The table has all numbers.`,
    },
    layers.map((layer, i) => {
      const tall = Math.max(share(counts[i]) * (base - 26), counts[i] > 0 ? 1.5 : 0);
      const x = i * step + step * 0.14;
      const label = layers.length <= 16 ? short(layer.positions) : "";
      return svg(
        "g",
        {},
        svg(
          "rect",
          {
            x,
            y: base - tall,
            width: step * 0.72,
            height: tall,
            rx: Math.min(3, step * 0.1),
            class: i === top ? "bar-top" : "bar-rect",
          },
          svg("title", { text: `${layer.depth}: ${grouped(layer.positions)}` }),
        ),
        svg("text", {
          x: i * step + step / 2,
          y: base - tall - 6,
          class: "bar-value",
          text: label,
        }),
        svg("text", {
          x: i * step + step / 2,
          y: height - 8,
          class: "bar-name",
          text: String(layer.depth),
        }),
      );
    }),
    svg("line", { x1: 0, x2: width, y1: base + 0.5, y2: base + 0.5, class: "axis" }),
  );
}

/** A number that fits over a bar. @param {string} digits */
function short(digits) {
  const value = Number(digits);
  if (value < 10_000) return grouped(digits);
  if (value < 999_500) return `${Math.round(value / 1e3)} k`;
  if (value < 999_500_000) return `${three_digits(value / 1e6)} M`;
  return scientific(digits).replace(/ × /, "·");
}
