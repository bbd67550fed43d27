/** Names of requests: our own, or that of a proxy that is trusted. */
import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { BlockList } from "node:net";

const FOREIGN_ID = /^[\w.-]{1,64}$/;

export class RequestIds {
  /** Unique among all starts of all servers, as charges are kept by it. */
  readonly #start = randomBytes(9).toString("base64url");
  readonly #hops: BlockList;
  #count = 0;

  /** @param hops proxies whose X-Request-Id is believed */
  constructor(hops: BlockList) {
    this.#hops = hops;
  }

  /** What a request is called in its answer and in the log. */
  of({ headers, socket }: IncomingMessage): string {
    const foreign = headers["x-request-id"];
    if (typeof foreign === "string" && FOREIGN_ID.test(foreign) && this.#isTrusted(socket.remoteAddress))
      return foreign;
    return this.#next();
  }

  /** Whether an id came from outside: then it may come again. */
  isForeign(id: string): boolean {
    return !id.startsWith(this.#start);
  }

  #next(): string {
    return `${this.#start}-${(this.#count++).toString(36)}`;
  }

  #isTrusted(address: string | undefined): boolean {
    if (address === undefined) return false;
    const plain = address.replace(/^::ffff:(?=\d+\.)/, "");
    return this.#hops.check(plain, plain.includes(":") ? "ipv6" : "ipv4");
  }
}
