/**
 * The colours and the font of Streamlit's theme, "" where it has none.
 *
 * @param {Element} node  of a component
 * @returns {object} what `themeFrom` in `../palette.js` takes
 */
export function readTheme(node) {
  const style = getComputedStyle(node);
  const read = (name) => style.getPropertyValue(`--st-${name}`);
  return {
    background: read("background-color"),
    text: read("text-color"),
    accent: read("primary-color"),
    font: read("font"),
  };
}
