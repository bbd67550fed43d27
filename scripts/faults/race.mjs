// Many clients for the last tokens: never more than was granted, and the rest is told so.

import { ask, day, newAgent, observation, tokensOf } from "../lib/client.mjs";
import { underLoad } from "../lib/load.mjs";
import { books, micro, sum } from "../lib/process.mjs";
import { startService } from "./service.mjs";

const CLIENTS = 16;
const REQUESTS = 20 * CLIENTS;
const GRANT = 100;

export async function race({ report, random, folder }) {
  await one("race for tokens of 1", () => observation("realtime"));
  await one("race for tokens of any part", () => {
    const start = Date.UTC(2023, 0, 1 + random.below(100));
    const end = start + (1 + random.below(20)) * 86_400_000;
    const time = (ms) => new Date(ms).toISOString().replace(/\.\d+/, "");
    return observation("historical", { ...day(0), start: time(start), end: time(end) });
  });

  async function one(name, path) {
    const data = `${folder}/${name.replaceAll(" ", "-")}`;
    const { key, server } = await startService(data, ["--running", "16"], { tokens: GRANT });
    const agent = newAgent();
    const send = (asked) => ask(server.address, { ...asked, key, agent });
    const next = () => ({ path: path() });
    const load = underLoad(send, next, { clients: CLIENTS, isMore: (sent) => sent < REQUESTS });
    await load.ended;
    agent.destroy();
    const { held } = await tokensOf(server.address, key);
    await server.stop();
    const { ids, used, granted } = await books(data);
    const [paid, refused] = [200, 402].map((wanted) => load.answers.filter(({ status }) => status === wanted));
    const priceOf = ({ headers }) => micro(headers["api-tokens-cost"]);
    const cost = sum(paid, priceOf);
    report.check(
      `${name}: 200 or 402`,
      paid.length > 0 && refused.length > 0 && paid.length + refused.length === REQUESTS,
      `${paid.length} and ${refused.length}`,
    );
    report.check(`${name}: never above the grant`, used <= granted, `${used} of ${granted}`);
    const isPaid = ids.length === paid.length && cost === used;
    report.check(`${name}: one charge for each answer, at the price it names`, isPaid, `${cost} and ${used}`);
    const [left, least] = [granted - used, Math.min(...refused.map(priceOf))];
    report.check(`${name}: all that could be spent was`, left < least, `${left} left, ${least} was refused`);
    report.check(`${name}: nothing stays held`, held === 0, held);
  }
}
