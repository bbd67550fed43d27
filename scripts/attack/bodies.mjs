// Requests made to hold a server: those that once did, and relatives of theirs. Each is `{ name, method, path, body?, headers? }`.
import { MONTHS, PLACE } from "../lib/client.mjs";

const HOUR = { start: "2024-06-01T00:00Z", end: "2024-06-01T01:00Z", frequency: "1_hour" };
const PLACES = [
  [50, 10],
  [21, 79],
  [-3, -60],
];
const KIND = { jobs: "/v1/jobs", batch: "/v1/observation/batch", import: "/v1/climate/import/monthly" };

/** By what of a query they strain. @type {{ [name: string]: (size: number) => { [key: string]: unknown } }} */
const STRAINS = {
  zone: (size) => ({ time_zone: `utc${" ".repeat(size)}x` }),
  names: (size) => ({ parameters: `${"temperature,".repeat(size / 12)}temperature` }),
  strangers: (size) => ({ parameters: `${"x,".repeat(size / 2)}x` }),
  number: (size) => ({ surface_tilt: `1.${"0".repeat(size)}` }),
  time: (size) => ({ start: `-${"0".repeat(size)}900days` }),
  horizon: (size) => ({ horizon: `${"1,".repeat(size / 2)}1` }),
  keys: (size) => Object.fromEntries(Array.from({ length: size / 12 }, (_, k) => [`unknown${k}`, 1])),
  key: (size) => ({ ["k".repeat(size)]: "1" }),
  controls: (size) => ({ time_zone: "\u0000\u001b\n".repeat(size / 3), frequency: "1_hour\u0007" }),
  marks: (size) => ({ time_zone: "Ω≈ç√\u202e".repeat(size / 12) }),
};
export const STRAIN_NAMES = Object.keys(STRAINS);

const nested = (depth, [open, close] = ["[", "]"]) => open.repeat(depth) + close.repeat(depth);
const objects = (depth) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const sitesOf = (count, more = {}) =>
  Array.from({ length: count }, (_, k) => ({ lat: PLACES[k % 3][0], lon: PLACES[k % 3][1], ...more }));

export const get = (name, query) => ({ name, method: "GET", path: `/v1/observation/realtime?${urlOf(query)}` });
export const post = (name, kind, body, headers = {}) => ({
  name: `${kind}: ${name}`,
  method: "POST",
  path: KIND[kind],
  body: typeof body === "string" ? body : JSON.stringify(body),
  headers,
});

/** Controls and blanks are escaped, as a client must. */
function urlOf(query) {
  const all = Object.entries({ lat: 50, lon: 10, ...query });
  return all.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`).join("&");
}

/** A strain of a size, by each way into the server. */
export function strained(kind, strain, size, sites = 10) {
  const query = STRAINS[strain](size);
  const name = `${strain} of ${size}`;
  if (kind === "get") return get(name, query);
  if (kind === "batch")
    return post(name, kind, { requests: [{ endpoint: "realtime", query: { lat: 50, lon: 10, ...query } }] });
  if (kind === "import") return post(name, kind, { ...PLACE, ...MONTHS, ...query });
  return post(name, kind, { endpoint: "historical", query: { ...HOUR, ...query }, sites: sitesOf(sites) });
}

/** Lists and objects in one another, where a site, a request or a column is expected. */
export function deep(kind, depth, isList = true, headers = {}) {
  const value = isList ? nested(depth) : objects(depth);
  const bodies = {
    jobs: `{"endpoint":"historical","query":{},"sites":[${value}]}`,
    batch: `{"requests":[${value}]}`,
    import: `{"lat":50,"lon":10,"temperature":${value}}`,
  };
  return post(`${depth} deep`, kind, bodies[kind], headers);
}

/** An honest job of many sites. */
export const manySites = (count, more) =>
  post(`${count} sites`, "jobs", { endpoint: "historical", query: HOUR, sites: sitesOf(count, more) });

const KIB = 1024;
const MOST_BODY = 64 * KIB - 300;
const MOST_URL = 15_000;

/** Every request of the report, at its size: what a URL, a body and the body of a job may have at most. */
export function reported() {
  const all = STRAIN_NAMES.flatMap((strain) => [
    // Three letters for each blank or control of a URL.
    strained("get", strain, ["zone", "controls", "marks", "horizon"].includes(strain) ? MOST_URL / 4 : MOST_URL / 2),
    strained("batch", strain, MOST_BODY / 4),
    strained("batch", strain, MOST_BODY / 2),
    strained("import", strain, MOST_BODY / 2),
    ...[98, 244, 1900].map((size) => strained("jobs", strain, size * KIB, 10_000)),
  ]);
  const twins = Array.from({ length: 2 }, () => strained("jobs", "names", 3900 * KIB, 1000));
  const deeps = ["jobs", "batch", "import"].flatMap((kind) => {
    const depth = kind === "jobs" ? 100_000 : 30_000;
    return [
      deep(kind, depth),
      deep(kind, depth, true, { "Idempotency-Key": `deep-${kind}` }),
      deep(kind, depth / 8, false, { "Idempotency-Key": `objects-${kind}` }),
    ];
  });
  const zeros = post("two million zeros", "jobs", `{"endpoint":"historical","sites":[${"0,".repeat(1_950_000)}0]}`);
  const blanks = post("a million objects", "jobs", `{"endpoint":"historical","sites":[${"{},".repeat(1_300_000)}{}]}`);
  return [...all, ...twins, ...deeps, zeros, blanks, manySites(10_000), manySites(100, { time_zone: "Europe/Zurich" })];
}

/** A relative of them: another way in, another size, twice, cut, or with a letter changed. */
export function relative(random) {
  const kind = random.of(["get", "batch", "jobs", "jobs", "import"]);
  const largest = kind === "get" ? MOST_URL / 4 : kind === "jobs" ? 512 * KIB : MOST_BODY / 2;
  // As many small ones as large ones of each magnitude.
  const size = Math.floor(largest ** random.next());
  if (kind !== "get" && random.below(6) === 0) return repeated(random, deep(kind, 1 + size / 8, random.below(2) === 0));
  const made = strained(kind, random.of(STRAIN_NAMES), size, 1 + random.below(50));
  return repeated(random, random.below(3) === 0 ? damaged(random, made) : made);
}

function repeated(random, asked) {
  if (asked.method === "GET" || random.below(4) > 0) return asked;
  return { ...asked, headers: { ...asked.headers, "Idempotency-Key": `key-${random.below(100)}` } };
}

function damaged(random, asked) {
  if (asked.body === undefined)
    return { ...asked, path: `${asked.path}&${asked.path.split("?")[1]}`.slice(0, MOST_URL) };
  const { body } = asked;
  const at = random.below(body.length);
  const change = random.of(["cut", "letter", "twice"]);
  const cuts = { cut: body.slice(0, at), twice: body.slice(0, at) + body.slice(at / 2) };
  const letter = random.of(['"', "{", "]", ",", "\u0000", "\\", "\ud800", "é"]);
  return { ...asked, body: cuts[change] ?? body.slice(0, at) + letter + body.slice(at + 1) };
}
