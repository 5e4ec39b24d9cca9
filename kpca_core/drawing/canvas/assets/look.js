/**
 * What a map looks like, wherever it is drawn: lengths in CSS pixels. The canvas imports this, and
 * `kpca_core.drawing.canvas.look` reads it for all other figures: what follows the equals sign is JSON.
 *
 *   themes        diverging colours in CIE LCh (lightness from the middle to the ends, then hue in
 *                 degrees and chroma of either arm), lines, and bars: shown, further, negative ones;
 *                 identities: hues that stand out from the background by 3:1 and more, and carry
 *                 letters in it by 4.5:1
 *   ink           how much of the text's colour secondary text, faint lines and frames have
 *   lines         isolines on either side of zero; widths of isolines and of the zero line; line and gap of negative isolines
 *   markers       by label: shapes, and fills with their outlines. Regular polygons, of about a
 *                 circle's area: corners, turn in degrees, and how many radii they reach. A radius is a share of the panel's width within limits,
 *                 smaller for more points than `few`; of more than `most` points a part is drawn
 *   ticks         pixels of an axis for each tick, fewest and most of them, length, size of numbers
 *   title         sizes of a map's title and of the ± beside it
 */
export const LOOK = {
  "themes": {
    "light": {
      "lightness": [97, 45],
      "arms": [[272, 52], [46, 72]],
      "isoline": "rgba(20,24,40,0.30)",
      "zeroLine": "#10131c",
      "bars": ["#3f6ea8", "#c3d3e6", "#b8304f"],
      "cumulative": "#c46a00",
      "identities": ["#0060a8", "#b84700", "#007a53", "#9a3a94", "#7a5c00", "#b0123a", "#00708c", "#5b4bb5", "#4f6b00", "#8c4a2f"]
    },
    "dark": {
      "lightness": [12, 75],
      "arms": [[262, 44], [55, 56]],
      "isoline": "rgba(255,255,255,0.26)",
      "zeroLine": "#ffffff",
      "bars": ["#6f9fd8", "#41597a", "#ef7f8e"],
      "cumulative": "#f0b35a",
      "identities": ["#6cb4ff", "#ff9d5c", "#4fd1a1", "#e08bdc", "#e0bd4a", "#ff7d95", "#5ed0ea", "#a99cff", "#b5d15a", "#d9a085"]
    }
  },
  "ink": { "muted": 0.68, "faint": 0.16, "frame": 0.38 },
  "lines": { "levels": 5, "isoline": 0.8, "zero": 1.9, "dash": [4, 3] },
  "markers": {
    "shapes": ["circle", "square", "triangle", "diamond", "down", "hexagon"],
    "fills": [["#ffffff", "#16181f"], ["#16181f", "#ffffff"], ["#ffe14d", "#16181f"]],
    "polygons": {
      "square": [4, 45, 1.32],
      "triangle": [3, -90, 1.45],
      "diamond": [4, 0, 1.32],
      "down": [3, 90, 1.45],
      "hexagon": [6, 0, 1.32]
    },
    "radius": [1.3, 3.6],
    "share": 0.0125,
    "few": 60,
    "crowding": 0.32,
    "outline": 0.9,
    "outlineShare": 0.3,
    "most": 2000
  },
  "ticks": { "across": 70, "up": 45, "fewest": 2, "most": 5, "length": 4, "font": 11 },
  "title": { "font": 13, "range": 11 }
};
