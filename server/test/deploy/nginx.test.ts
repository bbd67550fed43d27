/** What nginx answers itself, with the configuration of server/deploy: it has the form and the codes of the service's errors. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../../scripts/lib/process.mjs";
import { nginxProgram, startNginx } from "../../../scripts/services/nginx.mjs";
import { read } from "../../../test/policy/repository.js";
import { ERROR_CODES, type ErrorCode } from "../../src/http/error-codes.js";
import { parseRaw, raw } from "../http/harness.js";

const WITHOUT_NGINX = nginxProgram() === undefined && process.env.REQUIRE_NGINX !== "1";
if (WITHOUT_NGINX) console.warn("SKIPPED: nginx is not installed (Debian: nginx-light)");

function expectError(body: string, status: number): ErrorCode {
  const { error, ...others } = JSON.parse(body);
  expect(others).toEqual({});
  expect(Object.keys(error)).toEqual(["code", "message"]);
  expect(ERROR_CODES[error.code as ErrorCode]?.status).toBe(status);
  return error.code;
}

it("each answer of its own has a code of that status", () => {
  const answers = [...read("server/deploy/nginx.conf").matchAll(/return (\d+) '(.*)\\n';/g)];
  expect(answers.length).toBeGreaterThanOrEqual(7);
  for (const [, status, body] of answers) expectError(body!, Number(status));
});

describe.skipIf(WITHOUT_NGINX)("without a server behind it", () => {
  const folder = mkdtempSync(join(tmpdir(), "irradiance-nginx-"));
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  beforeAll(async () => {
    nginx = await startNginx({ port: await freePort(), servers: [await freePort()], folder });
  });
  afterAll(async () => {
    await nginx.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const get = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`;
  it.each([
    ["a request", get("/v1/account"), "server_full"],
    [
      "a POST that may have reached one",
      "POST /v1/yield HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}",
      "charge_unknown",
    ],
    [
      "a body above all limits",
      "POST /v1/yield HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n",
      "body_too_large",
    ],
    ["two hosts", "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", "invalid_request"],
    ["headers above 16 kB", get("/", `X: ${"x".repeat(20_000)}\r\n`), "headers_too_large"],
  ])("%s", async (_, request, code) => {
    const { status, headers, body } = parseRaw(await raw(nginx.address, request, 10_000));
    expect(expectError(body, status)).toBe(code);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    expect([headers["cache-control"], headers["access-control-allow-origin"]]).toEqual(["no-store", "*"]);
    expect("retry-after" in headers).toBe(status === 503);
  });
});
