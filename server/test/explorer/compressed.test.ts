/** The page's files as a release has them, compressed. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compressPage } from "../../../scripts/explorer/compress.mjs";
import { explorer } from "../../src/http/docs.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const built = `${root}server/dist/page/`;
let app: FastifyInstance;

beforeAll(async () => {
  await compressPage(built, `${root}node_modules/.cache/compressed-page`, { isRelease: true });
  app = fastify();
  await app.register(explorer);
});
afterAll(() => app.close());

it.each([
  ["br", brotliDecompressSync],
  ["gzip", gunzipSync],
])("the server gives them as %s, with the headers of the plain ones", async (coding, decompress) => {
  const hashed = readdirSync(built).filter((name) => /\.(js|css)$/.test(name));
  for (const url of ["/", ...hashed.map((name) => `/explorer/${name}`)]) {
    const plain = await app.inject(url);
    const small = await app.inject({ url, headers: { "accept-encoding": coding } });
    expect(small.headers["content-encoding"], url).toBe(coding);
    expect(small.headers["content-type"]).toBe(plain.headers["content-type"]);
    expect(small.headers["cache-control"]).toBe(plain.headers["cache-control"]);
    expect(decompress(small.rawPayload).equals(plain.rawPayload)).toBe(true);
  }
});

it("what the first view loads is at most 110 kB together after Brotli", async () => {
  const page = (await app.inject("/")).body;
  const first = [...page.matchAll(/(?:href|src)="explorer\/([^"]+)"/g)].map(([, name]) => name!);
  const sizes = [...first, "index.html"].map((name) => readFileSync(`${built}${name}.br`).length);
  expect(sizes.length).toBeGreaterThan(3);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(110_000);
});

it("towns take at most 600 kB until a village is looked for, the first suggestion 280 kB", () => {
  const size = (set: string) => {
    const [name] = readdirSync(built).filter((file) => file.startsWith(`${set}-`) && file.endsWith(".br"));
    return readFileSync(`${built}${name}`).length;
  };
  expect(size("large")).toBeLessThan(280_000);
  expect(size("large") + size("medium")).toBeLessThan(600_000);
});
