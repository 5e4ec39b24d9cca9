/** Where things go: pure functions of widths, heights and counts, all in CSS pixels. */

export const PHONE = 520;
export const GUTTER = 30;
export const AXIS = 17;
export const TITLE = 23;
export const LINE = 15;
const BELOW_SENTENCE = 3;
export const GAP = 10;
export const ROW_GAP = 8;
const BELOW = 56;
// Heights of the spectrum: the usual least, that where all panels are in sight by it, and the most.
export const SPECTRUM = { least: 110, low: 80, most: 150 };
// Panels narrower than this are stamps: then the page scrolls, with panels of a comfortable width.
const SMALLEST = 150;
// But so narrow where sentences take the height: all panels in sight are worth more.
const SMALLEST_WITH_SENTENCES = 130;
// Where sentences leave room for stamps alone, and maps without them are so much wider, they give way.
const MUCH_LARGER = 1.25;
const COMFORTABLE = 180;
const MOST_THAT_SCROLL = 4;
// Where all rows can be full, panels may be so much smaller than the largest ones.
const FULL = 0.75;
// Where a phone has two columns, their narrowest panel.
const SMALLEST_ON_PHONE = 145;
const TALLEST_ON_PHONE = 1.3;

/**
 * Sizes of everything that depends on the space.
 *
 * @param {number} space.width  of the component
 * @param {number} space.viewport  height of the window
 * @param {number} space.top  of the component on the page
 * @param {number} space.chrome  height of what stands above the panels, the spectrum's plot apart
 * @param {number} space.count  number of panels
 * @param {number} space.aspect  width / height of the region
 * @param {(width: number) => number} [space.lines]  how many lines the sentences of panels of this
 *   width take
 * @param {number} [space.smallest]  width of panels below which the page scrolls instead
 * @param {number} [space.zoom]  how much larger all of it is shown
 * @param {number} [space.spectrum]  height of the spectrum's plot where it is known
 * @returns {{spectrum: number, height: number, panels: object}} the plot's height, what the window
 *   has below it (Infinity where the page scrolls), and `layoutPanels`' answer
 */
export function layout({ width, viewport, top, chrome, count, aspect, lines = () => 0, smallest, zoom = 1, spectrum: known }) {
  const phone = width < PHONE;
  const space = phone ? Infinity : viewport - top - chrome - BELOW;
  const { least, most } = known ? { least: known, most: known } : SPECTRUM;
  const room = (spectrum) => ({ count, aspect, width, height: space - spectrum, smallest: smallest ?? SMALLEST / zoom });
  const stamp = SMALLEST_WITH_SENTENCES / zoom;
  // To have all panels in sight the spectrum gives way, then the sentences.
  const tries = [
    [withSentences(room(least), lines, stamp), least],
    [withSentences(room(SPECTRUM.low), lines, stamp), known ?? SPECTRUM.low],
    [layoutPanels(room(least)), least],
  ];
  const [first, own] = tries.find(([found, its]) => found.totalHeight <= space - its) ?? tries[0];
  // Stamps in an empty window are worth less than large maps whose sentences stand at the pointer.
  const [bare] = tries[2];
  const fits = bare.totalHeight <= space - least;
  const stamps = !phone && fits && first.width < SMALLEST && bare.width >= MUCH_LARGER * first.width;
  const [panels, lowest] = stamps ? tries[2] : [first, own];
  const spare = space - panels.totalHeight;
  const spectrum = phone ? 120 : Math.floor(Math.min(most, Math.max(lowest, spare)));
  return { spectrum, height: space - spectrum, panels };
}

/**
 * `layoutPanels` with as much above the maps as their sentences take.
 *
 * @param {object} room as of `layoutPanels`
 * @param {(width: number) => number} lines how many lines the sentences of panels of this width take
 * @param {number} stamp width below which the page scrolls where all panels are in sight otherwise
 */
export function withSentences(room, lines, stamp = SMALLEST_WITH_SENTENCES) {
  let panels = layoutPanels(room);
  const usual = room.smallest ?? SMALLEST;
  const smallest = panels.totalHeight <= room.height ? Math.min(usual, stamp) : usual;
  // More lines make panels narrower, which may need more lines.
  for (let most = 0; lines(panels.width) > most; ) {
    most = lines(panels.width);
    panels = layoutPanels({ ...room, smallest, title: titleOf(most) });
  }
  return panels;
}

/**
 * Columns and panel size: the columns that give the largest panels inside width × height, or full
 * rows of panels that are nearly as large. Where even the best panels would be narrower than 150 px, the height is given up and the page
 * scrolls. Below 520 px of width there are two columns where they fit, else one.
 *
 * @returns {{columns: number, rows: number, width: number, height: number, title: number,
 *            totalWidth: number, totalHeight: number}} width and height are those of one panel's
 *   picture, title what stands above it
 */
