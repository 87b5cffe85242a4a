// The picture of an NxNxN as /v1/picture gives it, made from scratch for the tests.

const FACES = [
  ["U", "#ffffff", [-1, 1, -1], [1, 0, 0], [0, 0, 1], [1, 0]],
  ["R", "#c41e3a", [1, 1, 1], [0, 0, -1], [0, -1, 0], [2, 1]],
  ["F", "#009b48", [-1, 1, 1], [1, 0, 0], [0, -1, 0], [1, 1]],
  ["D", "#ffd500", [-1, -1, 1], [1, 0, 0], [0, 0, -1], [1, 2]],
  ["L", "#ff5800", [-1, 1, -1], [0, 0, 1], [0, -1, 0], [0, 1]],
  ["B", "#0051ba", [1, 1, -1], [-1, 0, 0], [0, -1, 0], [3, 1]],
];

export function cube_picture(size) {
  const step = 2 / size;
  const stickers = [];
  FACES.forEach(([, , corner, right, down, [net_x, net_y]], face) => {
    for (let row = 0; row < size; ++row) {
      for (let column = 0; column < size; ++column) {
        const point = (x, y) =>
          corner.map((c, k) => (c + (right[k] * x + down[k] * y) * step) / Math.sqrt(3));
        const x = net_x * size + column;
        const y = net_y * size + row;
        const cell = [
          point(column, row),
          point(column + 1, row),
          point(column + 1, row + 1),
          point(column, row + 1),
        ];
        stickers.push({
          face,
          orbit: 0,
          slot: 0,
          piece: null,
          facelet: stickers.length,
          rounding: 0,
          net: [
            [x, y],
            [x + 1, y],
            [x + 1, y + 1],
            [x, y + 1],
          ],
          space: cell,
          cell,
        });
      }
    }
  });
  const faces = FACES.map(([name, colour, corner, right, down]) => {
    const point = (x, y) =>
      corner.map((c, k) => (c + 2 * (right[k] * x + down[k] * y)) / Math.sqrt(3));
    return { name, colour, net: [], space: [point(0, 0), point(0, 1), point(1, 1), point(1, 0)] };
  });
  return {
    faces,
    stickers,
    net: { width: 4 * size, height: 3 * size },
    orbits: [],
    plastic: "#000",
    grey: "#888",
  };
}
