/** Frames over a WebSocket: one question at a time, and what gets no frame is refused. */

// Milliseconds between two attempts to connect.
const PAUSE = 5000;

/**
 * @param {object} options
 * @param {string} options.url
 * @param {(data: ArrayBuffer) => void} options.receive  called with a frame
 * @param {(question: object) => void} options.refused  called with a question that gets no frame
 * @param {typeof WebSocket} [options.Socket]
 * @param {{now: () => number}} [options.clock]
 * @returns {{ask: (question: object) => void, dispose: () => void}}
 */
export function createSocket({ url, receive, refused, Socket = WebSocket, clock = performance }) {
  let socket;
  let connected;
  let asked = null;

  function connect() {
    connected = clock.now();
    socket = new Socket(url);
    socket.binaryType = "arraybuffer";
    socket.onclose = refuse;
    socket.onmessage = ({ data }) => {
      if (typeof data === "string") return refuse();
      asked = null;
      return receive(data);
    };
  }

  function refuse() {
    const question = asked;
    asked = null;
    if (question) refused(question);
  }

  connect();
  return {
    /** Ask for a frame. While an answer is awaited, however slow, nothing piles up behind it. */
    ask(question) {
      if (socket.readyState === Socket.CLOSED && clock.now() - connected > PAUSE) connect();
      if (socket.readyState !== Socket.OPEN) return refused(question);
      if (asked) return undefined;
      asked = question;
      return socket.send(JSON.stringify(question));
    },
    dispose() {
      asked = null;
      socket.close();
    },
  };
}
