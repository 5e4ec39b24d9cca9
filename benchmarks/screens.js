/**
 * In a page, before its scripts: what its canvases show, in CSS pixels and without writing, and how far
 * two of them are apart. Tests and `benchmarks/screens.py` ask it.
 */

(() => {
  // How far a channel may be from that of a pixel beside the same place, of 255.
  const FAR = 48;
  // CSS pixels of a canvas that is a picture, at least.
  const LEAST = 60;
  // Frames without a stroke after which nothing is being drawn.
  const QUIET = 3;
  const kept = new Map();
  let strokes = 0;

  const { prototype } = CanvasRenderingContext2D;
  prototype.fillText = prototype.strokeText = () => {};
  for (const name of ["clearRect", "putImageData", "stroke", "drawImage"]) {
    const own = prototype[name];
    prototype[name] = function counted(...all) {
      strokes += 1;
      return own.apply(this, all);
    };
  }

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
    return { name: `${canvas.parentElement.className} ${canvas.className}`, width: across, height: down, sharp: width / across, pixels };
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

  const pictures = () => canvasesOf(visible()).map(reduced);

  /** Why the page is not drawn as it will stay, "" where it is. */
  function pending({ scale, width, scheme }) {
    if (devicePixelRatio !== scale || innerWidth !== width) return "the window has another size";
    if (document.querySelector(".stApp")?.dataset.testScriptState !== "notRunning") return "a run is on its way";
    if (document.getAnimations().some(({ playState, effect }) => playState === "running" && effect.getComputedTiming().iterations < Infinity)) return "something moves";
    const nodes = visible();
    const roots = nodes.filter((one) => one.style?.getPropertyValue("--kpca-background"));
    if (!roots.length || roots.some((one) => one.style.colorScheme !== scheme)) return "the other theme is drawn";
    const canvases = canvasesOf(nodes);
    if (!canvases.length) return "there is no canvas";
    // Maps have two pixels a CSS pixel at most: more cannot be seen and cost time.
    const blunt = canvases.find((one) => Math.abs(one.width / one.clientWidth - (one.closest(".cell") ? Math.min(2, scale) : scale)) > 0.1);
    return blunt ? `${blunt.width} pixels are shown in ${blunt.clientWidth}` : "";
  }

  /**
   * Wait until the page is drawn for a screen, and compare it with a picture that was kept.
   *
   * @param {object} screen  {scale, width, scheme}
   * @param {object} [on]
   * @param {string} [on.like]  the name of that picture
   * @param {string} [on.keep]  keep this one by a name
   * @param {number} [on.most]  the share of a canvas that may be apart
   * @param {number} [on.seconds]  after which it says what it has
   * @returns {Promise<{why: string, canvases: number, worst: object[]}>}
   */
  async function look(screen, { like = "", keep = "", most = 0.01, seconds = 240 } = {}) {
    const until = performance.now() + 1000 * seconds;
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    for (let quiet = 0, before = -1, why; ; ) {
      await frame();
      why = pending(screen);
      quiet = why || strokes !== before ? 0 : quiet + 1;
      before = strokes;
      const late = performance.now() > until;
      if (quiet < QUIET && !late) continue;
      const found = pictures();
      const others = like ? kept.get(like) : found;
      const shares = found.map((one, k) => ({ name: one.name, share: like ? apart(one, others[k]) : 0 }));
      const same = found.length === others.length && shares.every(({ share }) => share <= most);
      if (!same && !late) {
        quiet = 0;
        continue;
      }
      if (keep) kept.set(keep, found);
      const wrong = why || (same ? "" : `${found.length} canvases instead of ${others.length}, or other pictures`);
      return { why: wrong, canvases: found.length, worst: shares.sort((a, b) => b.share - a.share).slice(0, 5) };
    }
  }

  globalThis.screens = { look, apart, pictures };
})();
