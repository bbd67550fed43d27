import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { openAccounts } from "../../src/accounts/open.js";
import type { CommandIo } from "../../src/cli/command.js";
import { COMMANDS } from "../../src/cli/commands.js";
import { readSettings } from "../../src/read-settings.js";
import { temporaryFolder } from "../temporary.js";

const NOON = Date.UTC(2026, 5, 21, 12);

/** A command line with a data directory of its own. */
function commandLine() {
  const parent = temporaryFolder();
  const directory = join(parent, "data");
  return async (line: string, input = "", env: CommandIo["env"] = { IRRADIANCE_DATA: directory }) => {
    const result = { code: 0, out: [] as string[], err: [] as string[], directory };
    const io: CommandIo = {
      out: (text) => void result.out.push(text),
      write: async (text) => void result.out.push(text),
      err: (text) => void result.err.push(text),
      input: async () => input,
      stream: () => Readable.from([Buffer.from(input)]),
      env,
      now: () => NOON,
      actor: "ann@host",
    };
    const [name, ...args] = line.split(" ");
    result.code = await (await COMMANDS[name!]!()).run(args, io);
    return result;
  };
}

it("an account, its tokens and its keys, as an operator makes them", async () => {
  const run = commandLine();
  const { out, directory } = await run("accounts create lab --tokens 1000.000001 --expires 2027-01-01");
  expect(out).toEqual(["account lab created with 1000.000001 tokens until 2027-01-01T00:00:00.000Z"]);
  expect((await run("tokens grant lab 0.1")).out[0]).toMatch(/^grant \w{8}: 0\.1 tokens for account lab$/);
  const made = await run("keys create lab --label site-7 --expires 2026-12-31T23:59Z");
  expect(made.out).toEqual([expect.stringMatching(/^irr_\w{8}_\w{32}$/)]);
  const id = made.out[0]!.slice(4, 12);
  const works = "valid until 2026-12-31T23:59:00.000Z";
  expect(made.err).toEqual([`key ${id} of account lab created, ${works}; it is not shown again`]);
  expect((await run("accounts list")).out).toEqual([
    "account  created                   state   plan  keys      granted  used    remaining",
    "lab      2026-06-21T12:00:00.000Z  active  -        1  1000.100001     0  1000.100001",
  ]);

  const accounts = await openAccounts({ file: join(directory, "irradiance.db"), clock: () => NOON });
  expect(accounts.balance("lab")).toMatchObject({ granted: 1000_100_001, nextExpiry: Date.UTC(2027, 0, 1) });
  const access = accounts.find(made.out[0]!)!;
  const figures = { rows: 1, columns: 2, status: 200, duration: 3, bytes: 4 };
  const entry = { requestId: "r1", at: NOON, endpoint: "observation/realtime", ...figures };
  await accounts.charge(await accounts.hold(access, 1_500_000), entry);
  await accounts.close();

  const usage = [{ day: "2026-06-21", endpoint: "observation/realtime", requests: 1, tokens: 1.5 }];
  expect(JSON.parse((await run("usage lab --json")).out[0]!)).toEqual(usage);
  const charge = {
    at: "2026-06-21T12:00:00.000Z",
    request_id: "r1",
    key: access.keyId,
    tokens: 1.5,
    cut: 0,
    ...figures,
  };
  expect(JSON.parse((await run("audit charges lab --json")).out[0]!)).toEqual([
    { ...charge, endpoint: "observation/realtime" },
  ]);
  const changes = JSON.parse((await run("audit changes --json")).out[0]!) as { actor: string; action: string }[];
  expect(changes.map(({ action }) => action)).toEqual([
    "account created",
    "tokens granted",
    "tokens granted",
    "key created",
  ]);
  expect(new Set(changes.map(({ actor }) => actor))).toEqual(new Set(["ann@host"]));
  expect((await run("check")).code).toBe(0);
});

