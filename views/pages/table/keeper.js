/**
 * What a reload leaves of a table: its secret name, in the tab's own storage, which no address and no
 * other site sees. Streamlit calls the default export after every run.
 */

const PLACE = "kpca-table";

export default function keep({ data, setTriggerValue }) {
  const { handle, gone } = JSON.parse(new TextDecoder().decode(data));
  try {
    const held = sessionStorage.getItem(PLACE);
    if (handle) sessionStorage.setItem(PLACE, handle);
    else if (gone) sessionStorage.removeItem(PLACE);
    else if (held) setTriggerValue("held", held);
  } catch {
    // Storage is switched off: a reload then loses the table.
  }
}
