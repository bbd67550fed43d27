/** Encrypted connections, against a PostgreSQL that takes no others: `sslmode` means what it means to psql. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Postgres, postgresPrograms, startPostgres } from "../../../../scripts/services/postgres.mjs";
import { openAccounts } from "../../../src/accounts/open.js";
import { secured } from "../../../src/accounts/postgres/errors.js";
import { administer, entry, openLabAt } from "../fixture.js";
import { type Certificates, hasOpenssl, makeCertificates } from "./certificates.js";

const isMissing = postgresPrograms() === undefined || !hasOpenssl;
if (isMissing) console.warn("encrypted connections to PostgreSQL are not tested: it or openssl is not installed");

describe.skipIf(isMissing && process.env.REQUIRE_POSTGRES !== "1")("a PostgreSQL with a certificate of its own", () => {
  let ours: Certificates;
  let foreign: Certificates;
  let postgres: Postgres;
  let databases = 0;

  beforeAll(async () => {
    [ours, foreign] = [makeCertificates("postgres"), makeCertificates()];
    const files = {
      "server.crt": ours.texts.certificate,
      "server.key": ours.texts.key,
      "clients.crt": readFileSync(ours.authority, "utf8"),
      "pg_hba.conf":
        "hostssl certified all 127.0.0.1/32 cert\nhostssl all all 127.0.0.1/32 trust\nlocal all all trust\n",
    };
    postgres = await startPostgres({ settings: { ssl: "on", ssl_ca_file: "clients.crt" }, files });
  });
  afterAll(async () => {
    await postgres?.end();
    for (const made of [ours, foreign]) made?.remove();
  });

  /** A new database, with parameters. */
  async function address(parameters: Readonly<Record<string, string>>, database?: string): Promise<string> {
    const url = new URL(await postgres.create(database ?? `tls_${++databases}`));
    url.search = String(new URLSearchParams(parameters));
    return url.href;
  }

  const sessions = `SELECT application_name AS name, ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
    WHERE datname = current_database()`;

  it.each([
    ["require, whoever signed it", () => ({ sslmode: "require" })],
    ["verify-ca with its authority", () => ({ sslmode: "verify-ca", sslrootcert: ours.authority })],
    ["verify-full with its authority", () => ({ sslmode: "verify-full", sslrootcert: ours.authority })],
  ])("works with %s, for servers and commands, and nothing goes in the clear", async (_, parameters) => {
    const database = await address(parameters());
    const { accounts, access } = await openLabAt({ database }, { tokens: 1000 });
    await accounts.charge(await accounts.hold(access, 7), entry("r1"));
    expect(await administer({ database }, (administration) => administration.accounts())).toMatchObject([{ used: 7 }]);
    const rows = (await postgres.run("psql", "-d", new URL(database).pathname.slice(1), "-At", "-c", sessions)).trim();
    const servers = rows.split("\n").filter((row) => row.startsWith("irradiance-server"));
    expect(servers.length).toBeGreaterThan(0);
    expect(servers.every((row) => row.endsWith("|t"))).toBe(true);
  });

  it("refuses a certificate of a foreign authority, also under require as soon as there is one, and says what helps", async () => {
    for (const sslmode of ["require", "verify-ca", "verify-full"]) {
      const database = await address({ sslmode, sslrootcert: foreign.authority });
      const refusal =
        /^127\.0\.0\.1:\d+\/tls_\d+ is not trusted \(.*certificate.*\): sslrootcert must name the file of its certification authority/;
      await expect(openAccounts({ database })).rejects.toThrow(refusal);
      await expect(administer({ database }, (administration) => administration.accounts())).rejects.toThrow(refusal);
    }
    const unknown = await address({ sslrootcert: "system" });
    await expect(openAccounts({ database: unknown })).rejects.toThrow(/is not trusted/);
  });

  it("verify-full wants the name of the host in the certificate, verify-ca does not", async () => {
    const url = new URL(await address({ sslmode: "verify-full", sslrootcert: ours.authority }));
    url.hostname = "localhost";
    await expect(openAccounts({ database: url.href })).rejects.toThrow(/is not trusted \(.*Host: localhost\. is not/);
    url.searchParams.set("sslmode", "verify-ca");
    await (await openAccounts({ database: url.href })).close();
  });

  it("without a mode it is in the clear, which this server refuses with its reason", async () => {
    await expect(openAccounts({ database: await address({}) })).rejects.toThrow(/no encryption/);
  });

  it("shows a certificate of its own where the database demands one", async () => {
    const own = { sslmode: "verify-full", sslrootcert: ours.authority };
    const url = new URL(await address(own, "certified"));
    await expect(openAccounts({ database: url.href })).rejects.toThrow(/certificate/);
    url.searchParams.set("sslcert", ours.certificate);
    url.searchParams.set("sslkey", ours.key);
    await (await openAccounts({ database: url.href })).close();
  });
});

describe("parameters of an address", () => {
  const of =
    (search: string, env = {}) =>
    () =>
      secured(`postgres://ann:secret@db/accounts?${search}`, env);

  it("of TLS are taken out, others stay, and nothing is encrypted that nobody asked for", () => {
    expect(of("application_name=a")()).toEqual({
      connectionString: "postgres://ann:secret@db/accounts?application_name=a",
      ssl: false,
    });
    expect(of("sslmode=require&application_name=a")()).toEqual({
      connectionString: "postgres://ann:secret@db/accounts?application_name=a",
      ssl: { rejectUnauthorized: false },
    });
    expect(of("", { PGSSLMODE: "require" })().ssl).toEqual({ rejectUnauthorized: false });
    expect(of("sslmode=disable", { PGSSLMODE: "require" })().ssl).toBe(false);
    expect(of("sslmode=verify-full&sslrootcert=system")().ssl).toEqual({});
    expect(of("sslmode=require&host=/run/postgresql")().ssl).toBe(false);
  });

  it.each([
    ["sslmode=prefer", {}, /sslmode must be one of disable, require, verify-ca, verify-full, got "prefer"/],
    ["", { PGSSLMODE: "yes" }, /^PGSSLMODE must be one of .*, got "yes"/],
    ["sslmode=verify-full&sslrootcert=/nowhere.crt", {}, /^sslrootcert must be a file .*\/nowhere\.crt \(ENOENT\)/],
    ["sslmode=require&sslrootcert=system", {}, /sslmode must be verify-full, got require/],
    ["sslmode=require&sslcert=/nowhere.crt", {}, /^sslcert must be a file/],
    ["sslmode=require&sslcrl=a.crl", {}, /^the TLS parameter must be one of .*, got sslcrl/],
    ["ssl=true", {}, /got ssl$/],
  ])("%s with %j is refused, without the password", (search, env, message) => {
    expect(of(search, env)).toThrow(message);
    expect(of(search, env)).toThrow(/^(?!.*secret)/);
  });
});