it("plans, single values, a pause, another name and an end, as an operator gives them to an account", async () => {
  const run = commandLine();
  await run("accounts create lab --tokens 5");
  await run("accounts create field");
  expect((await run("plans create gold --rate 1200 --jobs 8 --price 0.5 --note best")).out).toEqual([
    "plan gold created",
  ]);
  expect((await run("plans set gold --jobs default --running 16")).out).toEqual(["plan gold changed"]);
  expect((await run("accounts set lab --plan gold --rate 90")).out[0]).toMatch(/^account lab changed/);
  expect((await run("plans list")).out).toEqual([
    "plan  created                   accounts  rate  running  waiting  values  jobs  job-sites  job-requests  systems  price  note",
    "gold  2026-06-21T12:00:00.000Z         1  1200       16  -        -       -     -          -             -          0.5  best",
  ]);
  expect((await run("plans delete gold")).err[0]).toContain("plan gold is in use by lab: give them another first");
  await run("accounts suspend lab --reason unpaid");
  expect((await run("accounts suspend lab")).err[0]).toContain("account lab is already suspended");
  await run("accounts rename lab sun-lab");
  const shown = JSON.parse((await run("accounts show sun-lab --json")).out[0]!) as {
    what: string;
    value: unknown;
    of: string;
  }[];
  const by = Object.fromEntries(shown.map(({ what, value, of }) => [what, [value, of]]));
  expect(by).toMatchObject({
    account: ["sun-lab", "account"],
    "created as": ["lab", "account"],
    state: ["suspended", "account"],
    plan: ["gold", "account"],
    rate: [90, "account"],
    running: [16, "plan gold"],
    price: [0.5, "plan gold"],
    waiting: [null, "server"],
  });
  for (const name of ["lab", "LAB", "Sun-Lab"]) {
    expect((await run(`accounts create ${name}`)).err[0]).toContain("already exists");
    expect((await run(`accounts rename field ${name}`)).err[0]).toContain("already exists");
  }
  expect((await run("tokens grant lab 1")).code).toBe(0); // the first name still is one
  expect((await run("tokens list")).out[1]).toContain("sun-lab");
  expect((await run("keys create sun-lab --scope read")).code).toBe(0);
  const [key] = JSON.parse((await run("keys list --json")).out[0]!) as { key: string }[];
  expect(key).toMatchObject({ account: "sun-lab", scope: "read" });
  await run(`keys rotate ${key!.key} --grace 1d`);
  const scopes = (JSON.parse((await run("keys list lab --json")).out[0]!) as { scope: string }[]).map(
    (one) => one.scope,
  );
  expect(scopes).toEqual(["read", "read"]);
  const before = JSON.parse((await run("audit changes --json")).out[0]!) as {
    action: string;
    subject: string;
    detail: string;
  }[];
  expect(before.map(({ action, subject, detail }) => `${action}|${subject}|${detail}`)).toEqual(
    expect.arrayContaining([
      "plan created|gold|rate 1200, jobs 8, price 0.5",
      "plan changed|gold|running 16, jobs default",
      "account changed|sun-lab|plan gold, rate 90",
      "account suspended|sun-lab|unpaid",
      "account renamed|sun-lab|from lab to sun-lab",
      `key created|${key!.key}|sun-lab`,
    ]),
  );
  await run("accounts resume sun-lab");
  const ended = await run("accounts delete sun-lab --yes");
  const [, pseudonym] = /books are kept as (deleted-\w{8});/.exec(ended.out[0]!)!;
  const after = (await run("audit changes --json")).out[0]!;
  for (const text of ["sun-lab", '"lab"', "unpaid"]) expect(after).not.toContain(text);
  expect(after).toContain(pseudonym);
  expect(JSON.parse((await run("accounts list --json")).out[0]!)).toMatchObject([
    { account: pseudonym, state: "deleted", plan: null, keys: 0, granted: 6, remaining: 0 },
    { account: "field", state: "active" },
  ]);
  for (const line of [`tokens grant ${pseudonym} 1`, `keys create ${pseudonym}`, `accounts resume ${pseudonym}`]) {
    expect((await run(line)).err[0]).toContain(`account ${pseudonym} was deleted: only its books are kept`);
  }
  expect((await run("plans delete gold")).code).toBe(0);
  expect((await run("accounts create lab")).code).toBe(0); // the name is free again
  expect((await run("check")).code).toBe(0);
});

