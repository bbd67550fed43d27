/** What the operator sees: the log, the figures, readiness, and how a server starts and stops. */
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { Agent, createServer, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { filesSource, type WeatherSource } from "irradiance-archive";
import { describe, expect, it, onTestFinished } from "vitest";
import { launch, SERVER } from "../../../scripts/lib/process.mjs";
import { sourcesOf } from "../../src/answers/sources.js";
import { readSettings } from "../../src/read-settings.js";
import { settingsWith } from "../../src/settings.js";
import { temporaryFolder } from "../temporary.js";
import { ask, DAY, DEMO, gate, NOW, parseRaw, sourceWith, stand, until, withMembers } from "./harness.js";

const BATCH = "/v1/observation/batch";

describe("the log", () => {
  it("has one JSON line for each request, and never a key, a header or a query", async () => {
    const { ask, raw, log, key, server } = await stand();
    await ask(`${DAY}&secret_query=1`);
    await ask(DAY, { method: "HEAD" });
    await ask(`${DAY}&frequency=x`);
    await ask("/v1/nothing?secret_query=1");
    await ask(DAY, { key: "irr_secret_wrong" });
    await ask(DAY, { method: "PUT" });
    await ask("/v1/%zz?secret_query=1");
    await ask(BATCH, { method: "POST", headers: { "Content-Type": "application/json" }, body: "{secret_query" });
    await raw(`GET ${DAY} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\x00\r\n\r\n`);
    await until(() => log.length >= 9);
    expect(log.length).toBe(9);
    const lines = log.map((line) => JSON.parse(line));
    expect(lines.map(({ status }) => status)).toEqual([200, 200, 400, 404, 401, 405, 404, 400, 400]);
    expect(lines.map(({ error }) => error)).toEqual([
      ...[
        undefined,
        undefined,
        "invalid_parameter",
        "unknown_path",
        "invalid_key",
        "method_not_allowed",
        "unknown_path",
      ],
      ...["invalid_body", undefined],
    ]);
    expect(lines[0]).toMatchObject({
      level: 30,
      method: "GET",
      path: "/v1/observation/realtime",
      account: "lab",
      tokens: 1,
      rows: 97,
    });
    expect(lines[1].tokens).toBe(0);
    expect(lines[8]).toMatchObject({ level: 30, method: "unknown", path: "unknown", msg: "refused" });
    expect(new Set(lines.slice(0, 8).map(({ id }) => id)).size).toBe(8);
    for (const line of log) {
      for (const word of [key, key.slice(-20), "secret", "Bearer", "authorization", "lat="]) {
        expect(line.toLowerCase()).not.toContain(word.toLowerCase());
      }
    }
    expect(server.operations).toBeUndefined();
  });
});

describe("the operations port", () => {
  it("is alive at once, ready when the files were looked through, and not ready during a stop", async () => {
    const looking = gate();
    const reading = gate();
    const source = sourceWith(() => NOW, {});
    const files = filesSource({ paths: [temporaryFolder()] });
    const slow = {
      ...source,
      read: (...args: Parameters<WeatherSource["read"]>) => reading.opened.then(() => source.read(...args)),
      refresh: async () => {
        await looking.opened;
        await files.refresh();
      },
      count: () => files.count(),
      problems: () => files.problems(),
    };
    const server = await stand({
      settings: { "operations-port": 0, "cold-start": false },
      sources: [slow],
      keep: true,
    });
    const operations = server.server.operations!;
    const look = async (path: string) => {
      const { status, body } = await ask(operations, path, { judged: false });
      return [status, body];
    };
    expect(await look("/health/live")).toEqual([200, "alive\n"]);
    expect(await look("/health/ready")).toEqual([503, "not ready\n"]);
    looking.open();
    await until(async () => (await look("/health/ready"))[0] === 200);
    const [status, body] = await look("/");
    expect([status, JSON.parse(String(body)).error.code]).toEqual([404, "unknown_path"]);
    for (const path of ["/health/live", "/health/ready", "/metrics"]) {
      expect((await server.ask(path, { judged: false })).status).toBe(404);
    }
    const running = server.ask(DAY);
    await until(() => server.server.service.turns.size === 1);
    const stopped = server.server.stop();
    expect(await look("/health/ready")).toEqual([503, "not ready\n"]);
    reading.open();
    expect((await running).status).toBe(200);
    await stopped;
    await expect(look("/health/live")).rejects.toThrow(/ECONNREFUSED/);
  });

  it("says that it is not ready while no charge can be recorded, and a refusal for it is no error of its own", async () => {
    let broken = false;
    const full = Object.assign(new Error("irradiance.db cannot be written: the disk is full"), {
      code: "ERR_ACCOUNTS_FILE",
    });
    const server = await stand({
      settings: { "operations-port": 0 },
      accounts: (real) =>
        withMembers(real, {
          get available() {
            return !broken;
          },
          charge: (...args) => (broken ? Promise.reject(full) : real.charge(...args)),
        }),
    });
    const look = async (path: string) => (await ask(server.server.operations!, path, { judged: false })).body;
    await until(async () => (await look("/health/ready")) === "ready\n");
    expect(await look("/metrics")).toContain("irradiance_ready 1\n");
    broken = true;
    expect((await server.ask(DAY)).status).toBe(503);
    expect(await look("/health/ready")).toBe("not ready\n");
    const figures = await look("/metrics");
    expect(figures).toContain("irradiance_accounts_available 0\n");
    expect(figures).toContain("irradiance_ready 0\n");
    expect(figures).toContain("irradiance_accounts_refusals_total 1\n");
    const line = (which: (of: { readonly msg: string; readonly path?: string }) => boolean) =>
      server.log.map((text) => JSON.parse(text)).find(which);
    await until(() => line(({ path }) => path !== undefined) !== undefined);
    expect(line(({ msg }) => msg === "accounts fail")).toMatchObject({ level: 50, cause: full.message });
    expect(line(({ path }) => path !== undefined)).toMatchObject({ level: 30, status: 503 });
  });

  it("has figures in Prometheus' form that count answers and tokens, and previews as what they are", async () => {
    const server = await stand({ settings: { "operations-port": 0 } });
    await server.ask(DAY);
    await server.ask(DAY, { method: "HEAD" });
    await server.ask("/v1/nothing/of-anybody");
    await until(() => server.log.length === 3);
    const { body, headers } = await ask(server.server.operations!, "/metrics", { judged: false });
    expect(headers["content-type"]).toMatch(/^text\/plain; version=0\.0\.4/);
    const lines = body.split("\n");
    for (const line of lines)
      expect(line).toMatch(/^$|^# (HELP|TYPE) |^[a-z_:][a-z0-9_:]*(\{.*\})? (NaN|[+-]?[\d.e+-]+|\+Inf)$/i);
    const route = 'route="/v1/observation/realtime"';
    expect(lines).toContain(`irradiance_answers_total{${route},method="GET",status="200"} 1`);
    expect(lines).toContain(`irradiance_answers_total{${route},method="HEAD",status="200"} 1`);
    expect(lines).toContain('irradiance_answers_total{route="unknown",method="GET",status="404"} 1');
    expect(lines).toContain(`irradiance_tokens_charged_total{${route}} 1`);
    expect(lines.some((line) => line.startsWith('irradiance_source_age_seconds{source="everywhere"} '))).toBe(true);
    expect(body).not.toContain(server.key);
  });
});

describe("what is refused before it is a request", () => {
  it.each([
    ["no HTTP", 400, "hello\r\n\r\n"],
    ["CONNECT", 405, "CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["headers that do not end", 408, "GET /v1/account HTTP/1.1\r\nHost: x\r\n"],
    ["an expectation that nobody meets", 417, "GET / HTTP/1.1\r\nHost: x\r\nExpect: the-best\r\n\r\n"],
    ["headers above 16 KiB", 431, `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(17_000)}\r\n\r\n`],
  ])("is logged and counted, once: %s", async (_, status, bytes) => {
    const { raw, log, server } = await stand({ settings: { "operations-port": 0, "headers-timeout": 1 } });
    expect(parseRaw(await raw(bytes)).status).toBe(status);
    await until(() => log.length > 0);
    expect(log.map((line) => JSON.parse(line))).toMatchObject([
      { level: 30, method: "unknown", path: "unknown", status, msg: "refused" },
    ]);
    const { body } = await ask(server.operations!, "/metrics", { judged: false });
    const counted = body.split("\n").filter((line) => line.startsWith("irradiance_answers_total{"));
    expect(counted).toEqual([`irradiance_answers_total{route="unknown",method="unknown",status="${status}"} 1`]);
  });
});

function start(args: readonly string[], env: { [name: string]: string } = {}, cwd = temporaryFolder()) {
  const program = launch([SERVER, ...args], { env: { IRRADIANCE_COLD_START: "true", ...env }, cwd });
  onTestFinished(() => void program.child.kill("SIGKILL"));
  return { ...program, err: program.log, ended: program.exit.then(({ code }) => code) };
}

const FREE_PORTS = ["--port", "0", "--operations-port", "off", "--threads", "1"];

describe("a process", () => {
  it("says its address in one line, answers, ends what is under way at SIGTERM, and exits 0", async () => {
    const cwd = temporaryFolder();
    const server = start(["serve", ...FREE_PORTS, "--demo", "any", "--keep-alive", "60"], {}, cwd);
    await until(() => server.out().endsWith("\n"));
    const address = server.out().trim();
    const query = { lat: 36.1, lon: -79.95, frequency: "1_minute", start: "-20days", end: "-12days" };
    const body = JSON.stringify({ requests: Array(20).fill({ endpoint: "training", query }) });
    const headers = { Authorization: `Bearer ${DEMO}`, "Content-Type": "application/json" };
    const answer = await fetch(address + BATCH, { method: "POST", headers, body });
    const since = performance.now();
    server.child.kill("SIGTERM"); // its first lines are there, its last ones are not
    const lines = (await answer.text()).trimEnd().split("\n");
    expect(lines.map((line) => Object.keys(JSON.parse(line)).includes("response"))).toEqual(Array(20).fill(true));
    expect(await server.ended).toBe(0);
    // Long before a connection that is kept would be closed.
    expect(performance.now() - since).toBeLessThan(50_000);
    expect(server.out()).toBe(`${address}\n`);
    const log = server
      .err()
      .trimEnd()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line));
    expect(log.map(({ msg }) => msg)).toEqual(["stopping", "answered", "stopped"]);
    expect(server.err()).toContain("demo key: it serves any place");
    // Without a data folder nothing is written.
    expect(readdirSync(cwd)).toEqual([]);
  });

  it("a second server on the same data folder is refused, exit 1, and the first goes on", async () => {
    const data = join(temporaryFolder(), "data");
    const first = start(["serve", ...FREE_PORTS, "--data", data]);
    await until(() => first.out().endsWith("\n"));
    const second = start(["serve", ...FREE_PORTS, "--data", data]);
    expect(await second.ended).toBe(1);
    expect(second.err()).toMatch(/^irradiance-server: .*irradiance\.db is in use by a running server[^\n]*\n$/);
    expect((await ask(first.out().trim(), DAY, { key: "irr_x" })).status).toBe(401);
    first.child.kill("SIGINT");
    expect(await first.ended).toBe(0);
  });

  it.each(["--port", "--operations-port"])(
    "a %s in use is a line and exit 2, and nothing stays behind",
    async (flag) => {
      const other = createServer();
      other.listen(0, "127.0.0.1");
      await once(other, "listening");
      onTestFinished(() => void other.close());
      const { port } = other.address() as AddressInfo;
      const ports = { "--port": "0", "--operations-port": "0", [flag]: String(port) };
      const server = start(["serve", "--threads", "1", ...Object.entries(ports).flat()]);
      expect(await server.ended).toBe(2);
      expect(server.err()).toBe(`irradiance-server: cannot listen on 127.0.0.1:${port} (${flag}): EADDRINUSE\n`);
      expect(server.out()).toBe("");
    },
  );

  it("two servers on a machine need no more than a --port each: the second one goes on without health, and says so", async () => {
    const words = ["serve", "--threads", "1", "--port", "0"];
    const servers = [start(words), start(words)];
    await until(() => servers.every((server) => server.out().endsWith("\n")));
    for (const server of servers) expect((await ask(server.out().trim(), DAY, { key: DEMO })).status).toBe(200);
    const said = servers.map((server) =>
      server
        .err()
        .split("\n")
        .filter((line) => line.includes("--operations-port")),
    );
    // Where a third program has the port, both do.
    expect(said.flat().length).toBeGreaterThanOrEqual(1);
    expect(JSON.parse(said.flat()[0]!)).toMatchObject({ level: 40, cause: expect.stringContaining("127.0.0.1:8081") });
  });

  it("writes JSON alone to standard error, also of what Node warns of", async () => {
    const onSignal = "process.on('SIGUSR2',()=>process.emitWarning('made'))";
    const server = start(["serve", ...FREE_PORTS], { NODE_OPTIONS: `--import=data:text/javascript,${onSignal}` });
    await until(() => server.out().endsWith("\n"));
    server.child.kill("SIGUSR2");
    await until(() => server.err().includes("made"));
    const lines = server
      .err()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toContainEqual(expect.objectContaining({ level: 40, msg: "warning of Node", cause: "made" }));
  });

  it("elevation files that cannot be read are a line and exit 1, and nothing stays behind", async () => {
    const file = join(temporaryFolder(), "no.tif");
    writeFileSync(file, "no elevation");
    const server = start(["serve", ...FREE_PORTS, "--dem", file]);
    expect(await server.ended).toBe(1);
    expect(server.err()).toMatch(/^irradiance-server: [^\n]+\n$/);
  });

  it("weather files of which none can be used are a line and exit 2; one that can, or a folder that waits for its files, is enough", async () => {
    const folder = temporaryFolder();
    const [bad, good] = [join(folder, "local.csv"), join(folder, "roof.csv")];
    // On the clock of a place seven hours behind UTC, which the first file does not say.
    const stamp = (hour: number) => new Date(Date.UTC(2024, 5, 1) + hour * 3_600_000).toISOString().slice(0, 16);
    const light = (hour: number) => Math.max(0, Math.round(900 * Math.sin((((hour % 24) - 5) / 14) * Math.PI)));
    const rows = Array.from({ length: 240 }, (_, hour) => [stamp(hour), light(hour)] as const);
    const place = ["# latitude: 40", "# longitude: -105"];
    writeFileSync(
      bad,
      [...place, "time,ghi", ...rows.map(([time, ghi]) => `${time.replace("T", " ")},${ghi}`), ""].join("\n"),
    );
    const server = start(["serve", ...FREE_PORTS, "--threads", "1", "--weather", bad]);
    expect(await server.ended).toBe(2);
    expect(server.err()).toMatch(
      /^irradiance-server: setting "weather": none of these files can be used: [^\n]*local\.csv: [^\n]+\n$/,
    );
    writeFileSync(
      good,
      "# latitude: 40\n# longitude: -105\nstart_time,global_horizontal_irradiance\n2024-06-01T18:00Z,800\n2024-06-01T19:00Z,810\n",
    );
    const { sources } = await sourcesOf(readSettings(["--weather", bad, "--weather", good], {}));
    const waiting = await sourcesOf(readSettings(["--weather", join(folder, "later")], {}));
    for (const source of [...sources, ...waiting.sources]) await source.close();
  });

  it.each([
    ["a flag", ["serve", "--prot", "1"], /'--prot' \(Did you mean --port\?\)\n$/],
    ["a command", ["srve"], /unknown command "srve" \(Did you mean serve\?\)/],
    [
      "a setting before its command",
      ["--port", "1"],
      /settings come after a command, as in irradiance-server serve --port;/,
    ],
  ])("%s that nobody knows is a line and exit 2", async (_, args, message) => {
    const server = start(args);
    expect(await server.ended).toBe(2);
    expect(server.err()).toMatch(message);
    expect(server.err().trimEnd().split("\n")).toHaveLength(1);
  });
});

describe("settings", () => {
  it.each([
    [
      "an unknown variable",
      [],
      { IRRADIANCE_PROT: "1" },
      /unknown environment variable IRRADIANCE_PROT \(Did you mean IRRADIANCE_PORT\?\)/,
    ],
    ["a value of the wrong form", ["--port", "x"], {}, /setting "port" must be a port/],
    ["a variable of the wrong form", [], { IRRADIANCE_THREADS: "0" }, /setting "IRRADIANCE_THREADS" must be a whole/],
    ["a word too many", ["8080"], {}, /unexpected argument "8080"/],
    ["two that contradict each other", ["--headers-timeout", "20"], {}, /"headers-timeout" must not be above/],
  ])("%s is refused", (_, args, environment, message) => {
    expect(() => readSettings(args, environment)).toThrow(expect.objectContaining({ name: "SettingsError" }));
    expect(() => readSettings(args, environment)).toThrow(message);
  });

  it("have the limits and prices by default that are promised", () => {
    expect(settingsWith()).toMatchObject({
      ...{ rate: 600, "rate-window": 60, running: 4, waiting: 16, "bad-keys": 30, "batch-requests": 100 },
      ...{ "demo-rate": 60, "demo-running": 2, "demo-values": 1_000_000, "max-values": 16_000_000 },
      ...{ "cost-realtime": 1, "cost-year": 200, "cost-climate": 500 },
      ...{ "cost-forecast-basic": 1, "cost-forecast-precision": 2, "cost-learn": 100 },
      ...{
        "window-grace": 15,
        "weather-distance": 5,
        synthetic: false,
        compatibility: "none",
        "climate-time": "local",
      },
    });
  });

  it("a flag wins over its variable", () => {
    const { port, weather, synthetic } = readSettings(["--port", "1", "--weather", "a", "b", "--synthetic"], {
      IRRADIANCE_PORT: "2",
      IRRADIANCE_WEATHER: "c:d",
      PATH: "/bin",
    });
    expect([port, weather, synthetic]).toEqual([1, ["a", "b"], true]);
  });

  it("a list of names has commas in flags, too; one of paths has not, as paths may have them", () => {
    const { doors, weather } = readSettings(
      ["--doors", "solcast,pvgis", "--doors", "open-meteo", "--weather", "a,b"],
      {},
    );
    expect([doors, weather]).toEqual([["solcast", "pvgis", "open-meteo"], ["a,b"]]);
    expect(() => readSettings(["--doors", "solcast,"], {})).toThrow('setting "doors" must be one of');
  });
});

describe("a stop", () => {
  it("does not wait for idle connections, nor beyond its grace for slow ones", async () => {
    const door = gate();
    const source = sourceWith(() => NOW, {});
    const server = await stand({
      keep: true,
      settings: { "stop-grace": 0.3, "keep-alive": 60 },
      sources: [{ ...source, read: (...args) => door.opened.then(() => source.read(...args)) }],
    });
    const idle = server.raw("GET /v1/altitude?lat=1&lon=1 HTTP/1.1\r\nHost: x\r\n\r\n");
    const never = server.ask(DAY).catch((thrown: Error) => thrown.message);
    await until(() => server.server.service.turns.size === 1);
    const since = performance.now();
    await server.server.stop();
    expect(performance.now() - since).toBeLessThan(30_000);
    expect(parseRaw(await idle).status).toBe(401);
    expect(await never).toMatch(/hang up|ECONNRESET/);
  });

  it("takes requests for the drain delay, not ready and asking to be left, and only then no more", async () => {
    const server = await stand({ keep: true, settings: { "drain-delay": 3, "keep-alive": 60, "operations-port": 0 } });
    const operations = server.server.operations!;
    await until(async () => (await ask(operations, "/health/ready", { judged: false })).status === 200);
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const kept = () =>
      new Promise<IncomingHttpHeaders>((resolve, reject) => {
        const headers = { Authorization: `Bearer ${server.key}` };
        httpRequest(`${server.server.address}${DAY}`, { agent, headers }, (response) => {
          response.resume().once("end", () => resolve(response.headers));
        })
          .once("error", reject)
          .end();
      });
    expect((await kept()).connection).toBe("keep-alive");
    const stopped = server.server.stop();
    const since = performance.now();
    expect((await ask(operations, "/health/ready", { judged: false })).status).toBe(503);
    expect((await kept()).connection).toBe("close");
    const { status, headers } = await server.ask(DAY);
    expect([status, headers.connection]).toEqual([200, "close"]);
    await stopped;
    expect(performance.now() - since).toBeGreaterThan(2900);
    await expect(server.ask(DAY)).rejects.toThrow(/ECONNREFUSED/);
  });
});
