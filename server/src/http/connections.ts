/**
 * Which connections stay when there are too many. One that asks is worth more than one that is silent, so a newcomer takes
 * the place of the connection that has done nothing for longest. Addresses play no part: many clients may share one.
 */
import { readFileSync } from "node:fs";
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import type { Caller } from "./callers.js";
import { RETRY_WHEN_FULL, tooMany } from "./errors.js";

/** What a connection was doing that had to go: it had not asked yet, asked nothing more, did not read, or had just come. */
export type Closed = "silent" | "idle" | "unread" | "new";

/** ms for which a connection is new: then one that has asked before has to go first. */
const NEW = 100;
/** ms that an answer may wait for its reader before its connection may have to go. */
const PATIENCE = 10_000;
/** ms between two looks at who reads. */
const LOOK = 1000;
/** Share of the room that answers may take before it is asked who reads: the rest is for those who come. */
const MOST_BUSY = 0.75;

interface Busy {
  /** Requests in a row may be under way together. */
  readonly responses: Set<ServerResponse>;
  /** When it was first seen that the reader does not take what there is. */
  unreadSince: number | undefined;
}

export class Connections {
  readonly #most: number;
  readonly #closed: (why: Closed) => void;
  // Each in the order in which they came to be so: the first one is the longest so.
  /** With the time of each one's opening. */
  readonly #silent = new Map<Socket, number>();
  /** With the bytes that had come on each one by then: with more, it has begun to ask again. */
  readonly #idle = new Map<Socket, number>();
  readonly #busy = new Map<Socket, Busy>();
  #waits = false;
  #looked = Number.NEGATIVE_INFINITY;

  /** @param most at a time, and for a moment twice as many; @param closed hears of each connection that had to go */
  constructor(most: number, closed: (why: Closed) => void) {
    this.#most = most;
    this.#closed = closed;
  }

  get size(): number {
    return this.#silent.size + this.#idle.size + this.#busy.size;
  }