it("keys are rotated with grace, revoked and imported", async () => {
  const run = commandLine();
  await run("accounts create lab");
  const id = (await run("keys create lab --label a")).out[0]!.slice(4, 12);
  const rotated = await run(`keys rotate ${id} --grace 7d`);
  const next = rotated.out[0]!.slice(4, 12);
  expect(rotated.err[0]).toContain(`key ${next} replaces ${id}, which remains valid until 2026-06-28T12:00:00.000Z`);
  expect((await run(`keys revoke ${next}`)).out).toEqual([`key ${next} of account lab revoked`]);
  expect((await run("keys import lab --label old", "demo-key-of-old\n")).code).toBe(0);
  expect((await run("keys import lab", "demo-key-of-old\n")).err[0]).toMatch(/the key already exists, with id \w{8}$/);
  const list = JSON.parse((await run("keys list lab --json")).out[0]!) as Record<string, unknown>[];
  const byId = Object.fromEntries(list.map(({ key, ...rest }) => [key, rest]));
  expect(byId[id]).toMatchObject({ label: "a", expires: "2026-06-28T12:00:00.000Z", revoked: null });
  expect(byId[next]).toMatchObject({ label: "a", expires: null, revoked: "2026-06-21T12:00:00.000Z" });
  expect(list.map(({ label }) => label).sort()).toEqual(["a", "a", "old"]);
  expect(JSON.stringify(list)).not.toContain("hash");
});

it("a key that ends sooner than its grace ends when it would have, and so does the new one", async () => {
  const run = commandLine();
  await run("accounts create lab");
  const id = (await run("keys create lab --expires 2026-06-22")).out[0]!.slice(4, 12);
  const rotated = await run(`keys rotate ${id} --grace 7d`);
  expect(rotated.err[0]).toContain("which remains valid until 2026-06-22T00:00:00.000Z");
  const list = JSON.parse((await run("keys list --json")).out[0]!) as { expires: string }[];
  expect(list.map(({ expires }) => expires)).toEqual(["2026-06-22T00:00:00.000Z", "2026-06-22T00:00:00.000Z"]);
  expect((await run(`keys rotate ${id} --grace 0 --expires 2027-01-01`)).err[0]).toContain(
    "valid until 2026-06-21T12:00",
  );
  expect((await run(`keys rotate ${id} --grace 0`)).err[0]).toContain(`key ${id} has expired: create a new one`);
});

it("a grant is ended by its id", async () => {
  const run = commandLine();
  await run("accounts create lab");
  const [, id] = /^grant (\w+)/.exec((await run("tokens grant lab 5")).out[0]!)!;
  expect((await run(`tokens end ${id}`)).out).toEqual([`grant ${id} of account lab ended, 5 tokens unused`]);
  expect((await run(`tokens end ${id}`)).err[0]).toContain("has already ended");
  expect(JSON.parse((await run("accounts list --json")).out[0]!)).toMatchObject([{ granted: 5, remaining: 0 }]);
});

