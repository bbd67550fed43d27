// Clients of one account, each asking the next thing when it has an answer.
import { setTimeout as pause } from "node:timers/promises";
import { linesOf, within } from "./client.mjs";

/** ms that a client rests at least after a request that came to nothing. */
const REST = 20;

/** The ids that a whole answer must have been charged under. */
export function chargesOf(asked, { whole, status, id, headers, body }) {
  if (!whole || status !== 200 || asked.method === "HEAD") return [];
  const name = id ?? headers["x-request-id"];
  if (!asked.path.endsWith("/batch")) return [name];
  return linesOf(body).flatMap(({ index, response }) => (response === undefined ? [] : [`${name}.${index}`]));
}

/**
 * @param {(question: any) => Promise<any>} send
 * @param {(answered: any[]) => any} next what is asked, made anew for each
 * @param {object} [options]
 * @param {number} [options.clients]
 * @param {(answer: any) => any} [options.keep] what is kept of an answer; all of a hundred thousand would not fit
 * @param {(sent: number) => boolean} [options.isMore] whether another one is asked after so many
 * @param {number} [options.rest] ms between an answer and the next question of a client: without any, clients and servers take all that the
 *   machine has, whatever else runs on it
 * @returns `answers`: what was asked, what came (its body only if it tells of an error), when and for which charges; `under`: what is
 *   under way; `stop()`: no new requests, and resolves when all have ended; `ended`: the same by itself, with `isMore`
 */
export function underLoad(send, next, { clients = 16, keep = (answer) => answer, isMore = () => true, rest = 0 } = {}) {
  const under = new Set();
  const answers = [];
  let sent = 0;
  let stopping = false;
  const client = async () => {
    while (!stopping && isMore(sent)) {
      sent++;
      const asked = next(answers);
      const began = performance.now();
      under.add(asked);
      const answer = await send(asked);
      under.delete(asked);
      const at = performance.now();
      const body = answer.status === 200 ? undefined : answer.body?.toString();
      answers.push(keep({ asked, ...answer, body, at, ms: at - began, charges: chargesOf(asked, answer) }));
      const least = answer.whole && answer.status < 400 ? 0 : REST;
      if (Math.max(rest, least) > 0) await pause(Math.max(rest, least));
    }
  };
  const ended = Promise.all(Array.from({ length: clients }, client));
  return {
    answers,
    under,
    ended,
    /** Resolves when so many answers have come whole, or it took too long. */
    hasAnswers: (count, patience) => within(patience, () => answers.filter(({ whole }) => whole).length >= count),
    stop() {
      stopping = true;
      return ended;
    },
  };
}
