// A web server for files, as object stores are: ranges, ETags, conditions; with delays and faults as a test wants them.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";

/**
 * @param {(path: string) => Promise<Uint8Array | undefined> | Uint8Array | undefined} find bytes by path, without the first slash
 * @param {{ delay?: number, fault?: (request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse, count: number) => boolean }} [options]
 *   `delay`: ms before each answer; `fault`: true if it has answered itself
 */
export async function rangeServer(find, { delay = 0, fault = () => false } = {}) {
  /** @type {{ path: string, range: string | undefined, headers: import("node:http").IncomingHttpHeaders }[]} */
  const requests = [];
  const options = { delay };
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname.slice(1));
    requests.push({ path, range: request.headers.range, headers: request.headers });
    if (options.delay > 0) await new Promise((resolve) => setTimeout(resolve, options.delay));
    if (fault(request, response, requests.length)) return;
    answer(request, response, await find(path));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    options,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/** Finds files in a folder, which do not change. @param {string} folder */
export function inFolder(folder) {
  const files = new Map();
  return (/** @type {string} */ path) => {
    if (!files.has(path))
      files.set(
        path,
        readFile(join(folder, path)).catch(() => undefined),
      );
    return files.get(path);
  };
}

const TAGS = new WeakMap();

/** @param {Uint8Array} bytes */
export function tagOf(bytes) {
  const tag = TAGS.get(bytes) ?? `"${createHash("sha1").update(bytes).digest("hex").slice(0, 16)}"`;
  TAGS.set(bytes, tag);
  return tag;
}

function answer(request, response, bytes) {
  if (bytes === undefined) return send(response, 404, {});
  const etag = tagOf(bytes);
  const { "if-match": match, "if-none-match": noneMatch, range } = request.headers;
  const headers = { etag, "accept-ranges": "bytes" };
  if (match !== undefined && match !== etag) return send(response, 412, headers);
  if (noneMatch === etag) return send(response, 304, headers);
  const asked = /^bytes=(\d*)-(\d*)$/.exec(range ?? "");
  if (asked === null) return send(response, 200, headers, bytes);
  const [, from, to] = asked;
  const start = from === "" ? Math.max(0, bytes.length - Number(to)) : Number(from);
  const end = from === "" || to === "" ? bytes.length : Math.min(bytes.length, Number(to) + 1);
  if (start >= bytes.length) return send(response, 416, { "content-range": `bytes */${bytes.length}` });
  const part = bytes.subarray(start, end);
  return send(response, 206, { ...headers, "content-range": `bytes ${start}-${end - 1}/${bytes.length}` }, part);
}

function send(response, status, headers, body = new Uint8Array(0)) {
  response.writeHead(status, status === 304 ? headers : { ...headers, "content-length": body.length });
  response.end(status === 304 ? undefined : body);
}