it("what cannot be honoured is 2 and says the argument, what was expected and what came", async () => {
  const run = commandLine();
  await run("accounts create lab --tokens 5");
  const wrong: readonly (readonly [string, string])[] = [
    [
      "accounts",
      "action must be one of create, list, show, set, suspend, resume, rename, delete, prune, copy, got nothing",
    ],
    ["accounts prune", "--before must be a time, got nothing: older charges become daily sums"],
    [
      "accounts prune --before 2026-06-20",
      "before must be 2026-06-19T12:00:00.000Z or earlier, got 2026-06-20T00:00:00.000Z: newer charges may be needed",
    ],
    [
      "accounts toString",
      'action must be one of create, list, show, set, suspend, resume, rename, delete, prune, copy, got "toString"',
    ],
    ["accounts set lab", "options must say what to change, such as --plan gold or --rate default, got nothing"],
    ["accounts set lab --plan gold", 'PLAN must be the name of a plan, got "gold": "plans list" shows them'],
    ["accounts set lab --rate 0", '--rate must be a whole number from 1 to 1000000, got "0"'],
    ["accounts set lab --values 16000001", '--values must be a whole number from 1 to 16000000, got "16000001"'],
    [
      "accounts set lab --price 10.1",
      '--price must be a factor from 0 to 10 with at most 6 decimals, such as 0.5, got "10.1"',
    ],
    ["accounts resume lab", "account lab is not suspended"],
    ["accounts rename lab lab", "account lab already has this name"],
    [
      "accounts rename lab l@b!",
      'NEW must be 1 to 64 letters, digits and . _ @ -, the first a letter or digit, got "l@b!"',
    ],
    ["accounts delete lab", "an account is deleted for good, only its books are kept: add --yes to delete lab"],
    [
      "accounts delete nobody --yes",
      'ACCOUNT must be the name of an account, got "nobody": "accounts list" shows them',
    ],
    ["plans create none", "plan must not be none, which stands for no plan"],
    ["plans set gold --rate 5", 'PLAN must be the name of a plan, got "gold": "plans list" shows them'],
    ["plans delete gold", 'PLAN must be the name of a plan, got "gold": "plans list" shows them'],
    ["keys create lab --scope write", '--scope must be all or read, got "write"'],
    ["accounts create", "arguments must be NAME, got nothing"],
    ["accounts create a b", "arguments must be NAME, got a b"],
    ["accounts create LAB", 'account "LAB" already exists, as lab'],
    ["accounts create -x", "Unknown option '-x'"],
    ["accounts create ä", 'account must be 1 to 64 letters, digits and . _ @ -, the first a letter or digit, got "ä"'],
    ["accounts create b --expires 2027-01-01", "--expires requires --tokens"],
    ["accounts create b --token 5", "Unknown option '--token' (Did you mean --tokens?)"],
    ["accounts create b --tokens 5 --tokens 6", "--tokens was given twice"],
    ["accounts list --json=yes", "Option '--json' does not take an argument"],
    ["tokens grant nobody 5", 'ACCOUNT must be the name of an account, got "nobody": "accounts list" shows them'],
    [
      "tokens grant lab 5 --expires 2026-06-21",
      "expires must be after the start and in the future, got 2026-06-21T00:00:00.000Z",
    ],
    [
      "tokens grant lab 5 --expires 2027-02-30",
      '--expires must be YYYY-MM-DD or YYYY-MM-DDTHH:MMZ (UTC), got "2027-02-30"',
    ],
    ["tokens end g", 'GRANT must be the id of a grant, got "g": "tokens list" shows them'],
    ["keys rotate k --grace 7d", 'KEY must be the id of a key, got "k": "keys list" shows them'],
    ["keys rotate k", "--grace must state how long the old key remains valid, such as 7d or 0, got nothing"],
    ["keys rotate k --grace 7w", '--grace must be 0 or a duration such as 7d, 12h or 30m, at most 366d, got "7w"'],
    ["keys rotate k --grace 367d", '--grace must be 0 or a duration such as 7d, 12h or 30m, at most 366d, got "367d"'],
    ["keys import lab", "key must be 8 to 128 printable ASCII characters without a space, got 0 characters"],
    ["audit charges lab --last 0", '--last must be a whole number from 1 to 999999, got "0"'],
    ["usage", "arguments must be ACCOUNT, got nothing"],
  ];
  for (const amount of ["0", "-1", "1e3", "0.0000001", "1000000001", "", "0x10", "NaN"]) {
    const { code, err } = await run(`tokens grant lab -- ${amount}`);
    expect([code, err[0]]).toEqual([
      2,
      `irradiance-server tokens: N must be a number of tokens above 0, at most 1000000000 and with at most 6 decimals, got ${JSON.stringify(amount)}`,
    ]);
  }
  for (const [line, text] of wrong) {
    const { code, out, err } = await run(line);
    expect([line, code, out, err]).toEqual([line, 2, [], [`irradiance-server ${line.split(" ")[0]}: ${text}`]]);
  }
});

