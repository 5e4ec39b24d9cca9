/**
 * In a page, before its scripts: what its canvases show, in CSS pixels and without writing, and how far
 * two of them are apart. `tests/pages/test_browser_screens.py` asks it.
 */

(() => {
  // How far a channel may be from that of a pixel beside the same place, of 255.
  const FAR = 48;
  // The share of a canvas whose pixels may be so far.
  const MOST = 0.01;
  // CSS pixels of a canvas that is a picture, at least.
  const LEAST = 60;
  // Frames without a stroke after which nothing is being drawn.
  const QUIET = 3;
  // Milliseconds after which it says what is wrong.
  const PATIENCE = 240_000;
  const kept = new Map();
  let strokes = 0;
  let fetches = 0;

  const { prototype } = CanvasRenderingContext2D;
  prototype.fillText = prototype.strokeText = () => {};
  for (const name of ["clearRect", "putImageData", "stroke", "drawImage"]) {
    const own = prototype[name];
    prototype[name] = function counted(...all) {
      strokes += 1;
      return own.apply(this, all);
    };
  }

  const load = globalThis.fetch;
  globalThis.fetch = async (...all) => {
    fetches += 1;
    try {
      return await load(...all);
    } finally {
      fetches -= 1;
    }
  };

  /** All elements in sight, those in shadow roots, too. */
  function visible() {
    const found = [];
    const visit = (root) => {
      for (const one of root.querySelectorAll("*")) {
        if (one.shadowRoot) visit(one.shadowRoot);
        found.push(one);
      }
    };
    visit(document);
    return found.filter((one) => one.getClientRects().length);
  }

  const canvasesOf = (nodes) => nodes.filter((one) => one.tagName === "CANVAS" && one.clientWidth > LEAST);
  /** The cell of each pixel where so many pixels make so many cells. */
  const cellsOf = (pixels, cells) => Int32Array.from({ length: pixels }, (_, at) => Math.floor(((at + 0.5) * cells) / pixels));

  /** A canvas over grey in CSS pixels: the mean of the pixels in each. */
  function reduced(canvas) {
    const { width, height, clientWidth: across, clientHeight: down } = canvas;
    const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
    const sums = new Int32Array(4 * across * down);
    const columns = cellsOf(width, across);
    const rows = cellsOf(height, down);
    for (let y = 0, at = 0; y < height; y += 1) {
      const start = rows[y] * across;
      for (let x = 0; x < width; x += 1, at += 4) {
        const to = 4 * (start + columns[x]);
        const alpha = data[at + 3];
        const grey = 128 * (255 - alpha);
        sums[to] += data[at] * alpha + grey;
        sums[to + 1] += data[at + 1] * alpha + grey;
        sums[to + 2] += data[at + 2] * alpha + grey;
        sums[to + 3] += 255;
      }
    }
    const pixels = new Uint8Array(3 * across * down);
    for (let from = 0, to = 0; to < pixels.length; from += 4) {
      for (let k = 0; k < 3; k += 1, to += 1) pixels[to] = sums[from + k] / sums[from + 3];
    }
    return { name: `${canvas.parentElement.className} ${canvas.className}`, width: across, height: down, pixels };
  }

  /** The difference of two pixels: that of the channel in which they differ most. */
  function difference(a, at, b, to) {
    return Math.max(Math.abs(a[at] - b[to]), Math.abs(a[at + 1] - b[to + 1]), Math.abs(a[at + 2] - b[to + 2]));
  }

  /** How many pixels of one picture are FAR from every pixel within one pixel's distance in the other. */
  function lost({ width, height, pixels }, { pixels: others }) {
    let count = 0;
    for (let y = 0, at = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1, at += 3) {
        if (difference(pixels, at, others, at) <= FAR) continue;
        let found = false;
        for (let down = Math.max(0, y - 1); down <= Math.min(height - 1, y + 1) && !found; down += 1) {
          for (let along = Math.max(0, x - 1); along <= Math.min(width - 1, x + 1) && !found; along += 1) {
            found = difference(pixels, at, others, 3 * (down * width + along)) <= FAR;
          }
        }
        if (!found) count += 1;
      }
    }
    return count;
  }

  /** The share of pixels that one of two pictures has and the other has not; 1 for other sizes. */
  function apart(a, b) {
    if (!b || a.width !== b.width || a.height !== b.height) return 1;
    return Math.max(lost(a, b), lost(b, a)) / (a.width * a.height);
  }

  /** Why the page is still being drawn, "" where it is not. */
  function pending({ width, scheme }) {
    if (innerWidth !== width) return "the window has another size";
    if (fetches) return "something is being fetched";
    // A file of its own has no runs.
    const state = document.querySelector(".stApp")?.dataset.testScriptState ?? "notRunning";
    if (state !== "notRunning") return "a run is on its way";
    if (document.querySelector("[data-testid=stProgress], [data-testid=stSpinner]")) return "something is being computed";
    const moves = ({ playState, effect }) => playState === "running" && effect.getComputedTiming().iterations < Infinity;
    if (document.getAnimations().some(moves)) return "something moves";
    const roots = visible().filter((one) => one.style?.getPropertyValue("--kpca-background"));
    if (!roots.length || roots.some((one) => one.style.colorScheme !== scheme)) return `nothing is drawn for ${scheme}`;
    return "";
  }

  /** What is wrong with the sharpness of the canvases, "" for nothing. */
  function bluntness(canvases, scale) {
    // Maps have two pixels a CSS pixel at most: more cannot be seen and cost time.
    const wanted = (one) => (one.closest(".cell") ? Math.min(2, scale) : scale);
    const blunt = canvases.find((one) => Math.abs(one.width / one.clientWidth - wanted(one)) > 0.1);
    return blunt ? `${blunt.width} pixels are shown in ${blunt.clientWidth} at scale ${scale}` : "";
  }

  /** What is wrong with pictures beside others, "" for nothing. */
  function compared(found, others) {
    if (!found.length) return "there is no canvas";
    if (found.length !== others.length) return `${found.length} canvases instead of ${others.length}`;
    const shares = found.map((one, k) => apart(one, others[k]));
    const largest = Math.max(...shares);
    const { name, width, height } = found[shares.indexOf(largest)];
    const wrong = `${(100 * largest).toFixed(1)} % of canvas "${name}", ${width} x ${height}, is apart`;
    return largest > MOST ? wrong : "";
  }

  const frame = () => new Promise((done) => requestAnimationFrame(done));

  /** Wait until nothing is drawn any more, at most until a time; says what is still under way then. */
  async function quiet(screen, until) {
    for (let still = 0, before = -1; ; ) {
      await frame();
      const why = pending(screen);
      still = why || strokes !== before ? 0 : still + 1;
      before = strokes;
      if (still >= QUIET || performance.now() > until) return why;
    }
  }

  /**
   * Wait until the page is drawn for a screen as a picture that was kept shows it; keep it as the first
   * of its name.
   *
   * @param {object} screen  {scale, width, scheme}
   * @param {string} name
   * @returns {Promise<{wrong: string}>}  what is wrong when it does not come in time
   */
  async function look(screen, name) {
    const until = performance.now() + PATIENCE;
    for (;;) {
      const late = await quiet(screen, until);
      const canvases = canvasesOf(visible());
      const found = canvases.map(reduced);
      const first = kept.get(name) ?? found;
      const all = [late, bluntness(canvases, screen.scale), compared(found, first)].filter(Boolean);
      if (!all.length || performance.now() > until) {
        if (!all.length) kept.set(name, first);
        return { wrong: all.join("; ") };
      }
      await frame();
    }
  }

  globalThis.screens = { look };
})();
