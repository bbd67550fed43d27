// A web server that plays the public hosts of weather: files with ranges and ETags, listings of buckets (`list-type=2`), index pages as
// nginx has them, a store that asks for a key. Changes can be planted, answers delayed; it counts its requests and has a log of them.
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { inFolder, rangeServer } from "../../archive/test/range-server.mjs";

/** What ECMWF's stores ask for. */
export const KEY = "11111111-2222-4333-8444-555555555555";
/** Of a page of a bucket's names: few, so that listings are continued. */
const PAGE = 10;
const BUCKETS = /^(noaa-goes\d\d)$/;

/**
 * @param {string} folder made by make-replicas.py
 * @param {{ delay?: number }} [options] ms before each answer
 */
export async function playedHost(folder, options = {}) {
  const files = inFolder(folder);
  /** @type {((path: string, bytes: Uint8Array | undefined) => Uint8Array | undefined) | undefined} */
  let planted;
  let isAway = false;
  const changed = (path, bytes) => (planted === undefined ? bytes : planted(path, bytes));
  const find = async (path) => changed(path, await files(path));
  const server = await rangeServer(find, { ...options, fault: answeredItself });

  /** Connections are cut while the host is away. */
  function answeredItself(request, response) {
    if (!isAway) return answered(folder, request, response, changed);
    request.socket.destroy();
    return true;
  }

  return {
    url: server.url,
    requests: server.requests,
    options: server.options,
    close: server.close,
    /** Requests that were made while `act` ran, and what it returned. */
    async during(act) {
      const before = server.requests.length;
      const result = await act();
      return { result, requests: server.requests.slice(before) };
    },
    /** Whether every connection is cut off. */
    away(is) {
      isAway = is;
    },
    /** Until the next call, files and pages are what `change` makes of them; undefined: there is no such file. */
    plant(change) {
      planted = change;
    },
  };
}

/** Whether it has answered itself: a key that is missing, a listing, an index page. */
function answered(folder, request, response, changed) {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  const path = decodeURIComponent(pathname).slice(1);
  if (path.startsWith("cadl-arco-") && request.headers.authorization !== `Bearer ${KEY}`) {
    response.writeHead(401).end();
    return true;
  }
  const page =
    searchParams.get("list-type") === "2"
      ? listing(folder, path, searchParams)
      : path.endsWith("/")
        ? index(folder, path)
        : undefined;
  if (page === undefined) return false;
  page.then(
    ({ type, text }) => response.writeHead(200, { "content-type": type }).end(changed(path, Buffer.from(text))),
    () => response.writeHead(404).end(),
  );
  return true;
}

/** As S3 lists a bucket: keys in order, a page at a time. */
async function listing(folder, path, query) {
  const bucket = BUCKETS.test(path.split("/", 1)[0]) ? path.split("/", 1)[0] : "";
  const root = join(folder, bucket);
  const prefix = query.get("prefix") ?? "";
  const after = query.get("continuation-token") ?? query.get("start-after") ?? "";
  const under = prefix.slice(0, prefix.lastIndexOf("/") + 1);
  const found = await readdir(join(root, under), { recursive: true, withFileTypes: true }).catch(() => []);
  const keys = found
    .filter((one) => one.isFile())
    .map((one) =>
      join(one.parentPath ?? one.path, one.name)
        .slice(root.length)
        .replace(/^\//, ""),
    )
    .filter((key) => key.startsWith(prefix));
  const isWhole = query.get("delimiter") !== "/";
  const folderOf = (key) => {
    const end = key.indexOf("/", prefix.length);
    return isWhole || end < 0 ? undefined : key.slice(0, end + 1);
  };
  const rows = [...new Set(keys.map((key) => folderOf(key) ?? key))].sort().filter((row) => row > after);
  const page = rows.slice(0, PAGE);
  const contents = await Promise.all(
    page.map(async (row) => {
      if (row.endsWith("/")) return `<CommonPrefixes><Prefix>${row}</Prefix></CommonPrefixes>`;
      const { size, mtime } = await stat(join(root, row));
      return `<Contents><Key>${row}</Key><LastModified>${mtime.toISOString()}</LastModified><ETag>&quot;${size}&quot;</ETag><Size>${size}</Size></Contents>`;
    }),
  );
  const isCut = rows.length > page.length;
  const next = isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
  const head = `<Name>${bucket}</Name><Prefix>${prefix}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${PAGE}</MaxKeys>`;
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${head}<IsTruncated>${isCut}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`;
  return { type: "application/xml", text };
}

/** As nginx's autoindex. */
async function index(folder, path) {
  const found = await readdir(join(folder, path), { withFileTypes: true });
  const names = found.map((one) => (one.isDirectory() ? `${one.name}/` : one.name)).sort();
  const rows = await Promise.all(
    names.map(async (name) => {
      const { size, mtime } = await stat(join(folder, path, name));
      const day = mtime
        .toUTCString()
        .slice(5, 22)
        .replaceAll(" ", "-")
        .replace(/-(\d\d:\d\d)/, " $1");
      return `<a href="${encodeURI(name)}">${name}</a> ${day} ${name.endsWith("/") ? "-" : size}`;
    }),
  );
  const title = `Index of /${path}`;
  const text = `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<h1>${title}</h1><hr><pre><a href="../">../</a>\r\n${rows.join("\r\n")}\r\n</pre><hr></body>\r\n</html>\r\n`;
  return { type: "text/html", text };
}