  /** A connection was opened. */
  add(socket: Socket): void {
    this.#silent.set(socket, performance.now());
    socket.once("close", () => this.#forget(socket));
    if (this.#busy.size >= MOST_BUSY * this.#most) this.#closeUnread();
    if (this.#busy.size >= this.#most || this.size > 2 * this.#most) this.#close(socket, "new");
    else if (this.size > this.#most) this.#makeRoomSoon();
  }

  /** The head of a request has come. */
  begin(socket: Socket, response: ServerResponse): void {
    const busy = this.#busy.get(socket) ?? { responses: new Set(), unreadSince: undefined };
    busy.responses.add(response);
    this.#forget(socket);
    if (socket.destroyed) return;
    this.#busy.set(socket, busy);
    response.once("close", () => this.#end(socket, busy, response));
  }

  #end(socket: Socket, busy: Busy, response: ServerResponse): void {
    busy.responses.delete(response);
    if (busy.responses.size > 0 || !this.#busy.delete(socket) || socket.destroyed) return;
    this.#idle.set(socket, socket.bytesRead);
  }

  /** Closes those that owe nothing: every byte of their answers is with the system, and no further request has begun. */
  closeIdle(): void {
    for (const [socket, bytesRead] of this.#idle) if (socket.bytesRead === bytesRead) socket.destroy();
  }

  #forget(socket: Socket): void {
    this.#silent.delete(socket);
    this.#idle.delete(socket);
    this.#busy.delete(socket);
  }

  /** Not at once: thousands may be opened in one turn of the event loop, and none of them is heard before the next. */
  #makeRoomSoon(): void {
    if (this.#waits) return;
    this.#waits = true;
    const since = performance.now();
    setImmediate(() => setImmediate(() => this.#makeRoom(since)));
  }

  /** @param since when room was asked for: those opened before it could have said something since */
  #makeRoom(since: number): void {
    this.#waits = false;
    this.#closeSilent(since - NEW);
    for (const socket of this.#idle.keys()) {
      if (this.size <= this.#most) break;
      this.#close(socket, "idle");
    }
    this.#closeSilent(since);
    if (this.size > this.#most && this.#silent.size > 0) this.#makeRoomSoon();
  }

  /** @param latest those opened later stay */
  #closeSilent(latest: number): void {
    for (const [socket, opened] of this.#silent) {
      if (this.size <= this.#most || opened > latest) break;
      this.#close(socket, "silent");
    }
  }

  #close(socket: Socket, why: Closed): void {
    this.#forget(socket);
    this.#closed(why);
    socket.destroy();
  }

  /** Those that do not read, all at once: looking for them means looking at everybody. */
  #closeUnread(): void {
    const now = performance.now();
    if (now - this.#looked < LOOK) return;
    this.#looked = now;
    for (const [socket, busy] of this.#busy) {
      // Answers further back wait for the first one, not for the reader.
      const [response] = busy.responses;
      if (response === undefined || !isUnread(response)) busy.unreadSince = undefined;
      else if (now - (busy.unreadSince ??= now) >= PATIENCE) this.#close(socket, "unread");
    }
  }
}

/** Whether there is something that the client has not taken. */
function isUnread(response: ServerResponse): boolean {
  return response.writableNeedDrain || (response.writableEnded && !response.writableFinished);
}

const FOR_ALL_ELSE = 256;

/** How many connections there may be: as many as the settings allow, or as the limit of open files leaves. */
export function mostConnections(asked: number, log: Logger, limit = mostOpenFiles()): number {
  // For a moment there are twice as many.
  if (limit === undefined || 2 * asked + FOR_ALL_ELSE <= limit) return asked;
  const most = Math.max(1, Math.floor((limit - FOR_ALL_ELSE) / 2));
  log.warn(
    { asked, most, limit },
    `at most ${most} connections, not ${asked}: this process may open ${limit} files (ulimit -n, LimitNOFILE)`,
  );
  return most;
}

/** undefined where the system does not say (Linux does), or sets none. */
function mostOpenFiles(): number | undefined {
  try {
    const limit = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "latin1"))?.[1];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}

/** ms */
const SWEEP = 50;

/** @param delay ms that requests are still taken; @param grace ms, after them, for those under way */
export async function drain(server: Server, delay: number, grace: number): Promise<void> {
  server.prependListener("request", (_request, response) => response.setHeader("Connection", "close"));
  if (delay > 0) await pause(delay);
  await closed(server, grace);
}

function closed(server: Server, grace: number): Promise<void> {
  return new Promise((resolve) => {
    const alarm = setTimeout(() => server.closeAllConnections(), grace);
    // Connections whose answer went out meanwhile would stay open for their next request.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP);
    server.close(() => {
      clearTimeout(alarm);
      clearInterval(sweep);
      // Node counts a connection as closed before it says so: what was cut is noted when it is said, in the next round of the loop.
      setImmediate(() => setImmediate(resolve));
    });
    server.closeIdleConnections();
  });
}

export class Unsent {
  private bytes = 0;
  private readonly most: number;

  /** @param most bytes */
  constructor(most: number) {
    this.most = most;
  }

  get full(): boolean {
    return this.bytes >= this.most;
  }

  get size(): number {
    return this.bytes;
  }

  /** Counts bytes until the function that comes back is called. */
  take(bytes: number): () => void {
    this.bytes += bytes;
    return () => {
      this.bytes -= bytes;
      bytes = 0;
    };
  }

  /** Counts a body until its connection has taken it, or is gone. */
  add(response: ServerResponse, bytes: number): void {
    // A response that is closed already does not say so a second time: it would be counted for ever.
    if (response.closed || response.destroyed) return;
    response.once("close", this.take(bytes));
  }
}

/** Called once, when the turn is over. */
export type EndTurn = () => void;

/** @throws HttpError 429 when too many of the caller's requests wait; the signal's reason */
export function turnOf(turns: Turns, caller: Caller, signal: AbortSignal): Promise<EndTurn> {
  const { running, waiting } = caller.limits;
  const turn = turns.take(caller.name, running, waiting, signal);
  if (turn !== undefined) return turn;
  const message = `too many requests at once: ${running} may run and ${waiting} wait`;
  throw tooMany("too_many_running", message, RETRY_WHEN_FULL);
}

interface Line {
  running: number;
  /** At a time: what was said last, as an operator may change it meanwhile. */
  most: number;
  readonly waiting: ((end: EndTurn) => void)[];
}

export class Turns {
  private readonly lines = new Map<string, Line>();

  /**
   * A turn of an account, now or as soon as one of its others ends.
   *
   * @param running most at a time; @param waiting most that wait beyond those
   * @returns undefined when too many wait already
   */
  take(account: string, running: number, waiting: number, signal: AbortSignal): Promise<EndTurn> | undefined {
    const line = this.lines.get(account) ?? { running: 0, most: running, waiting: [] };
    this.lines.set(account, line);
    line.most = running;
    this.begin(account, line);
    if (line.running < running) {
      line.running++;
      return Promise.resolve(this.turn(account, line));
    }
    if (line.waiting.length >= waiting) return undefined;
    if (signal.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const leave = () => {
        line.waiting.splice(line.waiting.indexOf(start), 1);
        reject(signal.reason);
      };
      const start = (end: EndTurn) => {
        signal.removeEventListener("abort", leave);
        resolve(end);
      };
      line.waiting.push(start);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  /** Accounts with a running request. */
  get size(): number {
    return this.lines.size;
  }

  private turn(account: string, line: Line): EndTurn {
    let over = false;
    return () => {
      if (over) return;
      over = true;
      line.running--;
      this.begin(account, line);
      if (line.running === 0) this.lines.delete(account);
    };
  }

  /** Those who wait, in their order, as far as there is room. */
  private begin(account: string, line: Line): void {
    while (line.running < line.most && line.waiting.length > 0) {
      line.running++;
      line.waiting.shift()!(this.turn(account, line));
    }
  }
}
