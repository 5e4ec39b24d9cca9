/**
 * Frames for whatever moves, over a WebSocket that is set up again whenever it is lost: a
 * question is `{n, page, address, detail, before, beside}`, its answer frame n. The address is the whole state, so a
 * server that was restarted needs nothing else; a question that gets no frame is refused, and the next
 * one, or the release, makes up for it. `views/hosts/streamlit/socket.py` is the other side.
 */

import { inflate, isDeflated } from "./wire.js";

// Questions that may be under way; of each asker that has one more, the newest waits.
const MOST = 4;
// Milliseconds until the next attempt to connect. The delay doubles up to LONGEST until a connection
// has succeeded once.
const AGAIN = 500;
const LONGEST = 8000;
// Before some frames: their number, the milliseconds that the server has worked for it, and the bytes
// of a large one.
const ANNOUNCEMENT = /^\d+ (\d+)(?: (\d+))?$/;
// Bytes of a large frame that a slow line carries in a millisecond: nothing is heard meanwhile.
const SLOW = 50;
// Milliseconds without an answer after which the line is tested, and that a test may take: a line
// that a sleeping computer has lost says nothing by itself.
const SILENCE = 2500;

/**
 * @param {(data: ArrayBuffer | Uint8Array, size: number, asker: object) => void} options.receive  called
 *   with a frame, the bytes that it took on the line, and who asked for it
 * @param {(question: object, asker: object) => void} options.refused  called with a question that gets no
 *   frame
 * @param {(worked: number, asker: object) => void} [options.announced]  a frame has left the server, after
 *   so many milliseconds of work
 * @param {(stands: boolean) => void} [options.changed]  the line was lost, or stands
 * @param {() => boolean} [options.down]  whether nothing of the server can be reached: a line that
 *   never stood is lost only then, for a proxy may refuse it where everything else works
 */
export function createSocket({
  url,
  receive,
  refused,
  announced = () => {},
  changed = () => {},
  down = () => false,
  Socket = WebSocket,
}) {
  let socket;
  let stood = false;
  let tries = 0;
  let lost = false;
  let disposed = false;
  // [question, asker] each: those under way in their order, and what waits by its asker.
  let asked = [];
  const waiting = new Map();
  let inflating = null;
  let again;
  let silence;
  // Milliseconds that the frame which has been announced may take.
  let coming = 0;

  function connect() {
    const line = new Socket(url);
    socket = line;
    line.binaryType = "arraybuffer";
    line.onopen = () => {
      stood = true;
      lost = false;
      // Also the first time: what was asked before is made up for.
      changed(true);
      sendWaiting();
    };
    line.onclose = () => line === socket && close();
    line.onmessage = ({ data }) => {
      if (line !== socket) return undefined;
      const [said, worked, size = 0] = (typeof data === "string" && ANNOUNCEMENT.exec(data)) || [];
      if (said || typeof data !== "string") coming = size / SLOW;
      listen();
      if (typeof data !== "string") return take(data);
      if (data === "pong") return undefined;
      if (said) return asked.length && announced(Number(worked), asked[0][1]);
      const answered = land();
      return answered && refused(...answered);
    };
  }

  /** Take the question that was answered out of flight; what waits has room now. */
  function land() {
    const answered = asked.shift();
    sendWaiting();
    return answered;
  }

  function sendWaiting() {
    for (const [asker, question] of waiting) {
      if (asked.length >= MOST) return;
      waiting.delete(asker);
      send(question, asker);
    }
  }

  function send(question, asker) {
    asked.push([question, asker]);
    if (asked.length === 1) listen();
    socket.send(JSON.stringify(question));
  }

  /** Frames keep their order, deflated or not. */
  function take(data) {
    const [, asker] = land() ?? [];
    if (!isDeflated(data) && !inflating) return receive(data, data.byteLength, asker);
    const before = inflating;
    const mine = Promise.resolve(isDeflated(data) ? inflate(data) : data).then(async (bytes) => {
      await before;
      if (mine === inflating) inflating = null;
      if (!disposed) receive(bytes, data.byteLength, asker);
    });
    inflating = mine;
    return mine;
  }

  function close() {
    clearTimeout(silence);
    if (disposed) return;
    const isLost = stood || lost || down();
    const news = isLost && !lost;
    lost = isLost;
    socket = null;
    coming = 0;
    clearTimeout(again);
    again = setTimeout(connect, lost ? AGAIN : Math.min(LONGEST, AGAIN * 2 ** tries));
    tries += 1;
    const questions = [...asked, ...[...waiting].map(([asker, question]) => [question, asker])];
    asked = [];
    waiting.clear();
    if (news) changed(false);
    for (const one of questions) refused(...one);
  }

  /** Anything heard shows that the line stands. */
  function listen() {
    clearTimeout(silence);
    if (asked.length) silence = setTimeout(test, SILENCE + coming);
  }

  function test() {
    if (socket?.readyState !== Socket.OPEN) return;
    socket.send("ping");
    clearTimeout(silence);
    const line = socket;
    silence = setTimeout(() => {
      line.close();
      // A line that is dead takes its time to notice.
      if (line === socket) close();
    }, SILENCE + coming);
  }

  connect();
  return {
    /** Ask for a frame, of a line that is about to stand as well. However slow its answers, nothing piles up. */
    ask(question, asker) {
      if (!socket) return refused(question, asker);
      if (socket.readyState !== Socket.OPEN || asked.length >= MOST) return waiting.set(asker, question);
      waiting.delete(asker);
      return send(question, asker);
    },
    /** What an asker waits for is not needed any more. */
    leave: (asker) => waiting.delete(asker),
    /** Find out whether the line still stands. */
    test,
    dispose() {
      disposed = true;
      clearTimeout(again);
      clearTimeout(silence);
      asked = [];
      waiting.clear();
      socket?.close();
    },
  };
}
