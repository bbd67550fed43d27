// A program of its own, on a core of its own: connections that ask nothing, ask half of something, or do not read what they asked
// for; each that is closed is opened again. Without any (count 0) it burns its core. Says on its standard output, once a second, how
// many are open, until it is ended.
//
//   node crowd-press.mjs HOST PORT COUNT
import { connect } from "node:net";

const [host, port, count] = process.argv.slice(2);
/** A big file that takes no key. */
const FILE = "GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n";
const HALF = "GET /v1/account HTTP/1.1\r\nHost: x\r\nX-Half: ";
/** Local addresses: one has ports for some 28,000 connections a minute. */
const ADDRESSES = 16;
/** ms */
const BETWEEN_BYTES = 1000;

const [SILENT, HALVING, NOT_READING] = [
  () => {},
  (socket) => {
    socket.write(HALF);
    const drip = setInterval(() => socket.write("x"), BETWEEN_BYTES);
    socket.once("close", () => clearInterval(drip));
  },
  (socket) => {
    socket.pause();
    socket.write(FILE);
  },
];
/** Of ten. What is not read fills the system's buffers, a megabyte and a half each. */
const KINDS = [SILENT, HALVING, SILENT, HALVING, NOT_READING, SILENT, HALVING, SILENT, HALVING, SILENT];

let open = 0;
let most = 0;
let opened = 0;
const errors = {};

function press(index) {
  const socket = connect({ host, port: Number(port), localAddress: `127.0.0.${2 + (opened++ % ADDRESSES)}` });
  let isOpen = false;
  socket.once("connect", () => {
    isOpen = true;
    most = Math.max(most, ++open);
    KINDS[index % KINDS.length](socket);
  });
  socket.on("error", (/** @type {NodeJS.ErrnoException} */ { code }) => {
    errors[code] = (errors[code] ?? 0) + 1;
  });
  // Said before it is paused: it would flow again.
  socket.on("data", () => {});
  socket.once("end", () => socket.destroy());
  socket.once("close", () => {
    if (isOpen) open--;
    setImmediate(press, index);
  });
}

for (let index = 0; index < Number(count); index++) press(index);
setInterval(() => process.stdout.write(`${JSON.stringify({ open, most, opened, errors })}\n`), 1000);
if (Number(count) === 0)
  (function burn() {
    setImmediate(burn);
  })();
