/** Too many connections: who has to go, and that somebody who asks is served. */
import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import pino from "pino";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type Closed, Connections, mostConnections } from "../../src/http/connections.js";
import { ask as askAt, DAY, gate, NOW, type Stand, sourceWith, stand, until } from "./harness.js";

/** As much of a socket and of a response as is looked at. */
class FakeSocket extends EventEmitter {
  destroyed = false;
  bytesRead = 100;
  destroy() {
    this.destroyed = true;
    this.emit("close");
  }
}

class FakeResponse extends EventEmitter {
  writableNeedDrain = false;
  writableEnded = false;
  writableFinished = false;
}

function crowd(most: number) {
  const closed: Closed[] = [];
  const connections = new Connections(most, (why) => closed.push(why));
  return {
    closed,
    connections,
    /** Two turns of the event loop: what was sent on a new connection was heard by then. */
    turns: async () => {
      for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
    },
    come: () => {
      const socket = new FakeSocket();
      connections.add(socket as unknown as Socket);
      return socket;
    },
    ask: (socket: FakeSocket) => {
      const response = new FakeResponse();
      connections.begin(socket as unknown as Socket, response as unknown as ServerResponse);
      return response;
    },
  };
}

const gone = (sockets: readonly FakeSocket[]) => sockets.map(({ destroyed }) => destroyed);

afterEach(() => void vi.useRealTimers());

describe("one connection too many", () => {
  it("takes the place of the one that has been silent for longest", async () => {
    const { come, turns, closed, connections } = crowd(3);
    const sockets = [come(), come(), come()];
    await turns();
    sockets.push(come(), come());
    await turns();
    expect(gone(sockets)).toEqual([true, true, false, false, false]);
    expect(closed).toEqual(["silent", "silent"]);
    expect(connections.size).toBe(3);
  });

  it("is heard before it has to go, however many come with it, up to twice the limit", async () => {
    const { come, ask, turns, closed, connections } = crowd(3);
    const [first, ...others] = [come(), come(), come(), come(), come(), come(), come()];
    expect(closed).toEqual(["new"]);
    await new Promise((resolve) => setImmediate(resolve));
    ask(first);
    await turns();
    expect(gone([first, ...others])).toEqual([false, true, true, true, false, false, true]);
    expect(closed).toEqual(["new", "silent", "silent", "silent"]);
    expect(connections.size).toBe(3);
  });

  it("of silent ones rather than of one that has asked before, and of that rather than of one that is being answered", async () => {
    const { come, ask, turns, closed } = crowd(3);
    vi.useFakeTimers({ toFake: ["performance"] });
    const [answered, asking, silent] = [come(), come(), come()];
    ask(answered).emit("close");
    ask(asking);
    vi.advanceTimersByTime(200);
    const newcomers = [come()];
    await turns();
    expect(gone([answered, asking, silent, ...newcomers])).toEqual([false, false, true, false]);
    ask(newcomers[0]!);
    come();
    await turns();
    expect(gone([answered, asking, ...newcomers])).toEqual([true, false, false]);
    expect(closed).toEqual(["silent", "idle"]);
  });

  it("counts one as asking until the last of its requests in a row is answered", async () => {
    const { come, ask, turns, closed } = crowd(1);
    const socket = come();
    const [first, second] = [ask(socket), ask(socket)];
    first.emit("close");
    expect([come().destroyed, socket.destroyed]).toEqual([true, false]);
    second.emit("close");
    const newcomer = come();
    await turns();
    expect([newcomer.destroyed, socket.destroyed]).toEqual([false, true]);
    expect(closed).toEqual(["new", "idle"]);
  });

  it("is closed itself when all others are being answered", () => {
    const { come, ask, closed, connections } = crowd(2);
    const busy = [come(), come()];
    for (const socket of busy) ask(socket);
    expect(come().destroyed).toBe(true);
    expect(gone(busy)).toEqual([false, false]);
    expect(closed).toEqual(["new"]);
    busy[0]!.destroy();
    expect(come().destroyed).toBe(false);
    expect(connections.size).toBe(2);
  });

  it("takes the place of one that has not read its answer for ten seconds, never of one that reads", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const { come, ask, turns, closed } = crowd(4);
    const [unread, read, behind] = [come(), come(), come()];
    Object.assign(ask(unread), { writableEnded: true });
    const stream = Object.assign(ask(read), { writableNeedDrain: true });
    ask(behind); // computing: the second answer waits for the first one, not for the reader
    Object.assign(ask(behind), { writableEnded: true });
    const crowded = async () => {
      const newcomer = come();
      await turns();
      newcomer.destroy();
    };
    await crowded();
    stream.writableNeedDrain = false;
    vi.advanceTimersByTime(9000);
    await crowded();
    expect(gone([unread, read, behind])).toEqual([false, false, false]);
    stream.writableNeedDrain = true;
    vi.advanceTimersByTime(2000);
    await crowded();
    expect(gone([unread, read, behind])).toEqual([true, false, false]);
    expect(closed).toEqual(["unread"]);
  });
});

