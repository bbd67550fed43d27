/**
 * Which connections stay when there are too many. One that asks is worth more than one that is silent, so a newcomer takes
 * the place of the connection that has done nothing for longest. Addresses play no part: many clients may share one.
 */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** What a connection was doing that had to go: it had not asked yet, asked nothing more, did not read, or had just come. */
export type Closed = "silent" | "idle" | "unread" | "new";

/** ms that an answer may wait for its reader before its connection may have to go. */
const PATIENCE = 10_000;
/** ms between two looks at who reads. */
const LOOK = 1000;

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
  readonly #silent = new Set<Socket>();
  readonly #idle = new Set<Socket>();
  readonly #busy = new Map<Socket, Busy>();
  #looked = 0;

  /** @param most at a time; @param closed hears of each connection that had to go */
  constructor(most: number, closed: (why: Closed) => void) {
    this.#most = most;
    this.#closed = closed;
  }

  get size(): number {
    return this.#silent.size + this.#idle.size + this.#busy.size;
  }

  /** A connection was opened. */
  add(socket: Socket): void {
    if (this.size >= this.#most && !this.#makeRoom()) {
      this.#closed("new");
      socket.destroy();
      return;
    }
    this.#silent.add(socket);
    socket.once("close", () => this.#forget(socket));
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
    this.#idle.add(socket);
  }

  #forget(socket: Socket): void {
    this.#silent.delete(socket);
    this.#idle.delete(socket);
    this.#busy.delete(socket);
  }

  #makeRoom(): boolean {
    return this.#close(first(this.#silent), "silent") || this.#close(first(this.#idle), "idle") || this.#closeUnread();
  }

  #close(socket: Socket | undefined, why: Closed): boolean {
    if (socket === undefined) return false;
    this.#forget(socket);
    this.#closed(why);
    socket.destroy();
    return true;
  }

  /** Those that do not read, all at once: looking for them means looking at everybody. */
  #closeUnread(): boolean {
    const now = performance.now();
    if (now - this.#looked < LOOK) return false;
    this.#looked = now;
    for (const [socket, busy] of this.#busy) {
      // Answers further back wait for the first one, not for the reader.
      const response = first(busy.responses);
      if (response === undefined || !isUnread(response)) busy.unreadSince = undefined;
      else if (now - (busy.unreadSince ??= now) >= PATIENCE) this.#close(socket, "unread");
    }
    return this.size < this.#most;
  }
}

function first<Item>(items: Iterable<Item>): Item | undefined {
  for (const item of items) return item;
  return undefined;
}

/** Whether there is something that the client has not taken. */
function isUnread(response: ServerResponse): boolean {
  return response.writableNeedDrain || (response.writableEnded && !response.writableFinished);
}
