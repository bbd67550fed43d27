/**
 * Which connections stay when there are too many. One that asks is worth more than one that is silent, so a newcomer takes
 * the place of the connection that has done nothing for longest. Addresses play no part: many clients may share one.
 */
import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Logger } from "pino";

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

/** How many connections there may be: those of the settings, or what the limit of open files leaves. */
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
