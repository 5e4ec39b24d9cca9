/**
 * Colours. The diverging palette runs from blue (negative) to vermilion (positive), a pair that
 * colour-blind readers tell apart; both arms have the same lightness, so the sign is carried by
 * hue and the size by lightness alone.
 */

import LOOK from "./look.json" with { type: "json" };

const REMEMBERED = 32;
const { sequential: SEQUENTIAL, srgb: SRGB, diverging: POWERS } = LOOK;

const coloursOf = (dark) => LOOK.themes[dark ? "dark" : "light"];

/**
 * The diverging colour of t in [-1, 1] (clamped); t = 0 is neutral.
 *
 * @param {boolean} dark true: dark middle and light ends
 * @returns {[number, number, number]} sRGB, 0 to 255
 */
export function diverging(t, dark) {
  const { lightness, arms } = coloursOf(dark);
  const [middle, end] = lightness;
  const [hue, chroma] = arms[t < 0 ? 0 : 1];
  const size = Math.min(1, Math.abs(t));
  // Both change fastest next to the middle, chroma more: the lowest bands show their sign, too.
  return lchToRgb(middle + (end - middle) * size ** POWERS.lightness, chroma * size ** POWERS.chroma, hue);
}

/**
 * The sequential colour of t in [0, 1] (clamped), from dark violet over green to yellow: its lightness
 * rises throughout, so that it is read with any colour vision.
 *
 * @returns {[number, number, number]} sRGB, 0 to 255
 */
export function sequential(t) {
  const place = Math.min(1, Math.max(0, t)) * (SEQUENTIAL.length - 1);
  const below = Math.min(SEQUENTIAL.length - 2, Math.floor(place));
  return mix(SEQUENTIAL[below], SEQUENTIAL[below + 1], place - below);
}

/**
 * Colour table for values v in [-reach, reach] · scale, constant between consecutive levels.
 *
 * @param {ArrayLike<number>} levels ascending
 * @param {number} size number of entries, even, so that zero falls between two of them
 * @returns {Uint32Array} pixels in the memory order of ImageData (little-endian RGBA)
 */
export function bandTable(levels, size, reach, dark) {
  const scale = largestLevel(levels);
  const table = new Uint32Array(size);
  let band = -1;
  let pixel = 0;
  for (let i = 0, next = 0; i < size; i += 1) {
    const value = (((i + 0.5) / size) * 2 - 1) * reach * scale;
    while (next < levels.length && levels[next] < value) next += 1;
    if (next !== band) {
      band = next;
      const low = levels[Math.max(0, next - 1)] ?? 0;
      const high = levels[Math.min(levels.length - 1, next)] ?? 0;
      const [r, g, b] = diverging((low + high) / 2 / scale, dark);
      pixel = ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
    }
    table[i] = pixel;
  }
  return table;
}

/** The colours of errors, from the smallest to the largest, as CSS. */
export const errorStops = ({ dark }) => coloursOf(dark).errors;

/**
 * Colours between evenly spaced stops as pixels in the memory order of ImageData.
 *
 * @param {string[]} colours as CSS, of at least two stops
 * @param {number} size  number of entries
 */
export function colourTable(colours, size) {
  const known = colours.map((colour) => parseColor(colour));
  return Uint32Array.from({ length: size }, (_, i) => {
    const at = (i / (size - 1)) * (known.length - 1);
    const k = Math.min(known.length - 2, Math.floor(at));
    const [r, g, b] = known[k].map((value, c) => Math.round(value + (at - k) * (known[k + 1][c] - value)));
    return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
  });
}

/**
 * Where in such a table the level stands that is nearest to each entry.
 *
 * @param {ArrayLike<number>} levels ascending
 * @returns {Float32Array} in entries
 */
export function levelTable(levels, size, reach) {
  const scale = largestLevel(levels);
  const places = Array.from(levels, (level) => (level / scale / reach + 1) * (size / 2));
  let nearest = 0;
  return Float32Array.from({ length: size }, (_, i) => {
    const away = (k) => Math.abs(places[k] - i - 0.5);
    while (nearest + 1 < places.length && away(nearest + 1) <= away(nearest)) nearest += 1;
    return places[nearest] ?? Infinity;
  });
}

/** A maker of tables with a memory: panels whose levels are proportional share one. */
export function createTables(make) {
  const known = new Map();
  return (levels, size, reach, dark) => {
    const scale = largestLevel(levels);
    const relative = Array.from(levels, (level) => Math.round((level / scale) * 1e6));
    const key = [size, reach, dark, ...relative].join();
    if (!known.has(key)) {
      if (known.size >= REMEMBERED) known.clear();
      known.set(key, make(levels, size, reach, dark));
    }
    return known.get(key);
  };
}

/** Largest |level|, or 1 where there is none: the value drawn in the palette's end colour. */
export function largestLevel(levels) {
  let largest = 0;
  for (let i = 0; i < levels.length; i += 1) largest = Math.max(largest, Math.abs(levels[i]));
  return largest || 1;
}

/**
 * All colours that the drawing uses, derived from the page's.
 *
 * @param {object} page  CSS colours and a font; "" or nothing for defaults
 * @param {string} [page.accent]  of the sliders and of what is pointed at
 */
