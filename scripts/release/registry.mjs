// A registry of npm on this machine alone, for rehearsals: takes what is published, gives it to whoever installs, and sends everybody who asks
// for something else to the registry that npm is set to.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";

/** Bytes of what is published at once. */
const MOST = 64 << 20;

/**
 * @param {readonly string[]} own names that only this registry answers for
 * @returns {Promise<{ url: string, env: { [name: string]: string }, published: () => string[], refuse: (name: string) => void, close: () => void }>}
 *   `env`: how npm and its kin find it; `published`: NAME@VERSION in order; `refuse`: the next time that the name is published
 */
export async function startRegistry(own) {
  const upstream = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim().replace(/\/$/, "");
  /** @type {Map<string, any>} */
  const documents = new Map();
  const tarballs = new Map();
  const published = [];
  const refused = new Set();

  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://127.0.0.1").pathname);
    const name = path.split("/")[1] ?? "";
    const answer = (status, body) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (!own.includes(name)) return response.writeHead(307, { location: `${upstream}${request.url}` }).end();
    if (request.method === "PUT") return answer(...take(name, JSON.parse(await textOf(request))));
    if (tarballs.has(path))
      return response.writeHead(200, { "content-type": "application/octet-stream" }).end(tarballs.get(path));
    const found = documents.get(path.slice(1));
    return found === undefined ? answer(404, { error: "not found" }) : answer(200, found);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const url = `http://127.0.0.1:${port}/`;
  const env = { npm_config_registry: url, [`npm_config_//127.0.0.1:${port}/:_authToken`]: "of-a-rehearsal" };
  return {
    url,
    env,
    published: () => [...published],
    refuse: (name) => void refused.add(name),
    close: () => void server.close(),
  };

  /** A version is published once, and is what its hash says: as npm's own registry has it. */
  function take(name, { versions, "dist-tags": tags, _attachments: attached }) {
    if (refused.delete(name)) return [403, { error: "refused by the rehearsal" }];
    const [[version, manifest]] = /** @type {[string, any][]} */ (Object.entries(versions));
    const [[file, { data }]] = /** @type {[string, any][]} */ (Object.entries(attached));
    const bytes = Buffer.from(data, "base64");
    const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
    if (manifest.dist.integrity !== integrity) return [400, { error: "the tarball is not that of its hash" }];
    const known = documents.get(name);
    if (known?.versions[version]) return [403, { error: `${version} is published already` }];
    manifest.dist.tarball = `${url}${name}/-/${file}`;
    tarballs.set(`/${name}/-/${file}`, bytes);
    documents.set(name, {
      name,
      "dist-tags": { ...known?.["dist-tags"], ...tags },
      versions: { ...known?.versions, [version]: manifest },
    });
    published.push(`${name}@${version}`);
    return [201, { ok: true }];
  }
}

async function textOf(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MOST) throw new RangeError(`more than ${MOST} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
