/** The reference page, and the document that it shows. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { docs } from "../../src/http/docs.js";
import { ERROR_CODES } from "../../src/http/error-codes.js";

const server = fileURLToPath(new URL("../../", import.meta.url));
let app: FastifyInstance;

beforeAll(async () => {
  app = fastify();
  await app.register(docs);
  await app.ready();
});
afterAll(() => app.close());

describe("GET /openapi.yaml", () => {
  it("is the file, byte for byte, as YAML", async () => {
    const answer = await app.inject("/openapi.yaml");
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/yaml; charset=utf-8");
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    expect(answer.rawPayload.equals(readFileSync(`${server}openapi.yaml`))).toBe(true);
  });

  it("is 304 for its ETag, alone, weak or in a list, and for no other", async () => {
    const { etag } = (await app.inject("/openapi.yaml")).headers as { etag: string };
    const status = async (tag: string) => {
      const answer = await app.inject({ url: "/openapi.yaml", headers: { "if-none-match": tag } });
      return [answer.statusCode, answer.body.length > 0, answer.headers.etag];
    };
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) expect(await status(tag)).toEqual([304, false, etag]);
    for (const tag of ['"other"', etag.slice(1), "*"]) expect(await status(tag)).toEqual([200, true, etag]);
  });
});

describe("GET /docs", () => {
  it("leads to the page", async () => {
    const answer = await app.inject("/docs");
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe("docs/");
  });

  it("has every file that the page names, with the policy", async () => {
    const page = await app.inject("/docs/");
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    const files = [...page.body.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, file]) => file!);
    expect(files.sort()).toEqual([
      "../openapi.yaml",
      "favicon-32x32.png",
      "initialize.js",
      "swagger-ui-bundle.js",
      "swagger-ui.css",
    ]);
    for (const file of files.filter((name) => !name.startsWith("../"))) {
      const answer = await app.inject(`/docs/${file}`);
      expect(answer.statusCode, file).toBe(200);
      expect(answer.headers["content-security-policy"], file).toBe(
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
      );
      expect(answer.headers["x-content-type-options"], file).toBe("nosniff");
    }
  });

  it("has no script inside of the page and names no other host", async () => {
    const { body } = await app.inject("/docs/");
    expect(body).not.toMatch(/<script(?![^>]*\ssrc=)/);
    expect(body).not.toMatch(/\son\w+=/);
    const own = body + readFileSync(`${server}docs/initialize.js`, "utf8");
    expect(own).not.toMatch(/https?:\/\//);
  });

  it("has the page of the error codes, each with its own address, and with the policy", async () => {
    const { statusCode, headers, body } = await app.inject("/docs/errors.html");
    expect([statusCode, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(headers["content-security-policy"]).toMatch(/^default-src 'self'/);
    for (const code of Object.keys(ERROR_CODES)) expect(body).toContain(`id="${code}"`);
    expect(body).not.toMatch(/https?:\/\/(?!localhost)|<script/);
  });

  it("brings the licence of what it is made of", async () => {
    expect((await app.inject("/docs/LICENSE")).body).toContain("Apache License");
    expect((await app.inject("/docs/NOTICE")).statusCode).toBe(200);
  });

  it.each(["/docs/../package.json", "/docs/..%2f..%2fpackage.json", "/docs/%2e%2e/%2e%2e/package.json", "/docs/.env"])(
    "does not leave its folder by %s",
    async (url) => {
      const answer = await app.inject(url);
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.body).not.toContain("irradiance-server");
    },
  );
});
