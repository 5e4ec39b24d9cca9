/** Markers of data points: both shape and fill show the label. */

const SHAPES = ["circle", "square", "triangle", "diamond", "down", "hexagon"];
const FILLS = { pale: "#ffffff", deep: "#16181f", warm: "#ffe14d" };
const FILL_ORDER = ["pale", "deep", "warm"];
// Points drawn in one panel: more would hide the field, and take longer than all else.
const MOST = 2000;

/** Of how many points one is drawn: all of them up to 2000. */
export const thinning = (count) => Math.max(1, Math.ceil(count / MOST));

/**
 * Marker radius in CSS pixels: smaller for many points and for small panels.
 *
 * @param {number} count number of points
 * @param {number} width of a panel
 */
export function markerRadius(count, width) {
  const crowd = Math.max(0, Math.log10(Math.max(1, count) / 60));
  return Math.min(3.6, Math.max(1.3, (width / 80) * (1 - 0.32 * crowd)));
}

/** A marker on a canvas of its own. */
export function marker(label, radius, ratio) {
  const size = Math.ceil(2 * radius + 3 * ratio);
  const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
  const context = canvas.getContext("2d");
  const fill = FILL_ORDER[label % FILL_ORDER.length];
  context.translate(size / 2, size / 2);
  tracePath(context, SHAPES[label % SHAPES.length], radius);
  context.fillStyle = FILLS[fill];
  context.fill();
  context.lineJoin = "round";
  context.lineWidth = Math.min(0.9 * ratio, 0.3 * radius);
  context.strokeStyle = fill === "deep" ? FILLS.pale : FILLS.deep;
  context.stroke();
  return canvas;
}

/** The ring of a selected point; `radius` is that of its marker, both in the context's unit. */
export function drawRing(context, x, y, radius, unit, colour) {
  context.beginPath();
  context.arc(x, y, 1.5 * radius + 1.5 * unit, 0, 2 * Math.PI);
  context.lineWidth = 2 * unit;
  context.strokeStyle = colour;
  context.stroke();
}

/** Regular polygons of about the circle's area. */
function tracePath(context, shape, radius) {
  const sides = { square: 4, triangle: 3, diamond: 4, down: 3, hexagon: 6 }[shape];
  const turn = { square: 45, triangle: -90, diamond: 0, down: 90, hexagon: 0 }[shape];
  context.beginPath();
  if (!sides) {
    context.arc(0, 0, radius, 0, 2 * Math.PI);
    return;
  }
  const reach = radius * (sides === 3 ? 1.45 : 1.32);
  for (let i = 0; i < sides; i += 1) {
    const angle = ((turn + (360 * i) / sides) * Math.PI) / 180;
    context.lineTo(reach * Math.cos(angle), reach * Math.sin(angle));
  }
  context.closePath();
}
