// Clients of one account behind a balancer, each asking the next thing as soon as it has an answer.
import { day, observation } from "../lib/client.mjs";

const KINDS = [
  () => ({ path: observation("realtime", { parameters: "temperature" }) }),
  (random) => ({ path: observation("historical", day(random.below(365))) }),
  (random) => ({
    path: "/v1/observation/batch",
    method: "POST",
    headers: { "Idempotency-Key": `batch-${random.below(1e9)}` },
    body: JSON.stringify({
      requests: [0, 1].map(() => ({
        endpoint: "historical",
        query: { lat: 36.1, lon: -79.95, ...day(random.below(365)) },
      })),
    }),
  }),
];

/** Ids of the charges that a whole answer was charged under. */
function chargesOf({ id, status, body }, asked) {
  if (status !== 200) return [];
  if (asked.method !== "POST") return [id];
  const lines = body.toString().trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line)).flatMap(({ index, response }) => (response ? [`${id}.${index}`] : []));
}

export function underLoad(balancer, key, random, { clients = 24, kinds = KINDS } = {}) {
  const answers = [];
  let stopping = false;
  const client = async () => {
    while (!stopping) {
      const asked = random.of(kinds)(random);
      const began = performance.now();
      const answer = await balancer.ask({ ...asked, key });
      const { status, whole, id, tries, headers } = answer;
      const told = status === 503 ? { message: answer.body?.toString(), retryAfter: headers["retry-after"] } : {};
      answers.push({
        at: performance.now(),
        ms: performance.now() - began,
        status,
        whole,
        id,
        tries,
        ...told,
        charges: whole ? chargesOf(answer, asked) : [],
      });
      if (status !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const done = Promise.all(Array.from({ length: clients }, client));
  return {
    answers,
    stop() {
      stopping = true;
      return done;
    },
  };
}