export function themeFrom(page) {
  const given = (name) => page[name]?.trim() ?? "";
  const background = parseColor(given("background")) ?? [255, 255, 255];
  const dark = luminance(background) < 0.2;
  const text = parseColor(given("text")) ?? (dark ? [250, 250, 250] : [38, 39, 48]);
  const ink = (share) => css(mix(background, text, share));
  const { bars: [bar, paleBar, negativeBar], cumulative, isoline, zeroLine, identities } = coloursOf(dark);
  return {
    dark,
    font: given("font") || "system-ui, sans-serif",
    accent: given("accent") || "#b35806",
    background: css(background),
    text: css(text),
    muted: ink(LOOK.ink.muted),
    faint: ink(LOOK.ink.faint),
    frame: ink(LOOK.ink.frame),
    bar,
    paleBar,
    negativeBar,
    cumulative,
    limit: identities[2],
    isoline,
    zeroLine,
  };
}

/**
 * The colours that a reader has forced on all pages, as `themeFrom` takes them, null if there are
 * none: a canvas would keep the page's.
 */
function forcedColours(root) {
  if (!matchMedia("(forced-colors: active)").matches) return null;
  const probe = document.createElement("i");
  root.append(probe);
  const read = (name) => {
    probe.style.color = name;
    return getComputedStyle(probe).color;
  };
  const found = { background: read("Canvas"), text: read("CanvasText"), accent: read("Highlight") };
  probe.remove();
  return { ...found, font: getComputedStyle(root).fontFamily };
}

/** The colours and the font around a node of a page, as `themeFrom` takes them. */
export function themeAround(node) {
  const { color: text, fontFamily: font } = getComputedStyle(node);
  const colourOf = (one) => getComputedStyle(one).backgroundColor;
  let around = node;
  while (around && /^(transparent|rgba\(.*, 0\))$/.test(colourOf(around))) {
    around = around.parentElement ?? around.getRootNode().host;
  }
  return { background: around ? colourOf(around) : "", text, font };
}

/** Give the style sheet the colours and the font that the page has, and return all of them. */
export function themed(root, read) {
  const theme = themeFrom(forcedColours(root) ?? read());
  const { dark, isoline, zeroLine, ...shown } = theme;
  for (const [name, value] of Object.entries(shown)) root.style.setProperty(`--kpca-${name}`, value);
  root.style.colorScheme = dark ? "dark" : "light";
  return theme;
}

/** sRGB triple of "#rgb", "#rrggbb", "rgb(…)" or "rgba(…)"; null if it is none of them. */
export function parseColor(text) {
  const hex = /^#([0-9a-f]{3,8})$/i.exec(text.trim())?.[1];
  if (hex && hex.length < 6) return [...hex.slice(0, 3)].map((digit) => parseInt(digit + digit, 16));
  if (hex) return [0, 2, 4].map((start) => parseInt(hex.slice(start, start + 2), 16));
  const inside = /^rgba?\(([^)]*)\)$/i.exec(text.trim())?.[1];
  const numbers = inside?.split(/[\s,/]+/).filter(Boolean).slice(0, 3).map(Number);
  return numbers?.length === 3 && numbers.every(Number.isFinite) ? numbers : null;
}

/** Opacity of "rgba(…)", 1 of other colours. */
export const opacity = (text) => Number(/^rgba\([^)]*[,/]\s*([\d.]+)\s*\)$/i.exec(text.trim())?.[1] ?? 1);

/** Relative luminance (WCAG 2) of an sRGB triple, 0 to 1. */
export function luminance(rgb) {
  const [r, g, b] = rgb.map((value) => {
    const c = value / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** A font of a drawing: `size` in CSS pixels where type is as large as usual, see `maps.js`. */
export function fontOf({ font, type = 1 }, size, weight = 400) {
  return `${weight} ${Math.round(size * type)}px ${font}`;
}

/** "rgb(…)" of a triple. */
export function css(rgb) {
  return `rgb(${rgb.map((value) => Math.round(value)).join(",")})`;
}

function mix(from, to, share) {
  return from.map((value, i) => value + (to[i] - value) * share);
}

/** CIE LCh (D65, degrees) to sRGB 0…255, clamped to the gamut. */
function lchToRgb(lightness, chroma, hue) {
  const angle = (hue * Math.PI) / 180;
  const fy = (lightness + 16) / 116;
  const f = [fy + (chroma * Math.cos(angle)) / 500, fy, fy - (chroma * Math.sin(angle)) / 200];
  const cube = (value) => (value > 6 / 29 ? value ** 3 : (value - 4 / 29) * 3 * (6 / 29) ** 2);
  const xyz = f.map((value, i) => SRGB.white[i] * cube(value));
  const linear = SRGB.fromXyz.map((row) => row[0] * xyz[0] + row[1] * xyz[1] + row[2] * xyz[2]);
  return linear.map((c) => {
    const inside = Math.min(1, Math.max(0, c));
    return Math.round(255 * (inside <= 0.0031308 ? 12.92 * inside : 1.055 * inside ** (1 / 2.4) - 0.055));
  });
}