it.each([
  ["postgre://user:sec@ret@host/db", "postgre://…@host/db"],
  ["mysql://user:secret@host/db?password=secret", "mysql://…@host/db?…"],
  ["postgres:user:secret@host/db", "postgres:…@host/db"],
  ["postgres:/user:secret@host/db", "postgres:…@host/db"],
  ["postgresl:host/db", "postgresl:host/db"],
])("%s is no folder; no password is shown", async (address, shown) => {
  const run = commandLine();
  const text = `accounts must be in a folder or in postgres://user@host/database, got ${shown}`;
  for (const line of [
    `accounts create lab --data ${address}`,
    `accounts copy --from ${address} --to x.db`,
    "accounts list",
  ]) {
    const { code, out, err } = await run(line, "", { IRRADIANCE_DATA: address });
    expect([line, code, out, err]).toEqual([line, 2, [], [`irradiance-server accounts: ${text}`]]);
  }
  expect(() => readSettings(["--data", address], {})).toThrow(`setting "data": ${text}`);
  expect(existsSync(address.split("/")[0]!)).toBe(false);
});

it("the sum of an account's grants stays within what is counted exactly", async () => {
  const run = commandLine();
  await run("accounts create lab");
  for (let i = 0; i < 9; i++) expect((await run("tokens grant lab 1000000000")).code).toBe(0);
  expect((await run("tokens grant lab 0.000001")).err[0]).toContain(
    "tokens: an account can have at most 9000000000 granted tokens, lab has 9000000000, got 0.000001 more",
  );
});

it("failures are 1; nothing is made by a command that only looks", async () => {
  const run = commandLine();
  const { code, err, directory } = await run("keys list");
  expect([code, err[0]]).toEqual([
    1,
    `irradiance-server keys: ${directory}/irradiance.db does not exist: "accounts create NAME" creates it`,
  ]);
  expect(existsSync(directory)).toBe(false);
  expect((await run("keys list", "", {})).err[0]).toMatch(/--data DIR \(or IRRADIANCE_DATA\) must name the directory/);
  expect((await run(`accounts create lab --data ${directory}/other`)).code).toBe(0);
  expect(existsSync(`${directory}/other/irradiance.db`)).toBe(true);
});

it("a backup is made, refused over a file, and put back", async () => {
  const run = commandLine();
  const { directory } = await run("accounts create lab");
  const saved = join(directory, "saved.db");
  expect((await run(`backup ${saved}`)).code).toBe(0);
  expect((await run(`backup ${saved}`)).code).toBe(2);
  await run("accounts create second");
  expect((await run(`restore ${saved}`)).out[0]).toContain("the previous file is kept as");
  expect(JSON.parse((await run("accounts list --json")).out[0]!)).toMatchObject([{ account: "lab" }]);
  expect((await run(`restore ${saved}.none`)).code).toBe(2);
});

it("every command tells its use", async () => {
  const run = commandLine();
  for (const [name, load] of Object.entries(COMMANDS)) {
    const { usage, summary } = await load();
    const { code, out } = await run(`${name} --help`);
    expect(code).toBe(0);
    expect(out.slice(0, 1 + usage.length)).toEqual([summary, ...usage.map((line) => `  ${line}`)]);
    expect(usage.every((line) => line.startsWith(`irradiance-server ${name}`))).toBe(true);
  }
});

