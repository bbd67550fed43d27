/** The page's files as the server gives them. */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { docs, explorer } from "../../src/http/docs.js";

const built = fileURLToPath(new URL("../../dist/page/", import.meta.url));
let app: FastifyInstance;
let page: string;

beforeAll(async () => {
  app = fastify();
  await app.register(explorer);
  await app.register(docs);
  await app.ready();
  page = (await app.inject("/")).body;
});
afterAll(() => app.close());

function links(): string[] {
  return [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link!).filter((link) => link !== "data:,");
}

describe("GET /", () => {
  it("is a page that leads to the reference and to the document, and asks this server alone", async () => {
    const { statusCode, headers } = await app.inject("/");
    expect([statusCode, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(links()).toContain("docs/");
    expect(links()).toContain("openapi.yaml");
    for (const link of links()) expect((await app.inject(`/${link}`)).statusCode, link).toBe(200);
    // Relative, so that it holds behind a proxy that puts a path before ours.
    expect(links().filter((link) => /^(\/|[a-z]+:)/.test(link))).toEqual([]);
  });

  it("has a policy without exceptions for scripts and styles inside of the page, and has none there", async () => {
    const policy = String((await app.inject("/")).headers["content-security-policy"]);
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; connect-src 'self'; /,
    );
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
  });

  it("may be kept only to be asked about, and answers HEAD", async () => {
    const { headers } = await app.inject("/");
    expect(headers["cache-control"]).toBe("public, no-cache");
    const again = await app.inject({ url: "/", headers: { "if-none-match": String(headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    expect((await app.inject({ method: "HEAD", url: "/" })).statusCode).toBe(200);
  });
});

describe("the page's files", () => {
  const files = readdirSync(built);
  const hashed = files.filter((name) => /\.(js|css)$/.test(name) && !name.endsWith("-worker.js"));

  it("have a hash in their names, and are kept for ever", async () => {
    expect(hashed.length).toBeGreaterThan(2);
    for (const name of hashed) {
      expect(name).toMatch(/^[\w.-]+-[A-Z0-9]{8}\.(js|css)$/);
      const { headers } = await app.inject(`/explorer/${name}`);
      expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
      expect(headers["x-content-type-options"]).toBe("nosniff");
    }
  });

  it("but threads are asked for anew, under a policy of their own", async () => {
    const { headers } = await app.inject("/explorer/meter-worker.js");
    expect(headers["cache-control"]).toBe("public, no-cache");
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; script-src 'self'; .*connect-src 'self'; /,
    );
  });

  it("bring the licences of what is inside", async () => {
    const { body } = await app.inject("/explorer/LICENSES.txt");
    expect(body).toContain("uplot");
    expect(body).toContain("Copyright (c) 2022 Leon Sorokin");
    expect(body).toContain("world-atlas");
  });

  it.each(["/explorer/../main.js", "/explorer/..%2fmain.js", "/explorer/%2e%2e/main.js", "/explorer/"])(
    "do not leave their folder by %s",
    async (url) => {
      expect((await app.inject(url)).statusCode).toBeGreaterThanOrEqual(400);
    },
  );
});
