import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { deflateSync } from "node:zlib";

import { createSocket } from "../../kpca_core/drawing/canvas/assets/socket.js";
import { socketAddress } from "../../kpca_core/drawing/canvas/assets/streamlit/page.js";

class Socket {
  static OPEN = 1;
  static CLOSED = 3;
  static all = [];

  constructor(url) {
    Object.assign(this, { url, readyState: 0, sent: [] });
    Socket.all.push(this);
  }

  open() {
    this.readyState = Socket.OPEN;
    this.onopen();
  }

  send(text) {
    this.sent.push(text === "ping" ? text : JSON.parse(text));
  }

  answer(data) {
    return this.onmessage({ data });
  }

  close() {
    this.readyState = Socket.CLOSED;
    this.onclose();
  }
}

let received;
let refused;
let announced;
let changes;
let line;
let socket;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  [received, refused, announced, changes] = [[], [], [], []];
  Socket.all = [];
  line = createSocket({
    url: "ws://here/frames",
    receive: (data, size) => received.push([data, size]),
    refused: (question) => refused.push(question.n),
    announced: (worked) => announced.push(worked),
    changed: (stands) => changes.push(stands),
    Socket,
  });
  [socket] = Socket.all;
  socket.open();
  assert.deepEqual(changes.splice(0), [true], "what was asked before can be asked for anew");
});

test("a question goes out and its frame comes in", () => {
  const data = new ArrayBuffer(8);
  line.ask({ n: 1 });
  socket.answer("1 12");
  socket.answer(data);
  line.ask({ n: 2 });
  assert.deepEqual(socket.sent, [{ n: 1 }, { n: 2 }]);
  assert.deepEqual(received, [[data, 8]]);
  assert.deepEqual(announced, [12]);
  assert.deepEqual(refused, []);
});

test("deflated frames are inflated, and frames keep their order", async () => {
  const words = Buffer.from("a frame that repeats, a frame that repeats, a frame that repeats");
  const deflated = Buffer.concat([Buffer.from([255, 255, 255, 255]), deflateSync(words)]);
  const plain = new ArrayBuffer(4);
  line.ask({ n: 1 });
  line.ask({ n: 2 });
  const first = socket.answer(new Uint8Array(deflated).buffer);
  const second = socket.answer(plain);
  assert.deepEqual(received, []);
  await Promise.all([first, second]);
  assert.equal(Buffer.from(received[0][0]).toString(), words.toString());
  assert.equal(received[0][1], deflated.length);
  assert.deepEqual(received[1], [plain, 4]);
});

test("a question before a line that never stands is refused, and nothing is said to be lost", () => {
  Socket.all = [];
  line = createSocket({ url: "", receive: () => {}, refused: ({ n }) => refused.push(n), Socket });
  line.ask({ n: 1 });
  Socket.all[0].close();
  assert.deepEqual(refused, [1]);
  assert.deepEqual(changes, []);
  // It is tried again, more and more seldom.
  for (const [tried, wait] of [500, 1000, 2000, 4000, 8000, 8000].entries()) {
    mock.timers.tick(wait - 1);
    assert.equal(Socket.all.length, tried + 1);
    mock.timers.tick(1);
    assert.equal(Socket.all.length, tried + 2);
    Socket.all.at(-1).close();
  }
  assert.deepEqual(changes, []);
});

test("a line that never stood is lost once nothing of the server can be reached", () => {
  Socket.all = [];
  let down = false;
  createSocket({
    url: "",
    receive: () => {},
    refused: () => {},
    changed: (stands) => changes.push(stands),
    down: () => down,
    Socket,
  });
  Socket.all[0].close();
  down = true;
  mock.timers.tick(500);
  Socket.all[1].close();
  assert.deepEqual(changes, [false]);
  // Streamlit's own line may be back first.
  down = false;
  mock.timers.tick(500);
  Socket.all[2].close();
  assert.deepEqual(changes, [false]);
  mock.timers.tick(500);
  Socket.all[3].open();
  assert.deepEqual(changes, [false, true]);
});

test("a question that comes back as text is refused, and the next one goes out", () => {
  line.ask({ n: 1 });
  line.ask({ n: 2 });
  socket.answer("{}");
  line.ask({ n: 3 });
  assert.deepEqual(refused, [1]);
  assert.equal(socket.sent.length, 3);
});

test("a lost line is set up again by itself, and both are told", () => {
  socket.close();
  assert.deepEqual(changes, [false]);
  line.ask({ n: 1 });
  assert.deepEqual(refused, [1]);
  mock.timers.tick(500);
  assert.equal(Socket.all.length, 2);
  Socket.all[1].close();
  mock.timers.tick(500);
  assert.deepEqual(changes, [false]);
  Socket.all[2].open();
  assert.deepEqual(changes, [false, true]);
  line.ask({ n: 2 });
  assert.deepEqual(Socket.all[2].sent, [{ n: 2 }]);
});

test("a silent line is tested: one that answers stays, however long the work takes", () => {
  line.ask({ n: 1 });
  for (let i = 0; i < 4; i += 1) {
    mock.timers.tick(2500);
    assert.equal(socket.sent.filter((sent) => sent === "ping").length, i + 1);
    mock.timers.tick(100);
    socket.answer("pong");
  }
  assert.equal(Socket.all.length, 1);
  assert.deepEqual(changes, []);
});

test("a line that does not answer is lost, with what was asked over it", () => {
  line.ask({ n: 1 });
  mock.timers.tick(2500);
  mock.timers.tick(2500);
  assert.deepEqual(changes, [false]);
  assert.deepEqual(refused, [1]);
  mock.timers.tick(500);
  assert.equal(Socket.all.length, 2);
  socket.answer(new ArrayBuffer(8));
  assert.deepEqual(received, []);
});

test("the address keeps the path that Streamlit stands below", () => {
  const file = "modules/drawing.js";
  assert.equal(socketAddress(`http://here:8501/${file}`), "ws://here:8501/frames");
  assert.equal(socketAddress(`https://here/below/it/${file}?v=1`), "wss://here/below/it/frames");
});

test("of each asker the newest question waits while four are under way", () => {
  const [one, other] = [{}, {}];
  for (let n = 1; n <= 4; n += 1) line.ask({ n }, one);
  line.ask({ n: 5 }, one);
  line.ask({ n: 6 }, one);
  line.ask({ n: 7 }, other);
  assert.deepEqual(socket.sent.map(({ n }) => n), [1, 2, 3, 4]);
  socket.answer(new ArrayBuffer(8));
  socket.answer("refused");
  assert.deepEqual(socket.sent.map(({ n }) => n), [1, 2, 3, 4, 6, 7]);
  line.ask({ n: 8 }, other);
  line.leave(other);
  socket.answer(new ArrayBuffer(8));
  assert.equal(socket.sent.length, 6, "who has left waits for nothing");
  socket.close();
  assert.deepEqual(refused, [2, 4, 6, 7], "what was under way when the line was lost is refused");
});
