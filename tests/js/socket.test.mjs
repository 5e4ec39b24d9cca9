import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { deflateSync } from "node:zlib";

import { createSocket } from "../../kpca_core/drawing/canvas/assets/socket.js";
import { socketAddress } from "../../kpca_core/drawing/canvas/assets/streamlit/page.js";

class Socket {
  static OPEN = 1;
  static all = [];
  readyState = 0;
  sent = [];

  constructor() {
    Socket.all.push(this);
  }

  open() {
    this.readyState = Socket.OPEN;
    this.onopen();
  }

  send(text) {
    this.sent.push(text === "ping" ? text : JSON.parse(text).n);
  }

  answer(data) {
    return this.onmessage({ data });
  }

  close() {
    this.readyState = 3;
    this.onclose();
  }
}

const FRAME = new ArrayBuffer(8);
let [received, refused, announced, changes] = [];
let isDown;
let line;
let socket;

/** A line that has not stood yet. */
function begin() {
  [received, refused, announced, changes, Socket.all, isDown] = [[], [], [], [], [], false];
  line = createSocket({
    url: "ws://here/frames",
    receive: (data, size) => received.push([data, size]),
    refused: ({ n }) => refused.push(n),
    announced: (worked) => announced.push(worked),
    changed: (stands) => changes.push(stands),
    down: () => isDown,
    Socket,
  });
  [socket] = Socket.all;
}

const ask = (...numbers) => numbers.forEach((n) => line.ask({ n }));

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  begin();
  socket.open();
  assert.deepEqual(changes.splice(0), [true], "what was asked before can be asked for anew");
});

test("a question goes out, and its frame comes in or, as text, is refused", () => {
  ask(1, 2);
  socket.answer("1 12");
  socket.answer(FRAME);
  socket.answer("{}");
  ask(3);
  assert.deepEqual([socket.sent, received, announced, refused], [[1, 2, 3], [[FRAME, 8]], [12], [2]]);
});

test("deflated frames are inflated, and frames keep their order", async () => {
  const words = Buffer.from("a frame that repeats, a frame that repeats, a frame that repeats");
  const deflated = Buffer.concat([Buffer.from([255, 255, 255, 255]), deflateSync(words)]);
  ask(1, 2);
  const both = [socket.answer(new Uint8Array(deflated).buffer), socket.answer(FRAME)];
  assert.deepEqual(received, []);
  await Promise.all(both);
  assert.equal(Buffer.from(received[0][0]).toString(), words.toString());
  assert.deepEqual([received[0][1], received[1]], [deflated.length, [FRAME, 8]]);
});

test("a line that never stands is tried more and more seldom, and lost once nothing of the server can be reached", () => {
  begin();
  ask(1);
  socket.close();
  assert.deepEqual(refused, [1]);
  for (const [tried, wait] of [500, 1000, 2000, 4000, 8000, 8000].entries()) {
    mock.timers.tick(wait - 1);
    assert.equal(Socket.all.length, tried + 1);
    mock.timers.tick(1);
    assert.equal(Socket.all.length, tried + 2);
    Socket.all.at(-1).close();
  }
  assert.deepEqual(changes, []);
  // Streamlit's own line may be back first.
  for (const down of [true, false]) {
    isDown = down;
    mock.timers.tick(8000);
    Socket.all.at(-1).close();
    assert.deepEqual(changes, [false]);
  }
  mock.timers.tick(500);
  Socket.all.at(-1).open();
  assert.deepEqual(changes, [false, true]);
});

test("a lost line is set up again by itself, and both are told", () => {
  socket.close();
  ask(1);
  assert.deepEqual([changes, refused], [[false], [1]]);
  mock.timers.tick(500);
  Socket.all[1].close();
  mock.timers.tick(500);
  Socket.all[2].open();
  ask(2);
  assert.deepEqual([changes, Socket.all[2].sent], [[false, true], [2]]);
});

test("a silent line is tested: one that answers stays, however long the work takes, and one that does not is lost", () => {
  ask(1);
  for (let i = 0; i < 4; i += 1) {
    mock.timers.tick(2500);
    assert.equal(socket.sent.filter((sent) => sent === "ping").length, i + 1);
    mock.timers.tick(100);
    socket.answer("pong");
  }
  assert.deepEqual([changes, refused], [[], []]);
  for (const _ of "12") mock.timers.tick(2500);
  assert.deepEqual([changes, refused], [[false], [1]]);
  mock.timers.tick(500);
  assert.equal(Socket.all.length, 2);
  socket.answer(FRAME);
  assert.deepEqual(received, [], "it is another line's");
});

test("the address keeps the path that Streamlit stands below", () => {
  const file = "modules/drawing.js";
  assert.equal(socketAddress(`http://here:8501/${file}`), "ws://here:8501/frames");
  assert.equal(socketAddress(`https://here/below/it/${file}?v=1`), "wss://here/below/it/frames");
});

test("of each asker the newest question waits while four are under way", () => {
  const [one, other] = [{}, {}];
  for (let n = 1; n <= 6; n += 1) line.ask({ n }, one);
  line.ask({ n: 7 }, other);
  assert.deepEqual(socket.sent, [1, 2, 3, 4]);
  socket.answer(FRAME);
  socket.answer("refused");
  assert.deepEqual(socket.sent, [1, 2, 3, 4, 6, 7]);
  line.ask({ n: 8 }, other);
  line.leave(other);
  socket.answer(FRAME);
  assert.equal(socket.sent.length, 6, "who has left waits for nothing");
  socket.close();
  assert.deepEqual(refused, [2, 4, 6, 7], "what was under way when the line was lost is refused");
});
