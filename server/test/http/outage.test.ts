/** What an operator reads of a database that goes and comes back: of each change once, whatever the number of requests. */
import pino from "pino";
import { expect, it, onTestFinished, vi } from "vitest";
import type { AccountsPlace } from "../../src/accounts/accounts-database.js";
import { settingsWith } from "../../src/settings.js";
import { startServer } from "../../src/start.js";
import { administer, until } from "../accounts/fixture.js";
import { inPostgres } from "../accounts/stores.js";
import { everywhere } from "../everywhere.mjs";
import { ask, DAY, posted } from "./harness.js";

const BATCH = "/v1/observation/batch";

/** A server as `serve` starts it, on the accounts of a database. */
async function served(place: AccountsPlace) {
  const now = Date.now();
  const key = await administer(
    place,
    async (administration) => {
      await administration.createAccount("lab", { tokens: 1e9 });
      return administration.createKey("lab");
    },
    now,
  );
  const lines: { level: number; msg: string; [name: string]: unknown }[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const { database } = place as { database: string };
  const settings = settingsWith({ port: 0, "operations-port": 0, data: database, threads: 1, "stop-grace": 1 });
  const server = await startServer(settings, { log, sources: [everywhere({ last: Date.now })] });
  onTestFinished(() => server.stop());
  const figure = async (name: string) => {
    const text = (await ask(server.operations!, "/metrics", { judged: false })).body;
    return Number(new RegExp(`^${name} (.*)$`, "m").exec(text)?.[1]);
  };
  return { key: key.text, server, lines, figure };
}

inPostgres(({ newPlace }, service) => {
  it("an outage is one line when it begins and one when it is over, with the number of requests it met", async () => {
    const { key, server, lines, figure } = await served(await newPlace());
    const path = DAY;
    expect((await ask(server.address, path, { key })).status).toBe(200);
    await service().stop("immediate");
    const refused = [];
    for (let i = 0; i < 40; i++) refused.push((await ask(server.address, path, { key })).status);
    expect(new Set(refused)).toEqual(new Set([503]));
    await service().start();
    await until(() => lines.some(({ msg }) => msg === "accounts answer again"));
    expect((await ask(server.address, path, { key })).status).toBe(200);
    const changes = lines.filter(({ msg }) => msg.startsWith("accounts "));
    expect(changes.filter(({ msg }) => msg === "accounts answer again")).toMatchObject([{ refused: 40 }]);
    const causes = changes.filter(({ msg }) => msg === "accounts fail").map(({ cause }) => cause);
    expect(causes.length).toBeGreaterThan(0);
    expect([new Set(causes).size, causes.length <= 5]).toEqual([causes.length, true]);
    // Of the requests the request log tells, and no line of error.
    const answers = lines.filter(({ status }) => status !== undefined);
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(40);
    expect(answers.every(({ level }) => level === pino.levels.values.info)).toBe(true);
    expect(await figure("irradiance_accounts_refusals_total")).toBe(40);
  });

  const UNWRITABLE = [
    {
      what: "a read-only database",
      begin: "ALTER DATABASE %d SET default_transaction_read_only = on",
      end: "ALTER DATABASE %d RESET default_transaction_read_only",
      cause: /takes no writes \(.*read-only transaction, SQLSTATE 25006\)$/,
    },
    {
      // No row is added to any table, and all that is there can be read and changed.
      what: "a database whose disk is full",
      begin: `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$;
        DO $$ DECLARE name text; BEGIN FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
          EXECUTE format('CREATE TRIGGER full_disk BEFORE INSERT ON %I FOR EACH ROW EXECUTE FUNCTION refuse()', name);
        END LOOP; END $$`,
      end: "DROP FUNCTION refuse() CASCADE",
      cause: /takes no writes \(No space left on device, SQLSTATE 53100\)$/,
    },
  ];
  it.each(UNWRITABLE)("$what is not ready, at rest and beside requests, until it takes writes", async (state) => {
    const place = await newPlace();
    const database = new URL((place as { database: string }).database).pathname.slice(1);
    const sql = async (text: string) => {
      const others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
      const words = [text, `SELECT pg_terminate_backend(pid) ${others}`].flatMap((one) => ["-c", one]);
      await service().run("psql", "-d", database, "-Atq", "-c", "SET default_transaction_read_only = off", ...words);
    };
    const { key, server, lines, figure } = await served(place);
    const status = async (path: string) => (await ask(server.address, path, { key })).status;
    const ready = async () => (await ask(server.operations!, "/health/ready", { judged: false })).status;
    await until(async () => (await ready()) === 200);
    expect(await status(DAY)).toBe(200);
    await sql(state.begin.replaceAll("%d", database));
    await until(async () => (await status(DAY)) === 503);
    const seen = new Set<string>();
    for (let look = 0; look < 80; look++) {
      seen.add(`${await ready()} ${await figure("irradiance_accounts_available")}`);
      // Nothing is asked in the first half.
      if (look % 8 === 7 && look > 40) expect(await status(DAY)).toBe(503);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    expect([...seen]).toEqual(["503 0"]);
    const causes = lines.filter(({ msg }) => msg === "accounts fail").map(({ cause }) => String(cause));
    expect(causes.some((cause) => state.cause.test(cause))).toBe(true);
    expect(lines.filter(({ msg }) => msg === "accounts answer again")).toEqual([]);
    // What was computed before can be read.
    expect(await status("/v1/account")).toBe(200);
    await sql(state.end.replaceAll("%d", database));
    await until(async () => (await ready()) === 200 && (await figure("irradiance_accounts_available")) === 1);
    expect(await status(DAY)).toBe(200);
  });

  it("lines of a batch that it met are counted, too, and not told one by one", async () => {
    const { key, server, lines, figure } = await served(await newPlace());
    const requests = Array.from({ length: 5 }, () => ({ endpoint: "realtime", query: { lat: 50, lon: 10 } }));
    const charge = vi.spyOn(server.service.accounts, "charge");
    charge.mockRejectedValue(Object.assign(new Error("away"), { code: "ERR_ACCOUNTS_UNAVAILABLE" }));
    const { status } = await ask(server.address, BATCH, { ...posted({ requests }), key });
    expect(status).toBe(200);
    await until(() => lines.some(({ msg }) => msg === "accounts answer again"));
    expect(lines.filter(({ msg }) => msg === "line failed")).toEqual([]);
    expect(await figure("irradiance_accounts_refusals_total")).toBe(5);
  });

  it("a clock that is not the database's is told once, and is a figure", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000, shouldAdvanceTime: false });
    onTestFinished(() => void vi.useRealTimers());
    const { server, lines, figure } = await served(await newPlace());
    expect(await figure("irradiance_clock_offset_seconds")).toBeGreaterThan(55);
    expect(await figure("irradiance_clock_offset_seconds")).toBeLessThan(65);
    const told = lines.filter(({ msg }) => msg.startsWith("this machine's clock"));
    expect(told).toEqual([expect.objectContaining({ level: 40, seconds: expect.any(Number) })]);
    await until(async () => (await ask(server.operations!, "/health/ready", { judged: false })).status === 200);
  });

  it("a clock that is the database's is a figure, and not told", async () => {
    const { lines, figure } = await served(await newPlace());
    expect(Math.abs(await figure("irradiance_clock_offset_seconds"))).toBeLessThan(1);
    expect(lines.filter(({ msg }) => msg.startsWith("this machine's clock"))).toEqual([]);
  });
});
