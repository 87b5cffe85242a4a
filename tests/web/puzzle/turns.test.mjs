import assert from "node:assert/strict";
import { test } from "node:test";

import { candidate_axes, layers_of, TurnFinder, turned } from "../../../web/puzzle/turns.js";
import { cube_picture } from "../cube_picture.mjs";

// What a clockwise quarter turn of some layers does to the stickers, told by coordinates alone.
function quarter_turn(picture, axis, from_layer, to_layer, size) {
  const scaled = picture.stickers.map(({ space }) =>
    [0, 1, 2].map((k) =>
      space.reduce((sum, point) => sum + (point[k] * Math.sqrt(3)) / space.length, 0),
    ),
  );
  return (frame) => {
    const after = frame.slice();
    scaled.forEach((point, i) => {
      const depth = axis.reduce((sum, a, k) => sum + a * point[k], 0);
      const layer = Math.max(1, Math.ceil(((1 - depth) * size) / 2 - 1e-9));
      if (layer < from_layer || layer > to_layer) return;
      const [ax, ay, az] = axis;
      const [x, y, z] = point;
      const turned_point = [
        ax * depth - (ay * z - az * y),
        ay * depth - (az * x - ax * z),
        az * depth - (ax * y - ay * x),
      ];
      const to = scaled.findIndex((other) =>
        other.every((value, k) => Math.abs(value - turned_point[k]) < 1e-6),
      );
      after[to] = frame[i];
    });
    return after;
  };
}

test("the cube has 26 axes", () => {
  assert.equal(candidate_axes(cube_picture(3)).length, 26);
});

for (const size of [2, 3, 4, 5]) {
  test(`turns of the ${size}x${size}x${size} are found in a mixed position`, () => {
    const picture = cube_picture(size);
    const finder = new TurnFinder(picture);
    const axes = { R: [1, 0, 0], U: [0, 1, 0], F: [0, 0, 1], L: [-1, 0, 0] };
    let frame = picture.stickers.map((sticker) => sticker.face);
    for (let k = 0; k < 12; ++k) {
      frame = quarter_turn(
        picture,
        axes["RUFL"[k % 4]],
        1,
        1 + (k % 2 && size > 2 ? 1 : 0),
        size,
      )(frame);
    }
    for (const [name, axis] of Object.entries(axes)) {
      const ranges = [
        [1, 1],
        [1, 2],
        [2, 2],
        [1, size],
      ].filter(([low, high]) => high <= size && low <= high);
      for (const [low, high] of ranges) {
        const after = quarter_turn(picture, axis, low, high, size)(frame);
        const turn = finder.explain([[frame, after]]);
        assert.ok(turn, `${name} ${low}-${high}`);
        assert.deepEqual(turned(frame, turn), after);
        const along = turn.axis.reduce((sum, a, k) => sum + a * axis[k], 0);
        assert.ok(Math.abs(turn.angle * along + Math.PI / 2) < 1e-6, "clockwise, by a quarter");
        const whole = high === size && low === 1;
        const faces = whole ? 2 : low === 1 ? 1 : high === size ? 1 : 0;
        const moved = turn.moved.reduce((sum, one) => sum + one, 0);
        assert.equal(
          moved,
          4 * size * (high - low + 1) + faces * size * size,
          "centres turn along",
        );
      }
    }
  });
}

test("what is no turn is not explained", () => {
  const picture = cube_picture(3);
  const finder = new TurnFinder(picture);
  const frame = picture.stickers.map((sticker) => sticker.face);
  assert.equal(finder.explain([[frame, frame.with(0, 1).with(9, 0)]]), null);
});

test("layers lie between cuts; faces square to the axis close them", () => {
  const { level, edges } = layers_of([
    [-1, -1],
    [-1, 0],
    [0, 1],
    [-1, 0],
    [1, 1],
  ]);
  assert.deepEqual([...level], [0, 0, 1, 0, 1]);
  assert.deepEqual(edges, [
    [-1, 0],
    [0, 1],
  ]);
});
