// A balancer in a few lines: it names each request once, takes the servers in turn, and sends a request whose server died
// before an answer to the next one, under the same name.
import { randomUUID } from "node:crypto";
import { ask, newAgent } from "../lib/client.mjs";

const TRIES = 4;

/** @param {readonly { address: string, isUp: boolean }[]} servers */
export function createBalancer(servers) {
  const agent = newAgent();
  let turn = 0;
  const next = () => {
    const up = servers.filter(({ isUp }) => isUp);
    return up[turn++ % up.length];
  };
  return {
    /** @returns the answer, with the request's name and the number of servers that were asked */
    async ask(question) {
      const id = randomUUID();
      const headers = { ...question.headers, "X-Request-Id": id };
      for (let tries = 1; ; tries++) {
        const { address } = next() ?? {};
        const answer = address
          ? await ask(address, { ...question, headers, agent })
          : { whole: false, error: "none is up" };
        if (answer.whole || tries === TRIES) return { ...answer, id, tries };
      }
    },
    close: () => agent.destroy(),
  };
}
