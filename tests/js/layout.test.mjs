import assert from "node:assert/strict";
import { test } from "node:test";

import { isBottom, layout, layoutPanels, panelOrigin } from "../../kpca_core/canvas/assets/layout.js";

const ASPECT = 2 / 1.5;
const CHROME = 60;
const LAPTOPS = { "1280×720": [916, 720], "1440×900": [1076, 900], "1920×1080": [1556, 1080] };

function total({ spectrum, panels }) {
  return 96 + CHROME + spectrum + panels.totalHeight + 56;
}

for (const [name, [width, viewport]] of Object.entries(LAPTOPS)) {
  test(`${name}: eight panels stand in two rows of four and everything fits`, () => {
    const plan = layout({ width, viewport, top: 96, chrome: CHROME, count: 8, aspect: ASPECT });
    assert.equal(plan.panels.columns, 4);
    assert.equal(plan.panels.rows, 2);
    assert.ok(plan.panels.totalWidth <= width);
    assert.ok(total(plan) <= viewport, `${total(plan)} px of ${viewport}`);
    assert.ok(plan.spectrum >= 110 && plan.spectrum <= 150);
    assert.ok(plan.panels.width >= 210);
  });
}

for (const aspect of [1, ASPECT, 3]) {
  for (let count = 1; count <= 16; count += 1) {
    test(`1280×720, ${count} panels of aspect ${aspect.toFixed(2)} fit without scrolling`, () => {
      const plan = layout({ width: 916, viewport: 720, top: 96, chrome: CHROME, count, aspect });
      const { columns, rows, width, height, totalWidth } = plan.panels;
      assert.ok(columns * rows >= count && (rows - 1) * columns < count);
      assert.ok(totalWidth <= 916);
      assert.ok(Math.abs(height - width / aspect) < 1);
      assert.ok(total(plan) <= 720, `${total(plan)} px`);
      assert.ok(width >= 100);
    });
  }
}

test("a phone has one column as wide as itself, and the page scrolls", () => {
  const { panels } = layout({ width: 358, viewport: 844, top: 96, chrome: CHROME, count: 8, aspect: ASPECT });
  assert.equal(panels.columns, 1);
  assert.equal(panels.rows, 8);
  assert.equal(panels.totalWidth, 358);
});

test("a low window gives up the height rather than the panels", () => {
  const { panels } = layout({ width: 780, viewport: 390, top: 96, chrome: CHROME, count: 8, aspect: ASPECT });
  assert.ok(panels.width >= 180);
  assert.ok(panels.totalWidth <= 780);
});

test("no panel takes no room", () => {
  const panels = layoutPanels({ count: 0, aspect: ASPECT, width: 900, height: 400 });
  assert.equal(panels.totalHeight, 0);
});

test("panels stand in reading order and do not overlap", () => {
  const panels = layoutPanels({ count: 8, aspect: ASPECT, width: 916, height: 420 });
  const [first, second, fifth] = [0, 1, 4].map((j) => panelOrigin(panels, j));
  assert.ok(second.x >= first.x + panels.width);
  assert.equal(second.y, first.y);
  assert.equal(fifth.x, first.x);
  assert.ok(fifth.y >= first.y + panels.height);
});

test("numbers go under the lowest panel of each column", () => {
  const bottoms = [0, 1, 2, 3, 4].filter((j) => isBottom({ columns: 3 }, j, 5));
  assert.deepEqual(bottoms, [2, 3, 4]);
});