export function layoutPanels({ count, aspect, width, height, title = TITLE, smallest = SMALLEST }) {
  if (count < 1) return arrange(1, 0, 0, 1, title);
  if (width < PHONE) {
    const two = Math.floor(widest(2, width));
    if (count > 1 && two >= SMALLEST_ON_PHONE) return arrange(2, count, two, aspect, title);
    const panel = Math.floor(Math.min(width - GUTTER, TALLEST_ON_PHONE * width * aspect));
    return arrange(1, count, panel, aspect, title);
  }
  let best = null;
  let full = null;
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const byHeight = ((height - AXIS - (rows - 1) * ROW_GAP) / rows - title) * aspect;
    const panel = Math.floor(Math.min(widest(columns, width), byHeight));
    const empty = rows * columns - count;
    const better = (than) => !than || panel > than.panel || (panel === than.panel && empty < than.empty);
    if (better(best)) best = { columns, panel, empty };
    if (!empty && better(full)) full = { columns, panel, empty };
  }
  if (full.panel >= Math.max(smallest, FULL * best.panel)) best = full;
  if (best.panel >= smallest) return arrange(best.columns, count, best.panel, aspect, title);
  const most = Math.min(count, MOST_THAT_SCROLL);
  let columns = 1;
  while (columns < most && widest(columns + 1, width) >= COMFORTABLE) columns += 1;
  const wider = columns + 1;
  const fuller = count % columns && count % wider === 0 && wider <= most && widest(wider, width) >= smallest;
  columns = fuller ? wider : evenColumns(count, columns);
  return arrange(columns, count, Math.floor(widest(columns, width)), aspect, title);
}

/**
 * So many of the panels that together they are largest, in full rows: what a class sees at once.
 *
 * @param {number} room.most panels at once, at most
 * @param {number} room.unit how much larger than usual type is
 */
export function layoutFew({ count, most, aspect, width, height, title, unit }) {
  let best = { area: 0 };
  for (let few = 1; few <= Math.min(most, count); few += 1) {
    for (let columns = 1; columns <= few; columns += 1) {
      const rows = few / columns;
      if (!Number.isInteger(rows)) continue;
      const tall = (height - AXIS * unit - (rows - 1) * ROW_GAP) / rows - title;
      const panel = Math.max(1, Math.floor(Math.min(widest(columns, width, unit), tall * aspect)));
      const area = few * panel ** 2;
      if (area >= best.area) best = { area, panels: arrange(columns, few, panel, aspect, title, unit) };
    }
  }
  return best.panels ?? arrange(1, 0, 0, 1, title, unit);
}

/** The same panels with room above each for a sentence of so many lines. */
export function withLines(panels, lines) {
  const title = titleOf(lines);
  return { ...panels, title, totalHeight: panels.totalHeight + panels.rows * (title - panels.title) };
}

/** Height of a panel's title with so many lines below it. */
export const titleOf = (lines) => TITLE + (lines ? lines * LINE + BELOW_SENTENCE : 0);

/**
 * In how many columns things stand where `most` fit, as few as their rows need: six in two rows of
 * three rather than of four and two. Fewer where all rows are full then, and what stands in them is at
 * most half as wide again. `views/hosts/streamlit/drawing.py` does the same.
 */
export function evenColumns(count, most) {
  const columns = Math.ceil(count / Math.ceil(count / most));
  for (let fewer = columns; fewer > 1 && 3 * fewer >= 2 * columns; fewer -= 1) {
    if (count % fewer === 0) return fewer;
  }
  return columns;
}

/** Width of a panel's picture where so many stand in a row. */
export function widest(columns, width, unit = 1) {
  return (width - GUTTER * unit - (columns - 1) * GAP) / columns;
}

/** What `layoutPanels` answers, for panels whose columns and width are known. */
export function arrange(columns, count, wanted, aspect, title = TITLE, unit = 1) {
  const rows = Math.ceil(count / columns);
  // A place that is only coming may be narrower than its numbers.
  const panel = count ? Math.max(1, wanted) : 0;
  const height = Math.max(1, Math.floor(panel / aspect));
  return {
    columns,
    rows,
    count,
    gutter: GUTTER * unit,
    width: panel,
    height,
    title,
    totalWidth: GUTTER * unit + columns * panel + (columns - 1) * GAP,
    totalHeight: rows ? rows * (height + title) + (rows - 1) * ROW_GAP + AXIS * unit : 0,
  };
}

/** Left edge and top edge of panel j's picture, from the corner of the panels' block. */
export function panelOrigin(panels, j) {
  const column = j % panels.columns;
  const row = Math.floor(j / panels.columns);
  return {
    x: (panels.gutter ?? GUTTER) + column * (panels.width + GAP),
    y: panels.title + row * (panels.height + panels.title + ROW_GAP),
  };
}

/**
 * Places of points (n, 2) on a panel of this size, from its upper left corner.
 *
 * @param {Float32Array} points  x, y, x, y, …
 */
export function placesOf(points, [[x0, x1], [y0, y1]], width, height) {
  const places = new Float32Array(points.length);
  for (let i = 0; i < points.length; i += 2) {
    places[i] = ((points[i] - x0) / (x1 - x0)) * width;
    places[i + 1] = ((y1 - points[i + 1]) / (y1 - y0)) * height;
  }
  return places;
}

/** The same as objects {row, x, y}. */
export const rowsOf = (places) => Array.from({ length: places.length / 2 }, (_, row) => ({ row, x: places[2 * row], y: places[2 * row + 1] }));

/** Index of the place nearest to (x, y), -1 if none is near. */
export function nearest(places, x, y, near) {
  let [found, distance] = [-1, near];
  places.forEach((place, i) => {
    const away = Math.hypot(place.x - x, place.y - y);
    if (away <= distance) [found, distance] = [i, away];
  });
  return found;
}

/** Width over height of a frame's region. */
export function aspectOf({ region: [[x0, x1], [y0, y1]] }) {
  return (x1 - x0) / (y1 - y0);
}

/** True if no panel stands below panel j. */
export function isBottom(panels, j, count) {
  return j + panels.columns >= count;
}
