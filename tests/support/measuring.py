"""What a reader would call broken, measured in the browser: texts that overlap or are cut."""

from __future__ import annotations

# Every line of text is a rectangle, clipped by what it scrolls in. Two lines of different elements
# may share a pixel or two of their line boxes, never a fifth of the smaller one. What scrolls with
# a cue, ends in an ellipsis, or is for readers who cannot see may be cut; formulas are KaTeX's, and
# hints and tooltips stand above the page on purpose.
TROUBLES = """() => {
  const UNSEEN = '.on-paper, [data-testid=stSkipToContent], .hint, .tooltip';
  const found = [];
  const main = document.querySelector('.stMain');
  const name = ({ element, text }) => `"${text.slice(0, 40)}" in ` + (
    [...ancestors(element)].map((one) => one.dataset?.testid || one.id || '')
      .find((id) => id) || element.tagName);
  function* ancestors(node) {
    for (let one = node; one; one = one.assignedSlot ?? one.parentElement ?? one.getRootNode().host)
      yield one;
  }
  function* texts(root) {
    for (const node of root.childNodes) {
      if (node.nodeType === Node.TEXT_NODE && node.data.trim()) yield node;
      if (node.nodeType !== Node.ELEMENT_NODE) continue;
      if (node.matches('script, style, template, title, .katex, .hidden, ' + UNSEEN)) continue;
      if (node.getAttribute('data-testid') === 'stIconMaterial') continue;
      const seen = node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (!seen && getComputedStyle(node).display !== 'contents') continue;
      yield* texts(node.shadowRoot ?? node);
    }
  }
  const lines = [];
  for (const node of texts(document.querySelector('.stApp'))) {
    const element = node.parentElement ?? node.getRootNode().host;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      // A sidebar that is closed stands left of the window.
      if (box.width < 2 || box.height < 2 || box.right <= 0) continue;
      lines.push({ element, text: node.data.trim(), box, ...clipped(element, box) });
    }
  }
  /** The part of a box that its ancestors show, and which of them cuts it without a cue. */
  function clipped(element, box) {
    let { left, right, top, bottom } = box;
    let cut = '';
    for (const one of ancestors(element)) {
      if (one === main || one.matches('.stApp, .stAppViewContainer, .stSidebar, body, html')) break;
      const style = getComputedStyle(one);
      const inside = one.matches('.main-svg') || style.overflowX !== 'visible';
      if (!inside || style.display === 'inline') continue;
      const frame = one.getBoundingClientRect();
      const cue = one.dataset.scrolls || style.textOverflow === 'ellipsis';
      const sideways = left < frame.left - 1 || right > frame.right + 1;
      const down = style.overflowY === 'hidden'
        && (top < frame.top - 3 || bottom > frame.bottom + 3);
      if (!cue && !cut && (sideways || down)) {
        cut = `cut by ${one.className.baseVal ?? one.className} of ${Math.round(frame.width)} px`;
      }
      [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
      [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    }
    return { shown: { left, right, top, bottom }, cut };
  }
  for (const line of lines) {
    const { left, right } = line.shown;
    if (line.cut) found.push(`${name(line)} is ${line.cut}`);
    if (right > innerWidth + 1 || (left < -1 && right > 0))
      found.push(`${name(line)} leaves the window`);
  }
  const visible = lines.filter(({ shown: { left, right, top, bottom } }) =>
    right - left > 1 && bottom - top > 1 && right > 0 && left < innerWidth);
  visible.sort((a, b) => a.shown.top - b.shown.top);
  visible.forEach((a, i) => {
    for (const b of visible.slice(i + 1)) {
      if (b.shown.top >= a.shown.bottom) break;
      if (a.element.contains(b.element) || b.element.contains(a.element)) continue;
      const across = Math.min(a.shown.right, b.shown.right) - Math.max(a.shown.left, b.shown.left);
      const down = Math.min(a.shown.bottom, b.shown.bottom) - Math.max(a.shown.top, b.shown.top);
      if (across < 2 || down < 2) continue;
      const area = ({ shown: s }) => (s.right - s.left) * (s.bottom - s.top);
      if (across * down > 0.2 * Math.min(area(a), area(b)))
        found.push(`${name(a)} overlaps ${name(b)}`);
    }
  });
  for (const layer of document.querySelectorAll('.xaxislayer-above')) {
    const numbers = [...layer.querySelectorAll('[class$=tick] text')];
    const boxes = numbers.map((node) => node.getBoundingClientRect());
    boxes.forEach((box, i) => {
      if (i && box.left >= boxes[i - 1].left && box.left < boxes[i - 1].right + 2)
        found.push(`"${numbers[i - 1].textContent}" runs into "${numbers[i].textContent}"`);
    });
  }
  const block = document.querySelector('.stMainBlockContainer');
  const room = block.getBoundingClientRect();
  const wide = '.stElementContainer, .stPlotlyChart, .main-svg, table, canvas, button, '
    + '.stHorizontalBlock';
  const all = [...block.querySelectorAll(wide)];
  for (const host of block.querySelectorAll('*')) {
    if (host.shadowRoot) all.push(...host.shadowRoot.querySelectorAll(wide));
  }
  for (const one of all) {
    const box = one.getBoundingClientRect();
    if (!box.width || !one.checkVisibility()) continue;
    const free = (node) => node.dataset?.scrolls || getComputedStyle(node).position === 'fixed';
    if ([...ancestors(one)].some(free)) continue;
    if (box.right > room.right + 1 || box.left < room.left - 1) {
      found.push(`${one.tagName} ${one.className.baseVal ?? one.className} is `
        + `${Math.round(box.width)} px wide, in ${Math.round(room.width)} px`);
    }
  }
  for (const one of [document.documentElement, main]) {
    if (one.scrollWidth > one.clientWidth + 1) found.push(`${one.tagName} scrolls sideways`);
  }
  return [...new Set(found)];
}"""
