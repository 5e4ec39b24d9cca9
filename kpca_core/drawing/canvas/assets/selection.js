/** Selecting points with a lasso, by clicks or keys: on the panels and on the scatter of the scores. */

import { onDrag, placeIn, svg } from "./dom.js";
import { sayIn, showGroup, tool, toolGroup } from "./editing.js";
import { neighbour, rowOf } from "./edits.js";
import { nearest } from "./layout.js";
import { N_, _, filled, plural } from "./words.js";

// Pixels that a press may slip and still be a click, and from a point that a click selects.
const SLIP = 4;
const REACH = 12;
const HOW = N_(
  "Draw around points on a panel or among the scores; click one to select it or not, hold Shift to keep " +
  "those selected before. Keys: N or P chooses a point, Space selects it, Escape ends.",
);

/**
 * @param {HTMLElement} on.root positioned element of the drawing
 * @param {() => object} on.maps on screen, a sheet
 * @param {(numbers: number[]) => void} on.select other points are selected
 * @param {() => void} on.switched selecting began or ended, or what is marked has changed
 */
export function createSelection(on) {
  const toggle = tool("select", _("Select points"), () => turn(!active));
  const clear = tool("clear", _("Clear"), () => take(new Set()));
  const { group, said } = toolGroup("selecting", _("Select points"), _(HOW), pressed, clear);
  said.setAttribute("aria-live", "polite");
  const outline = svg("polygon", {});
  const layer = svg("svg", { class: "lasso", "aria-hidden": "true" }, outline);

  let active = false;
  let selected = new Set();
  let chosen = null;
  let held = null;
  let known = { numbers: null, selected: null, rows: new Set() };

  function turn(to) {
    if (active === to) return;
    active = to;
    [held, chosen] = [null, null];
    layer.remove();
    showGroup(toggle, group, active);
    on.switched();
  }

  function take(numbers) {
    selected = numbers;
    on.select([...selected].sort((a, b) => a - b));
    on.switched();
  }

  const numberOf = ({ arrays: { numbers } }, row) => (numbers ? numbers[row] : row);

  function move(event) {
    if (!held) return;
    held.push(event);
    outline.setAttribute("points", held.map((one) => placeIn(on.root, one).join()).join(" "));
  }

  /** @param {() => {row: number, x: number, y: number}[]} places on the canvas */
  function up(event, canvas, places) {
    const path = (held ?? []).map((one) => placeIn(canvas, one));
    held = null;
    layer.remove();
    if (!path.length || event.type !== "pointerup") return;
    const maps = on.maps();
    const [x, y] = path[0];
    const kept = event.shiftKey ? new Set(selected) : new Set();
    if (path.every(([a, b]) => Math.hypot(a - x, b - y) <= SLIP)) {
      const known = places();
      const near = known[nearest(known, x, y, REACH)];
      if (near) flip(numberOf(maps, near.row), event.shiftKey);
      return;
    }
    const inside = places().filter((place) => encloses(path, place.x, place.y));
    take(new Set([...kept, ...inside.map(({ row }) => numberOf(maps, row))]));
  }

  /** A click on a point that is selected gives it back. */
  function flip(number, keeps) {
    const next = keeps ? new Set(selected) : new Set();
    if (selected.has(number)) next.delete(number);
    else next.add(number);
    take(next);
  }

  function pressed(event) {
    if (!active || event.ctrlKey || event.metaKey || event.altKey) return;
    const name = event.key.toLowerCase();
    if (name === "n" || name === "p") {
      const { labels } = on.maps().arrays;
      const all = new Map([...labels].map((_, row) => [numberOf(on.maps(), row), row]));
      chosen = neighbour(all, chosen, name === "n" ? 1 : -1);
      on.switched();
    } else if (name === " " && chosen !== null) flip(chosen, true);
    else if (name === "escape") turn(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return {
    toggle,
    tools: group,
    get active() {
      return active;
    },
    turn,
    /** Row of the point that keys have chosen, null if there is none. */
    row(maps) {
      const row = active ? rowOf(maps, chosen) : -1;
      return row < 0 ? null : row;
    },
    /** Rows of the selected points: the same set as long as nothing has changed. */
    rows(maps) {
      const { numbers } = maps.arrays;
      if (known.numbers !== numbers || known.selected !== selected) {
        const rows = [...selected].map((number) => rowOf(maps, number)).filter((row) => row >= 0);
        known = { numbers, selected, rows: new Set(rows) };
      }
      return known.rows;
    },
    /** Maps at rest are on screen. */
    settle(maps) {
      selected = new Set(maps.selected);
    },
    /** Set the tools, before the room is measured. */
    prepare(maps) {
      toggle.hidden = !maps.selected;
      if (!maps.selected) turn(false);
      const count = this.rows(maps).size;
      clear.disabled = !count;
      const all = filled(plural("{n} point selected", "{n} points selected", count), { n: count });
      const one = selected.has(chosen) ? _("{all}; point {chosen}, selected") : _("{all}; point {chosen}");
      sayIn(said, chosen === null ? all : filled(one, { all, chosen }));
    },
    /** Let points be selected on a canvas. */
    watch(node, canvas, places) {
      node.addEventListener("keydown", pressed);
      onDrag(canvas, {
        take(event) {
          if (!active || held) return false;
          held = [];
          on.root.append(layer);
          move(event);
          return true;
        },
        drag: move,
        drop: (event) => up(event, canvas, places),
      });
      const still = (event) => active && event.preventDefault();
      canvas.addEventListener("touchstart", still, { passive: false });
    },
  };
}

/** Whether a closed path goes around a place. Even and odd crossings of a ray to the right. */
export function encloses(path, x, y) {
  let inside = false;
  path.forEach(([x1, y1], k) => {
    const [x0, y0] = path[(k || path.length) - 1];
    const crosses = y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0);
    if (crosses) inside = !inside;
  });
  return inside;
}
