/** Behind a proxy: what HTTPS_PROXY and HTTP_PROXY name is used, and where it cannot be, the message says so. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { httpTransport } from "../src/bytes/http-transport.js";
import { rangeServer } from "./range-server.mjs";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
/** A name that no resolver knows: only the proxy leads to it. */
const HOST = "http://weather.invalid";
const { signal } = new AbortController();

let target: Awaited<ReturnType<typeof rangeServer>>;
/** Tunnels everything to `target`. */
const proxy = createServer();
let proxied: string[] = [];
proxy.on("connect", (request: IncomingMessage, socket: Socket) => {
  proxied.push(request.url!);
  const there = connect(Number(new URL(target.url).port), "127.0.0.1", () => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    there.pipe(socket).pipe(there);
  });
  for (const one of [there, socket]) one.on("error", () => {});
});
let address = "";

beforeAll(async () => {
  target = await rangeServer((path) => (path === "file" ? Buffer.from("weather") : undefined));
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
beforeEach(() => void (proxied = []));
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await target.close();
});

/** Of this process, until the test ends. */
function environment(values: { readonly [name: string]: string }): void {
  for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
}

async function read(url: string): Promise<string | undefined> {
  const http = httpTransport({ allow: [url], own: [], attempts: 1 });
  const fetched = await http.fetch(url, { whole: 100 }, undefined, signal);
  return fetched && Buffer.from(fetched.bytes).toString();
}

it.each(["HTTPS_PROXY", "HTTP_PROXY", "http_proxy"])("%s leads to the host", async (name) => {
  environment(name === "HTTPS_PROXY" ? { HTTPS_PROXY: address, HTTP_PROXY: address } : { [name]: address });
  expect(await read(`${HOST}/file`)).toBe("weather");
  expect(await read(`${HOST}/none`)).toBeUndefined();
  expect(proxied.every((asked) => asked === "weather.invalid:80") && proxied.length > 0).toBe(true);
});

it.each(["weather.invalid", ".invalid", "*"])("hosts of NO_PROXY are asked themselves: %s", async (hosts) => {
  environment({ HTTP_PROXY: address, NO_PROXY: hosts });
  await expect(read(`${HOST}/file`)).rejects.toThrow(/cannot be reached: getaddrinfo \w+ weather\.invalid$/);
  expect(proxied).toEqual([]);
});

it("this machine is asked itself: what is sent to it stays here", async () => {
  environment({ HTTP_PROXY: address, HTTPS_PROXY: address });
  expect(await read(`${target.url}/file`)).toBe("weather");
  expect(proxied).toEqual([]);
});

/** Node without the package: none of that name is found. */
const WITHOUT = `data:text/javascript,${encodeURIComponent(`
import { register } from "node:module";
register("data:text/javascript," + encodeURIComponent(\`export const resolve = (name, context, next) => {
  if (name === "undici") throw Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
  return next(name, context);
}\`));`)}`;

function check(args: readonly string[]): Promise<string> {
  const env = { ...process.env, HTTPS_PROXY: address, NODE_USE_ENV_PROXY: "" };
  return new Promise((resolve) => {
    execFile(process.execPath, [...args, MAIN, "weather", "check", "goes"], { env }, (_error, stdout) =>
      resolve(stdout),
    );
  });
}

it("weather check asks through it, and says what it lacks where it cannot", async () => {
  await check([]);
  expect(proxied).toContain("noaa-goes19.s3.amazonaws.com:443");
  proxied = [];
  const advice = "(HTTPS_PROXY names a proxy, which needs the package undici: npm install undici@6)";
  expect(await check(["--import", WITHOUT])).toContain(advice);
  expect(proxied).toEqual([]);
});
