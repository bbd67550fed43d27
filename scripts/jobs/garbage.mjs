// Jobs that are wrong in every way, as a seed has it: each is refused as such, and the server goes on.
import { ask, tally } from "../lib/client.mjs";
import { JOBS, sites } from "./stand.mjs";

const BODIES = 300;
const VALUES = [
  ...[
    null,
    true,
    0,
    -1,
    0.5,
    1e308,
    2 ** 53,
    [],
    {},
    [[]],
    [null],
    "",
    " ",
    "null",
    "-0",
    "1e9",
    "0x10",
    "NaN",
    "47.1 ",
  ],
  ...["\0", "../../etc/passwd", "file:///etc/passwd", "http://127.0.0.1/", "s3://bucket/key", "%s%n", "\ud800"],
  ...[
    "é".repeat(200),
    "x".repeat(5_000),
    "now",
    "-9999999999days",
    "2023-02-30T00:00Z",
    "all",
    ["all", "all"],
    "parquet",
  ],
  ...[Array(361).fill(0), { lat: 1 }],
];
const KEYS = (
  "id lat lon start end parameters frequency horizon response_format out file url jobs __proto__ constructor toString " +
  "meta time_zone tracking_mode quantiles now situation format"
).split(" ");

/** `__proto__` is put into the text: set on an object it would be no key. */
function mutated(random, good) {
  const body = structuredClone(good);
  const objects = [body, body, body.query, ...body.sites];
  for (let i = 1 + random.below(3); i > 0; i--) change(random, random.of(objects));
  const text = JSON.stringify(body).replace(/"PROTO"/g, '"__proto__"');
  return random.next() < 0.25 ? torn(random, text) : text;
}

function change(random, object) {
  if (typeof object !== "object" || object === null) return;
  const keys = Object.keys(object);
  const key = random.next() < 0.6 && keys.length > 0 ? random.of(keys) : random.of(KEYS).replace("__proto__", "PROTO");
  if (random.next() < 0.2) delete object[key];
  else object[key] = random.of(VALUES);
}

function torn(random, text) {
  const at = random.below(text.length);
  return random.of([
    () => text.slice(0, at),
    () => text.slice(at),
    () => text.slice(0, at) + String.fromCharCode(random.below(0x250)) + text.slice(at + 1),
    () => `${text}${text}`,
    () => `${"[".repeat(50_000)}${text}`,
    () => text.replace(/\d+/, "1e999"),
    () => text.replace(/"sites":/, '"sites":[],"sites":'),
  ])();
}

const HEADERS = [
  ...[{}, {}, {}, {}, {}, {}, { "Content-Type": "text/plain" }, { "Content-Type": "application/json; charset=utf-16" }],
  ...[{ "Content-Encoding": "gzip" }, ...["a b", "k", ""].map((key) => ({ "Idempotency-Key": key }))],
];
const ID = `/${"A".repeat(22)}`;
const PARTS = [
  "",
  "/",
  "/-1",
  "/1e9",
  "/99999999999999999999",
  "/0?expires=1&signature=x",
  "/0?expires=x&expires=y",
  "/%2e%2e",
];
const PATHS = [
  ...["/", "/.", "/..", "/%2e%2e", "/%00", "/%", "/A", ID, `/${"A".repeat(5_000)}`, "/%27%3B--", "?id=1", "//", "/%ff"],
  ...PARTS.map((rest) => `${ID}/parts${rest}`),
];

export async function garbage({ report, random, address, other: { key }, member }, name) {
  const good = {
    endpoint: "historical",
    query: { start: "2023-06-01T00:00Z", end: "2023-06-02T00:00Z", frequency: "1_hour" },
    sites: sites(random, 5),
  };
  const statuses = [];
  const bad = [];
  const count = (wanted) => statuses.filter((status) => status === wanted).length;
  const tell = ({ status = 0, whole, body }, what) => {
    statuses.push(status);
    const isError = status >= 400 && !/^\{"error":\{"message":".+\}$/s.test(String(body));
    if (!whole || status >= 500 || isError) bad.push(`${status} ${what.slice(0, 300)} ${body ?? ""}`);
  };
  for (let i = 0; i < BODIES; i++) {
    const body = mutated(random, good);
    const answer = await ask(address, { key, path: JOBS, method: "POST", body, headers: random.of(HEADERS) });
    tell(answer, body);
    if (answer.status === 201) await ask(address, { key, path: answer.headers.location, method: "DELETE" });
  }
  const made = count(201);
  for (const path of PATHS) {
    for (const method of ["GET", "DELETE", "PUT", "HEAD"]) {
      const answer = await ask(address, { key, method, path: JOBS + path });
      tell(method === "HEAD" ? { ...answer, body: '{"error":{"message":"none"}}' } : answer, `${method} ${path}`);
    }
  }
  report.check(
    `${name}: ${BODIES} jobs that a seed made wrong are refused, and no answer is of 500 or more`,
    bad.length === 0 && count(400) > BODIES / 2,
    `${tally(statuses.sort())}, ${made} made`,
    ...bad.slice(0, 3),
  );
  report.check(`${name}: the server lives after them`, member.server.isAlive());
}
