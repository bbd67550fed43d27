// Clients that send each request again under its Idempotency-Key until they have its answer, and then now and again: with relative
// times, whose answer is another one each minute.
import { setTimeout as pause } from "node:timers/promises";
import { ask, observation, PLACE } from "../lib/client.mjs";

const CLIENTS = 4;
/** Requests beside those whose answer was lost. */
const NEW_SHARE = 0.5;
/** As many repeats are free. */
const REPEATS = 3;
const HOUR = { start: "-1hours", frequency: "1_minute" };
/** ms after which an answer with its own "now" would be another one. */
const NEXT_MINUTE = 61_000;
const PATIENCE = 120_000;

const GZIP = { "Accept-Encoding": "gzip" };
const KINDS = [
  { path: observation("realtime", HOUR) },
  { path: observation("realtime", { ...HOUR, response_format: "csv", parameters: "all" }), coded: GZIP },
  { path: observation("realtime", { start: "-7days", frequency: "1_minute", parameters: "all" }), coded: GZIP },
  {
    path: "/v1/observation/batch",
    method: "POST",
    body: JSON.stringify({
      requests: [HOUR, {}].map((query) => ({ endpoint: "realtime", query: { ...PLACE, ...query } })),
    }),
    lines: 2,
  },
];

/** @returns `against(address)`: they begin; `stop()`; `finish(address)`: none is left without an answer, each was asked for again; `found` */
export function repeating(key, random) {
  const all = [];
  const found = { cut: 0, same: 0, usedUp: 0, changed: 0, other: [], strange: [] };
  let stopping = false;
  let running = Promise.resolve();

  const made = () => {
    const idempotencyKey = `k-${all.length}-${random.below(1e9)}`;
    const question = { ...random.of(KINDS), idempotencyKey, answer: undefined, at: 0, repeats: 0, isBusy: false };
    all.push(question);
    return question;
  };

  const asked = async (address, question) => {
    question.isBusy = true;
    const { path, method, body, coded = {}, idempotencyKey } = question;
    const answer = await ask(address, {
      key,
      path,
      method,
      body,
      headers: { ...coded, "Idempotency-Key": idempotencyKey },
    });
    question.isBusy = false;
    if (!answer.whole) {
      found.cut++;
      await pause(20);
    } else if (answer.status === 200) noteBytes(question, answer);
    else if (answer.status === 409) noteRefusal(question, answer);
    else found.strange.push(answer.status);
  };

  const noteBytes = (question, { body }) => {
    // What marks a line as a repeat is no part of its answer.
    const bytes = body.toString("latin1").replaceAll('"replayed":true,', "");
    if (question.answer === undefined) Object.assign(question, { answer: bytes, at: performance.now() });
    else if (question.answer === bytes) found.same++;
    else found.other.push(question.path);
    question.repeats++;
  };

  /** It was charged. That it still runs is no refusal. */
  const noteRefusal = (question, { body }) => {
    if (body.includes("still running")) return;
    found[body.includes("repeated 3 times") ? "usedUp" : "changed"]++;
    question.answer ??= "";
    question.repeats = Number.POSITIVE_INFINITY;
  };

  const client = async (address) => {
    while (!stopping) {
      const free = all.filter(({ isBusy }) => !isBusy);
      const lost = free.find(({ answer }) => answer === undefined);
      // One repeat is left for the end.
      const old = free.filter(({ repeats, at }) => repeats < REPEATS && performance.now() - at > NEXT_MINUTE / 4);
      await asked(address, lost ?? (random.next() < NEW_SHARE || old.length === 0 ? made() : random.of(old)));
    }
  };

  return {
    found,
    all,
    against(address) {
      stopping = false;
      running = Promise.all(Array.from({ length: CLIENTS }, () => client(address))).then(() => {});
    },
    stop() {
      stopping = true;
      return running;
    },
    async finish(address) {
      const latest = performance.now() + PATIENCE;
      for (const question of all) {
        while (question.answer === undefined && performance.now() < latest) await asked(address, question);
      }
      await pause(Math.max(0, NEXT_MINUTE - (performance.now() - Math.max(0, ...all.map(({ at }) => at)))));
      for (const question of all) if (question.repeats <= REPEATS) await asked(address, question);
    },
  };
}
