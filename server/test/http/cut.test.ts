/** Answers larger than a connection takes at once: a stop cuts none within its grace, and one that is cut all the same is known as such. */
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { MICRO } from "../../src/accounts/accounts.js";
import { accountsPlace } from "../../src/accounts/accounts-database.js";
import { temporaryDirectory } from "../accounts/fixture.js";
import { ask, type Stand, stand, until, YEAR } from "./harness.js";

/** About 8 MB: more than the system's buffers take of a reader that does not read. */
const LONG = `${YEAR}&frequency=15_minutes&parameters=all`;

/** Has the head of the long answer, and reads no more until `rest` is asked for. */
async function slowReader({ server: { address }, key }: Stand) {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  socket.write(`GET ${LONG} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  const head = String(await firstOf(socket));
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
  let received = Buffer.byteLength(head) - head.indexOf("\r\n\r\n") - 4;
  return {
    socket,
    /** Reads on until the connection ends. @returns bytes that did not come */
    async missing(): Promise<number> {
      socket.on("data", (chunk) => {
        received += chunk.length;
      });
      socket.resume();
      if (!socket.closed) await new Promise((resolve) => socket.once("close", resolve));
      return length - received;
    },
  };
}

function firstOf(socket: Socket): Promise<Buffer> {
  return new Promise((resolve) => {
    socket.once("data", (chunk) => {
      socket.pause();
      resolve(chunk);
    });
  });
}

async function lastLine({ log }: Stand) {
  const lines = () => log.map((line) => JSON.parse(line)).filter(({ path }) => path?.endsWith("historical"));
  await until(() => lines().length > 0);
  return lines()[0];
}

const chargesOf = (server: Stand) => server.administer((administration) => administration.charges("lab", 9));

it("a stop waits for a slow reader: the answer is whole", async () => {
  const server = await stand({
    keep: true,
    place: accountsPlace(temporaryDirectory()),
    settings: { "stop-grace": 20, "keep-alive": 60 },
  });
  const reader = await slowReader(server);
  const stopped = server.server.stop();
  await pause(300); // several looks at who can be closed
  expect(await reader.missing()).toBe(0);
  await stopped;
  expect(await lastLine(server)).toMatchObject({ status: 200, tokens: 200 });
  expect(await lastLine(server)).not.toHaveProperty("cut");
  expect(await chargesOf(server)).toMatchObject([{ tokens: 200 * MICRO, cut: 0 }]);
});

it("the end of the grace cuts an answer that nobody reads, and log and audit say so", async () => {
  const server = await stand({
    keep: true,
    place: accountsPlace(temporaryDirectory()),
    settings: { "stop-grace": 0.3 },
  });
  const reader = await slowReader(server);
  await server.server.stop();
  expect(await reader.missing()).toBeGreaterThan(0);
  expect(await lastLine(server)).toMatchObject({ status: 200, tokens: 200, cut: true });
  expect(await chargesOf(server)).toMatchObject([{ tokens: 200 * MICRO, cut: 1 }]);
});

it("a client that leaves has its answer cut in log, audit and metrics", async () => {
  const server = await stand({ settings: { "operations-port": 0 } });
  const reader = await slowReader(server);
  reader.socket.destroy();
  expect(await lastLine(server)).toMatchObject({ status: 200, cut: true });
  await until(async () => (await chargesOf(server))[0]?.cut === 1);
  const { body } = await ask(server.server.operations!, "/metrics", { judged: false });
  expect(body).toContain('irradiance_answers_cut_total{route="/v1/observation/historical"} 1');
});
