import assert from "node:assert/strict";
import { test } from "node:test";

import { arrange, layout, layoutPanels, panelOrigin, withLines } from "../../kpca_core/drawing/canvas/assets/layout.js";

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
    test(`1280×720, ${count} panels of aspect ${aspect.toFixed(2)} fit, or scroll and stay legible`, () => {
      const plan = layout({ width: 916, viewport: 720, top: 96, chrome: CHROME, count, aspect });
      const { columns, rows, width, height, totalWidth } = plan.panels;
      assert.ok(columns * rows >= count && (rows - 1) * columns < count);
      assert.ok(totalWidth <= 916);
      assert.ok(Math.abs(height - width / aspect) < 1);
      const fits = total(plan) <= 720;
      assert.ok(fits ? width >= 150 : width >= 180, `${total(plan)} px, panels of ${width} px`);
      assert.ok(fits || count > 8, `${total(plan)} px`);
    });
  }
}

for (const [width, columns] of [[280, 1], [358, 2], [500, 2]]) {
  test(`a phone of ${width} px has ${columns} column(s) that fill it, and the page scrolls`, () => {
    const { panels } = layout({ width, viewport: 844, top: 96, chrome: CHROME, count: 8, aspect: ASPECT });
    assert.equal(panels.columns, columns);
    assert.equal(panels.rows, 8 / columns);
    assert.ok(panels.totalWidth <= width && panels.totalWidth > width - columns);
    assert.ok(panels.width >= 145);
  });
}

test("sentences have as many lines as they take, also where these make panels narrower", () => {
  const lines = (width) => Math.ceil(290 / width);
  const spaces = [[358, 844, 8], [540, 1180, 8], [620, 400, 16], [916, 720, 8], [1556, 1080, 8], [280, 844, 1]];
  for (const [width, viewport, count] of spaces) {
    const { panels } = layout({ width, viewport, top: 96, chrome: CHROME, count, aspect: ASPECT, lines });
    assert.ok(panels.title >= 23 + 15 * lines(panels.width), `${lines(panels.width)} lines in ${panels.title} px`);
    assert.ok(panels.title < 23 + 15 * (lines(panels.width) + 1), `${panels.title} px are too many`);
    assert.equal(panelOrigin(panels, 0).y, panels.title);
  }
});

test("rows are full where panels stay wide enough", () => {
  const columns = (width, height, count) => layoutPanels({ count, aspect: ASPECT, width, height }).columns;
  // They scroll: one more column than is comfortable, or one less.
  assert.equal(columns(744, 400, 16), 4);
  assert.equal(columns(608, 500, 16), 2);
  // They are in sight, a little smaller.
  assert.equal(columns(1556, 760, 16) % 4, 0);
});

test("the spectrum keeps a height that is known, whatever the maps leave", () => {
  const space = { width: 1400, viewport: 900, top: 96, chrome: CHROME, count: 8, aspect: ASPECT };
  const { spectrum } = layout(space);
  for (const width of [700, 840, 1400]) {
    const plan = layout({ ...space, width, spectrum });
    assert.equal(plan.spectrum, spectrum);
    assert.equal(plan.height, layout(space).height);
  }
  // Alone the maps are as they would be, to a pixel.
  const [known, free] = [layout({ ...space, spectrum }).panels, layout(space).panels];
  assert.deepEqual([known.columns, known.rows], [free.columns, free.rows]);
  assert.ok(Math.abs(known.width - free.width) <= 1);
});

test("panels of a place that is narrower than its numbers have a pixel", () => {
  for (const width of [0, 16, 29]) {
    const panels = layoutPanels({ count: 3, aspect: ASPECT, width, height: 400 });
    assert.deepEqual([panels.width, panels.height], [1, 1]);
  }
  assert.equal(arrange(1, 0, 0, 1).width, 0);
});

test("maps of one size have room for sentences in some rows and not in others", () => {
  const panels = layoutPanels({ count: 6, aspect: ASPECT, width: 916, height: 240 });
  assert.deepEqual(withLines(panels, 0), panels);
  const described = withLines(panels, 2);
  assert.equal(described.title, 23 + 2 * 15 + 3);
  assert.deepEqual([described.width, described.height], [panels.width, panels.height]);
  assert.equal(described.totalHeight, panels.totalHeight + panels.rows * 33);
});

test("panels stand in reading order and do not overlap", () => {
  const panels = layoutPanels({ count: 8, aspect: ASPECT, width: 916, height: 420 });
  const [first, second, fifth] = [0, 1, 4].map((j) => panelOrigin(panels, j));
  assert.ok(second.x >= first.x + panels.width);
  assert.equal(second.y, first.y);
  assert.equal(fifth.x, first.x);
  assert.ok(fifth.y >= first.y + panels.height);
});
