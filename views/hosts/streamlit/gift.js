/**
 * What takes a table: a file, dropped or chosen, or lines that are pasted. Its bytes go to the place
 * that the server has for this page, and the page is drawn again once they are there.
 * Streamlit calls the default export after every run; a host without a server gives `put`, which takes
 * a table as `send` does.
 */

// Characters of a paste that is read at once, past the box: a browser stands still while it lays out
// many lines; 60,000 took 20 s on a busy computer.
const LARGE = 10_000;

export default function draw({ data, parentElement, setTriggerValue, put = null }) {
  const { address, most, words } = JSON.parse(new TextDecoder().decode(data));
  // It has its size: the page shows what stands below it, see `style/waiting.css`.
  (parentElement.host ?? parentElement).dataset.drawn = "";
  const find = (name) => parentElement.querySelector(`[data-part=${name}]`);
  const box = find("box");
  const say = (text, isTrouble = false) => {
    find("said").textContent = text;
    find("said").classList.toggle("trouble", isTrouble);
  };
  for (const [name, text] of Object.entries(words)) {
    if (find(name)) find(name).textContent = text;
  }
  find("file").onchange = ({ target }) => {
    const [file] = target.files;
    // The same file may be given again.
    if (file) give(file.name, file).finally(() => (target.value = ""));
  };
  const lines = find("lines");
  const read = (text) => (text.trim() ? give(words.pasted, new Blob([text])) : say(words.empty, true));
  find("read").onclick = () => read(lines.value);
  lines.onpaste = (event) => {
    const pasted = event.clipboardData.getData("text");
    if (pasted.length < LARGE) return;
    event.preventDefault();
    read(lines.value.slice(0, lines.selectionStart) + pasted + lines.value.slice(lines.selectionEnd));
  };
  box.ondragover = (event) => {
    event.preventDefault();
    box.classList.add("over");
  };
  box.ondragleave = () => box.classList.remove("over");
  box.ondrop = (event) => {
    event.preventDefault();
    box.classList.remove("over");
    const [file] = event.dataTransfer.files;
    if (file) give(file.name, file);
  };

  async function give(name, content) {
    if (content.size > most) return say(words.large, true);
    say(`${words.sending} ${name} …`);
    const trouble = await (put ?? send)(name, content);
    say(trouble, Boolean(trouble));
    if (!trouble) setTriggerValue("given", name);
  }

  /** Send a table; returns what is wrong, "" for nothing. */
  async function send(name, content) {
    // Every page stands right below the address of the app, and so does what it sends.
    const url = new URL(address, new URL("./", location.href));
    url.search = new URLSearchParams({ name });
    try {
      const answer = await fetch(url, { method: "PUT", body: content });
      // A proxy may answer a page of its own, with any status.
      return answer.status === 204 ? "" : await troubleOf(answer, content.size);
    } catch {
      return words.lost;
    }
  }

  async function troubleOf(answer, size) {
    const said = await answer.json().catch(() => null);
    if (typeof said?.refusal === "string") return said.refusal;
    if (answer.status === 413) return words.heavy.replace("{size}", Math.max(0.1, size / 2 ** 20).toFixed(1));
    return answer.status >= 500 ? words.lost : words.refused.replace("{status}", answer.status);
  }
}