/** A data directory whose account "lab" was charged 1.5 tokens an hour, and another 0.1 once. */
async function charged(requests: number) {
  const run = commandLine();
  const { directory } = await run("accounts create lab --tokens 1000000");
  await run("accounts create other --tokens 1");
  const [key, key2] = [(await run("keys create lab")).out[0]!, (await run("keys create other")).out[0]!];
  const accounts = await openAccounts({ file: join(directory, "irradiance.db"), clock: () => NOON });
  const figures = { rows: 1, columns: 2, status: 200, duration: 3, bytes: 4, endpoint: "observation/realtime" };
  const charge = async (text: string, tokens: number, requestId: string, at: number) =>
    accounts.charge(await accounts.hold(accounts.find(text)!, tokens), { requestId, at, ...figures });
  const old = Array.from({ length: requests }, (_, i) => charge(key, 1_500_000, `r${i}`, NOON - i * 3_600_000));
  await Promise.all([...old, charge(key2, 100_000, "o1", NOON)]);
  accounts.noteCut(accounts.find(key)!, ["r0", "r1", "r2"]);
  await accounts.close();
  return { run, directory };
}

it("the books, as CSV and NDJSON, whole or in pieces that fit together", async () => {
  const { run, directory } = await charged(30);
  const csv = (await run("audit export")).out.join("").split("\r\n");
  expect(csv[0]).toBe(
    "account,kind,time,endpoint,requests,tokens,request_id,key,rows,columns,status,duration,bytes,cut,reason",
  );
  expect(csv.slice(1, -1)).toHaveLength(31);
  expect(csv[30]).toMatch(/^lab,charge,2026-06-21T12:00:00.000Z,observation\/realtime,1,1.5,r0,\w{8},1,2,200,3,4,1,$/);
  expect(csv[31]).toMatch(/^other,charge,2026-06-21T12:00:00.000Z,observation\/realtime,1,0.1,o1,/);
  const sums = (await run("audit export --by month --format ndjson")).out.join("").trimEnd().split("\n");
  const sum = { kind: "sum", time: "2026-06", endpoint: "observation/realtime" };
  expect(sums.map((line) => JSON.parse(line))).toEqual([
    { account: "lab", ...sum, requests: 30, tokens: 45 },
    { account: "other", ...sum, requests: 1, tokens: 0.1 },
  ]);
  const days = "audit export --account lab --from 2026-06-20 --to 2026-06-21 --by day";
  expect((await run(days)).out.join("").split("\r\n")[1]).toBe("lab,sum,2026-06-20,observation/realtime,17,25.5");
  const pieces: string[] = [];
  for (let after = ""; ; ) {
    const { out, err, code } = await run(`audit export --limit 7${after}`);
    expect(code).toBe(0);
    pieces.push(...out.join("").split("\r\n").slice(1, -1));
    const cursor = /^there are more rows: --after ([\w-]+)$/.exec(err[0] ?? "")?.[1];
    if (cursor === undefined) break;
    after = ` --after ${cursor}`;
  }
  expect(pieces).toEqual(csv.slice(1, -1));
  await run("accounts rename lab solar");
  const renamed = (await run("audit export --account solar --limit 2")).out.join("").split("\r\n");
  expect(renamed[1]).toMatch(/^solar,charge,/);
  const cursor = (await run("audit export --account solar --limit 2")).err[0]!.replace("there are more rows: ", "");
  const rest = await run(`audit export --account solar ${cursor}`);
  expect([rest.code, rest.out.join("").split("\r\n").length]).toEqual([0, 28 + 2]);
  await run("accounts rename solar lab");
  const file = join(directory, "books.csv");
  const written = await run(`audit export --output ${file}`);
  expect([written.code, written.out]).toEqual([0, [`31 rows written to ${file}`]]);
  expect(readFileSync(file, "utf8")).toBe(csv.join("\r\n"));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  const { err } = await run("audit export --limit 1");
  const refusals = {
    [`audit export --output ${file}`]: `--output must be the name of a new file, got ${file}, which exists`,
    "audit export --account nobody": 'ACCOUNT must be the name of an account, got "nobody"',
    "audit export --by hour": '--by must be one of charge, day, month, got "hour"',
    "audit export --format xml": '--format must be one of csv, ndjson, got "xml"',
    "audit export --from 2026-06-21 --to 2026-06-21": "end must be after start",
    "audit export --from 2026-06-21T12:00Z --by day": "must be the beginning of a day (UTC) for sums by day",
    "audit export --from yesterday": "--from must be YYYY-MM-DD",
    "audit export --after x": "--after must be the cursor that an export ended with",
    [`audit export --by day ${err[0]!.replace("there are more rows: ", "")}`]: "--by must be left out or as it was",
  };
  for (const [line, text] of Object.entries(refusals)) {
    const refused = await run(line);
    expect(refused.err[0], line).toContain(text);
    expect(refused.code, line).toBe(2);
  }
  const nowhere = await run(`audit export --output ${directory}/none/books.csv`);
  expect([nowhere.code, nowhere.err]).toEqual([
    1,
    [`irradiance-server audit: ${directory}/none/books.csv cannot be written (ENOENT)`],
  ]);
});

