import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { createSocket } from "../../kpca_core/canvas/assets/socket.js";
import { socketAddress } from "../../kpca_core/canvas/assets/streamlit.js";

class Socket {
  static OPEN = 1;
  static CLOSED = 3;
  static all = [];

  constructor(url) {
    Object.assign(this, { url, readyState: 0, sent: [] });
    Socket.all.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  answer(data) {
    this.onmessage({ data });
  }

  close() {
    this.readyState = Socket.CLOSED;
    this.onclose();
  }
}

let now;
let received;
let refused;
let line;
let socket;

beforeEach(() => {
  now = 0;
  received = [];
  refused = [];
  Socket.all = [];
  line = createSocket({
    url: "ws://here/frames",
    receive: (data) => received.push(data),
    refused: (question) => refused.push(question.request),
    Socket,
    clock: { now: () => now },
  });
  [socket] = Socket.all;
  socket.readyState = Socket.OPEN;
});

test("a question goes out and its frame comes in", () => {
  const data = new ArrayBuffer(8);
  line.ask({ request: 1 });
  socket.answer(data);
  line.ask({ request: 2 });
  assert.deepEqual(socket.sent, [{ request: 1 }, { request: 2 }]);
  assert.deepEqual(received, [data]);
  assert.deepEqual(refused, []);
});

test("before the line stands every question is refused", () => {
  socket.readyState = 0;
  line.ask({ request: 1 });
  assert.deepEqual(refused, [1]);
  assert.deepEqual(socket.sent, []);
});

test("a question that comes back as text is refused, and the next one goes out", () => {
  line.ask({ request: 1 });
  socket.answer("{}");
  line.ask({ request: 2 });
  assert.deepEqual(refused, [1]);
  assert.equal(socket.sent.length, 2);
});

test("a question cut off by the end of the line is refused, once", () => {
  line.ask({ request: 1 });
  socket.close();
  assert.deepEqual(refused, [1]);
});

test("nothing piles up behind a slow answer", () => {
  line.ask({ request: 1 });
  line.ask({ request: 2 });
  assert.deepEqual(socket.sent, [{ request: 1 }]);
  socket.answer(new ArrayBuffer(8));
  line.ask({ request: 3 });
  assert.equal(socket.sent.length, 2);
  assert.deepEqual(refused, []);
});

test("a lost line is tried again, but not at every question", () => {
  socket.close();
  for (now of [100, 4900]) line.ask({ request: now });
  assert.equal(Socket.all.length, 1);
  now = 5100;
  line.ask({ request: now });
  assert.equal(Socket.all.length, 2);
  assert.deepEqual(refused, [100, 4900, 5100]);
  Socket.all[1].readyState = Socket.OPEN;
  line.ask({ request: 6000 });
  assert.deepEqual(Socket.all[1].sent, [{ request: 6000 }]);
});

test("after dispose nothing is refused", () => {
  line.ask({ request: 1 });
  line.dispose();
  assert.deepEqual(refused, []);
});

test("the address keeps the path that Streamlit stands below", () => {
  const file = "_stcore/bidi-components/kpca-core.live/streamlit.js";
  assert.equal(socketAddress(`http://here:8501/${file}`), "ws://here:8501/frames");
  assert.equal(socketAddress(`https://here/below/it/${file}?v=1`), "wss://here/below/it/frames");
});
