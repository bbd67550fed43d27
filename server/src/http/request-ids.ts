/** Names of requests: our own, or that of a proxy that is trusted. */
import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { BlockList } from "node:net";

const FOREIGN_ID = /^[\w.-]{1,64}$/;

/** @param hops proxies whose X-Request-Id is believed */
export function requestIds(hops: BlockList): (request: IncomingMessage) => string {
  // Unique among all starts of all servers, as charges are kept by it.
  const start = randomBytes(9).toString("base64url");
  let count = 0;
  return ({ headers, socket }) => {
    const foreign = headers["x-request-id"];
    if (typeof foreign === "string" && FOREIGN_ID.test(foreign) && isTrusted(hops, socket.remoteAddress))
      return foreign;
    return `${start}-${(count++).toString(36)}`;
  };
}

function isTrusted(hops: BlockList, address: string | undefined): boolean {
  if (address === undefined) return false;
  const plain = address.replace(/^::ffff:(?=\d+\.)/, "");
  return hops.check(plain, plain.includes(":") ? "ipv6" : "ipv4");
}
