/** A page that holds what it draws: a file of its own. */

/** Colours and font of the page. */
export function themeOfPage() {
  const style = getComputedStyle(document.body);
  return { background: style.backgroundColor, text: style.color, font: style.fontFamily };
}

/** The bytes that stand in the page. */
export function written() {
  const letters = atob(document.getElementById("frames").textContent);
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}
