// Clients of one account that ask for everything at once, each the next thing as soon as it has an answer.
import { ask, day, newAgent, observation, YEAR } from "../lib/client.mjs";

const MONTHS = JSON.stringify({
  irradiance_unit: "W/m2",
  global_horizontal_irradiance: [90, 120, 165, 215, 240, 255, 245, 220, 185, 145, 100, 80],
  temperature: [4, 6, 10, 15, 20, 24, 26, 25, 22, 16, 10, 6],
});

/** Each answers with what to ask. `charges`: ids of the charges of a whole answer of status 200. */
const KINDS = [
  { weight: 8, make: (random) => get(observation("realtime", { parameters: random.of(["all", "temperature"]) })) },
  { weight: 6, make: (random) => get(observation("historical", day(random.below(365), { parameters: "all" }))) },
  {
    weight: 4,
    make: (random) => get(observation("historical", { ...YEAR, parameters: random.of(["all", "temperature"]) })),
  },
  { weight: 2, make: () => ({ ...get(observation("historical", YEAR)), method: "HEAD" }) },
  { weight: 3, make: again },
  { weight: 2, make: batch },
  { weight: 1, make: (random) => imported(random) },
];
const TICKETS = KINDS.flatMap(({ weight, make }) => new Array(weight).fill(make));

function get(path) {
  return { path, headers: { "Accept-Encoding": "gzip" }, most: 1 };
}

/** The day that was asked for before, with its tag: 304. */
function again(random, memory) {
  const [path, tag] = memory.tags.length > 0 ? random.of(memory.tags) : [observation("realtime"), '"none"'];
  return { ...get(path), headers: { "If-None-Match": tag } };
}

function batch(random) {
  const lines = 1 + random.below(4);
  const requests = Array.from({ length: lines }, () => ({
    endpoint: "historical",
    query: { lat: 36.1, lon: -79.95, ...day(random.below(365)) },
  }));
  return { path: "/v1/observation/batch", method: "POST", body: JSON.stringify({ requests }), most: lines };
}

function imported(random) {
  const headers = random.next() < 0.5 ? { "Idempotency-Key": `import-${random.below(1e9)}` } : {};
  return { path: "/v1/climate/import/monthly?lat=36.1&lon=-79.95", method: "POST", body: MONTHS, headers, most: 1 };
}

/** The request ids that a whole answer must have been charged under. */
export function chargesOf(asked, { status, headers, body }) {
  if (status !== 200 || asked.method === "HEAD") return [];
  const id = headers["x-request-id"];
  if (!asked.path.endsWith("/batch")) return [id];
  const lines = body
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  return lines.filter(({ response }) => response !== undefined).map(({ index }) => `${id}.${index}`);
}

/**
 * @returns `hasAnswers()`; `stop()`: no new requests, resolves when all have ended; `answers`: all that came whole; `under`: requests under way
 */
export function underLoad(address, key, random, { clients = 16, kinds = TICKETS } = {}) {
  const under = new Map();
  const answers = [];
  const lost = [];
  const memory = { tags: [] };
  const agent = newAgent();
  let stopping = false;
  const client = async () => {
    while (!stopping) {
      const asked = random.of(kinds)(random, memory);
      under.set(asked, performance.now());
      const answer = await ask(address, { ...asked, key, agent });
      const sent = under.get(asked);
      under.delete(asked);
      if (!answer.whole) {
        lost.push({ asked, answer, sent, ended: performance.now() });
        await new Promise((resolve) => setTimeout(resolve, 20));
        continue;
      }
      answers.push({ asked, answer });
      const tag = answer.status === 200 && asked.method === undefined ? answer.headers.etag : undefined;
      if (tag) memory.tags = [...memory.tags.slice(-20), [asked.path, tag]];
    }
  };
  const done = Promise.all(Array.from({ length: clients }, client)).finally(() => agent.destroy());
  return {
    under,
    answers,
    lost,
    /** Resolves when so many answers have come, or it took too long. */
    async hasAnswers(count, patience) {
      const until = performance.now() + patience;
      while (answers.length < count && performance.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 5));
    },
    stop() {
      stopping = true;
      return done;
    },
  };
}