it("refunds, of a request or of all cut answers, with their reason in the books", async () => {
  const { run } = await charged(5);
  const refunded = await run("tokens refund lab r0 --reason late --tokens 0.5 --expires 2027-01-01");
  expect(refunded.err).toEqual([]);
  expect(refunded.out).toEqual([expect.stringMatching(/^grant \w{8}: 0\.5 tokens of request r0 for account lab$/)]);
  const cut = "tokens refund lab --cut --from 2026-06-21 --to 2026-06-22 --reason restart";
  expect((await run(cut)).out).toEqual(["2 charges (3 tokens) of cut answers are refunded"]);
  expect((await run(cut)).out).toEqual(["0 charges (0 tokens) of cut answers are refunded"]);
  const rows = (await run("audit export --account lab")).out.join("").split("\r\n");
  const at = "lab,refund,2026-06-21T12:00:00.000Z,observation/realtime,0";
  expect(rows.slice(-4, -1)).toEqual([
    `${at},-0.5,r0,,,,,,,,late`,
    `${at},-1.5,r1,,,,,,,,restart`,
    `${at},-1.5,r2,,,,,,,,restart`,
  ]);
  expect((await run("check")).code).toBe(0);
  const refusals = {
    "tokens refund lab r0 --reason again": 'got "r0": 0.5 tokens were refunded already',
    "tokens refund lab r3": "--reason must say why",
    "tokens refund lab --reason x": "arguments must be ACCOUNT REQUEST_ID, or --cut",
    "tokens refund lab r3 --reason x --tokens 2": "tokens must be at most the 1.5 that were charged, got 2",
    "tokens refund lab r3 --reason x --from 2026-01-01": "--from and --to require --cut",
    "tokens refund lab r3 --cut --reason x --from 2026-01-01 --to 2026-01-02": "takes all cut answers of a period",
    "tokens refund --cut --reason x --from 2026-01-01": "--cut requires --from TIME and a later --to TIME",
    "tokens refund --cut --reason x --from 2026-01-01 --to 2026-01-02 --tokens 1": "--tokens is of one request",
  };
  for (const [line, text] of Object.entries(refusals)) {
    const refused = await run(line);
    expect(refused.err[0], line).toContain(text);
    expect(refused.code, line).toBe(2);
  }
});

it("an export ends quietly when its reader has seen enough, and fails where the disk is full", async () => {
  const { directory } = await charged(3000);
  const main = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
  const shell = (line: string) => {
    const command = `set -o pipefail; "${process.execPath}" "${main}" audit export --data "${directory}" ${line}`;
    return spawnSync("bash", ["-c", command], { encoding: "utf8" });
  };
  const head = shell("| head -n 1");
  expect([head.status, head.stderr]).toEqual([0, ""]);
  expect(head.stdout).toMatch(/^account,kind,/);
  if (!existsSync("/dev/full")) return;
  const full = shell("> /dev/full");
  expect([full.status, full.stderr]).toEqual([1, "irradiance-server: standard output cannot be written (ENOSPC)\n"]);
});
