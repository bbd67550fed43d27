// A TCP connection that can be cut and slowed: between a program and a service, for tests and judges.
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { setTimeout } from "node:timers/promises";

/** @param {number} target port on the loopback */
export async function openWire(target) {
  const pairs = new Set();
  let isCut = false;
  let rate = Number.POSITIVE_INFINITY;
  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(target, "127.0.0.1");
    const pair = [near, far];
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const socket of pair) socket.on("error", end).on("close", end);
    pass(near, far, () => rate).then(() => far.end(), end);
    far.pipe(near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const drop = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
    pairs.clear();
  };
  return {
    port: server.address().port,
    cut() {
      isCut = true;
      drop();
    },
    mend() {
      isCut = false;
    },
    slow(bytesPerSecond) {
      rate = bytesPerSecond;
    },
    get open() {
      return pairs.size;
    },
    async close() {
      drop();
      server.close();
      await once(server, "close");
    },
  };
}

const SLICE = 4096;

async function pass(from, to, rate) {
  for await (const chunk of from) {
    for (let at = 0; at < chunk.length; at += SLICE) {
      const slice = chunk.subarray(at, at + SLICE);
      if (!to.write(slice)) await once(to, "drain");
      if (Number.isFinite(rate())) await setTimeout((1000 * slice.length) / rate());
    }
  }
}
