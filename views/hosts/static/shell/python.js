/** Python in a worker, which answers one question after the other; and its frames as a socket has them. */

/**
 * @param {(said: object) => void} hear what the worker says by itself: `report`, `loading`, `ready`, `failed`
 */
export function createPython(start, hear) {
  let [worker, under, numbers] = [null, null, 0];
  let queue = [];

  function begin() {
    worker = start();
    worker.onerror = ({ message }) => hear({ failed: message || "worker" });
    worker.onmessage = ({ data }) => {
      if (!("id" in data)) return void hear(data);
      if (data.id !== under?.id) return;
      const { answered, failed, posted } = under;
      [under, python.worked] = [null, Math.round(performance.now() - posted)];
      if (data.answer) answered(data.answer);
      else failed(new Error(data.trouble));
      next();
    };
  }

  /** A frame follows the pointer: it comes before all that waits. */
  function next() {
    if (!worker || under || !queue.length) return;
    const at = Math.max(0, queue.findIndex(({ question }) => question.ask === "frame"));
    [under] = queue.splice(at, 1);
    under.posted = performance.now();
    const { id, question, content, page } = under;
    worker.postMessage({ id, asked: JSON.stringify(question), content, page });
  }

  const python = {
    // Milliseconds that the last answer took.
    worked: 0,
    /** @returns {Promise<ArrayBuffer>} fails where Python does, or is stopped before */
    ask(question, { content, page } = {}) {
      return new Promise((answered, failed) => {
        queue.push({ id: (numbers += 1), question, content, page, answered, failed });
        next();
      });
    },
    /** Start the worker: until then questions wait. */
    start() {
      begin();
      next();
    },
    /** Stop what is done, and start anew: whatever was asked has failed. */
    stop() {
      worker?.terminate();
      const lost = [under, ...queue].filter(Boolean);
      [under, queue] = [null, []];
      begin();
      for (const { failed } of lost) failed(new Error("stopped"));
    },
  };
  return python;
}

/** Frames whose work is announced, as `views/hosts/streamlit/socket.py` does. */
const isMeasured = (number) => number < 4 || number % 8 === 0;

/**
 * A class with the interface of WebSocket whose questions Python answers.
 *
 * @param {(question: object) => ArrayBufferView | undefined | Promise<ArrayBufferView | undefined>} held a frame that needs no Python
 */
export const socketOf = (python, held) =>
  class {
    static OPEN = 1;
    readyState = 1;
    #number = 0;
    #turn = Promise.resolve();

    constructor() {
      queueMicrotask(() => this.onopen?.({}));
    }

    send(text) {
      if (text === "ping") return queueMicrotask(() => this.#hear("pong"));
      const question = JSON.parse(text);
      const mine = this.#answer(question);
      this.#turn = this.#turn.then(async () => {
        const { frame, worked } = await mine;
        if (!frame?.byteLength) return this.#hear("refused");
        if (isMeasured((this.#number += 1) - 1)) this.#hear(`${question.n} ${worked}`);
        return this.#hear(frame);
      });
    }

    close() {
      this.readyState = 3;
    }

    async #answer(question) {
      const known = await held(question);
      if (known) return { frame: known, worked: 0 };
      // Nobody waits for the frames of a line that is closed.
      if (this.readyState !== 1) return {};
      const frame = await python.ask({ ask: "frame", question }, { page: question.page }).catch(() => null);
      return { frame, worked: python.worked };
    }

    #hear(data) {
      if (this.readyState === 1) this.onmessage?.({ data });
    }
  };
