/**
 * Frames while the pointer is down, over a WebSocket that is set up again whenever it is lost: a
 * question is `{n, page, address, detail, before, beside}`, its answer frame n. The address is the whole state, so a
 * server that was restarted needs nothing else; a question that gets no frame is refused, and the next
 * one, or the release, makes up for it. `views/hosts/streamlit/socket.py` is the other side.
 */

import { inflate, isDeflated } from "./wire.js";

// Questions that may be under way, whatever is asked.
const MOST = 4;
// Milliseconds until the next attempt to connect; where no line ever stood twice as long every time,
// up to a longest.
const AGAIN = 500;
const LONGEST = 8000;
// Before some frames: their number, and the milliseconds that the server has worked for it.
const ANNOUNCEMENT = /^\d+ \d+$/;
// Milliseconds without an answer after which the line is tested, and that a test may take: a line
// that a sleeping computer has lost says nothing by itself.
const SILENCE = 2500;

/**
 * @param {object} options
 * @param {string} options.url
 * @param {(data: ArrayBuffer | Uint8Array, size: number) => void} options.receive  called with a
 *   frame and the bytes that it took on the line
 * @param {(question: object) => void} options.refused  called with a question that gets no frame
 * @param {(worked: number) => void} [options.announced]  a frame has left the server, after so
 *   many milliseconds of work
 * @param {(stands: boolean) => void} [options.changed]  the line was lost, or stands
 * @param {() => boolean} [options.down]  whether nothing of the server can be reached: a line that
 *   never stood is lost only then, for a proxy may refuse it where everything else works
 * @param {typeof WebSocket} [options.Socket]
 * @param {{setTimeout: Function, clearTimeout: Function}} [options.clock]
 * @returns {{ask: (question: object) => void, test: () => void, dispose: () => void}}
 */
export function createSocket({
  url,
  receive,
  refused,
  announced = () => {},
  changed = () => {},
  down = () => false,
  Socket = WebSocket,
  clock = globalThis,
}) {
  let socket;
  let stood = false;
  let tries = 0;
  let lost = false;
  let disposed = false;
  let asked = [];
  let inflating = null;
  let again;
  let silence;

  function connect() {
    const line = new Socket(url);
    socket = line;
    line.binaryType = "arraybuffer";
    line.onopen = () => {
      stood = true;
      lost = false;
      // Also the first time: what was asked before is made up for.
      changed(true);
    };
    line.onclose = () => line === socket && close();
    line.onmessage = ({ data }) => {
      if (line !== socket) return undefined;
      listen();
      if (typeof data !== "string") return take(data);
      if (data === "pong") return undefined;
      if (ANNOUNCEMENT.test(data)) return announced(Number(data.split(" ")[1]));
      const question = asked.shift();
      return question && refused(question);
    };
  }

  /** Frames keep their order, deflated or not. */
  function take(data) {
    asked.shift();
    if (!isDeflated(data) && !inflating) return receive(data, data.byteLength);
    const before = inflating;
    const mine = Promise.resolve(isDeflated(data) ? inflate(data) : data).then(async (bytes) => {
      await before;
      if (mine === inflating) inflating = null;
      if (!disposed) receive(bytes, data.byteLength);
    });
    inflating = mine;
    return mine;
  }

  function close() {
    clock.clearTimeout(silence);
    if (disposed) return;
    const isLost = stood || lost || down();
    const news = isLost && !lost;
    lost = isLost;
    socket = null;
    clock.clearTimeout(again);
    again = clock.setTimeout(connect, lost ? AGAIN : Math.min(LONGEST, AGAIN * 2 ** tries));
    tries += 1;
    const questions = asked;
    asked = [];
    if (news) changed(false);
    questions.forEach(refused);
  }

  /** Anything heard shows that the line stands. */
  function listen() {
    clock.clearTimeout(silence);
    if (asked.length) silence = clock.setTimeout(test, SILENCE);
  }

  function test() {
    if (socket?.readyState !== Socket.OPEN) return;
    socket.send("ping");
    clock.clearTimeout(silence);
    const line = socket;
    silence = clock.setTimeout(() => {
      line.close();
      // A line that is dead takes its time to notice.
      if (line === socket) close();
    }, SILENCE);
  }

  connect();
  return {
    /** Ask for a frame. However slow its answers, nothing piles up on the line. */
    ask(question) {
      if (socket?.readyState !== Socket.OPEN) return refused(question);
      if (asked.length >= MOST) return undefined;
      asked.push(question);
      if (asked.length === 1) listen();
      return socket.send(JSON.stringify(question));
    },
    /** Find out whether the line still stands. */
    test,
    dispose() {
      disposed = true;
      clock.clearTimeout(again);
      clock.clearTimeout(silence);
      asked = [];
      socket?.close();
    },
  };
}