it("closes, when it is to, those that were answered to the last byte and have asked nothing since", () => {
  const { come, ask, connections } = crowd(9);
  const [silent, computing, sending, answered, asksAgain] = [come(), come(), come(), come(), come()];
  ask(computing);
  Object.assign(ask(sending), { writableEnded: true });
  for (const socket of [answered, asksAgain]) ask(socket).emit("close");
  asksAgain.bytesRead++; // the first byte of a head
  connections.closeIdle();
  expect(gone([silent, computing, sending, answered, asksAgain])).toEqual([false, false, false, true, false]);
});

/** A connection that says nothing; whether it is still open. */
async function silent({ server: { address } }: Stand): Promise<() => boolean> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  socket.resume();
  let open = true;
  socket.once("close", () => (open = false));
  await new Promise((resolve) => socket.once("connect", resolve));
  return () => open;
}

describe("a server full of silent connections", () => {
  it("serves whoever asks, counts whom it closed, and logs it once", async () => {
    const server = await stand({ settings: { "max-connections": 4, "operations-port": 0, "headers-timeout": 10 } });
    const others: (() => boolean)[] = [];
    for (let i = 0; i < 6; i++) others.push(await silent(server));
    for (let i = 0; i < 3; i++) expect((await server.ask(DAY)).status).toBe(200);
    await until(() => others.slice(0, 3).every((isOpen) => !isOpen()));
    expect(others.at(-1)!()).toBe(true);
    const { body } = await askAt(server.server.operations!, "/metrics", { judged: false });
    const closed = Number(/^irradiance_connections_closed_total\{why="silent"\} (\d+)$/m.exec(body)?.[1]);
    expect(closed).toBeGreaterThanOrEqual(3);
    expect(Number(/^irradiance_connections (\d+)$/m.exec(body)?.[1])).toBeLessThanOrEqual(4);
    const told = server.log.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
    expect(told).toMatchObject([{ why: "silent", msg: expect.stringContaining("too many connections") }]);
  });

  it("keeps those that are being answered", async () => {
    const door = gate();
    const source = sourceWith(() => NOW, {});
    const server = await stand({
      settings: { "max-connections": 2 },
      sources: [{ ...source, read: (...args) => door.opened.then(() => source.read(...args)) }],
    });
    const asked = [server.ask(DAY), server.ask(`${DAY}&frequency=1_hour`)];
    await until(() => server.server.service.turns.size === 1);
    const isOpen = await silent(server);
    await until(() => !isOpen());
    door.open();
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe("the limit of open files", () => {
  const log: string[] = [];
  const logger = pino({ base: null }, { write: (line: string) => void log.push(line) });

  it("leaves room for all else, and it is said when that is less than was asked for", () => {
    expect(mostConnections(8192, logger, 16_640)).toBe(8192);
    expect(mostConnections(8192, logger, undefined)).toBe(8192);
    expect(log).toEqual([]);
    expect(mostConnections(8192, logger, 1024)).toBe(384);
    expect(JSON.parse(log[0]!).msg).toBe(
      "at most 384 connections, not 8192: this process may open 1024 files (ulimit -n, LimitNOFILE)",
    );
    expect(mostConnections(8192, logger, 100)).toBe(1);
  });
});

it("a reader that stops to read counts against the budget of unsent bytes until its connection is closed", async () => {
  const server = await stand({ settings: { "max-unsent": 1, deadline: 3, "stalled-timeout": 3 } });
  const { hostname, port } = new URL(server.server.address);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  const minutes = `${DAY}&frequency=1_minute&parameters=all&start=-7days`;
  socket.write(`GET ${minutes} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.key}\r\n\r\n`.repeat(8));
  socket.pause();
  // Asked again and again: on a busy machine one question may come before the budget is full, or after it is free.
  const isAnswered = async (status: number) => {
    await pause(50);
    return (await server.ask(DAY)).status === status;
  };
  await until(() => isAnswered(503));
  await until(() => isAnswered(200));
  socket.destroy();
});
