// Many clients for the last tokens: never more than was granted, and the rest is told so.

import { ask, day, newAgent, observation } from "../lib/client.mjs";
import { openAccount, startServer } from "../lib/process.mjs";
import { books } from "./account.mjs";

const CLIENTS = 16;
const EACH = 20;
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
    const key = await openAccount(data, GRANT);
    const server = await startServer(["--data", data, "--synthetic", "--rate", "1000000", "--running", "16"]);
    const agent = newAgent();
    const clients = Array.from({ length: CLIENTS }, async () => {
      const answers = [];
      for (let i = 0; i < EACH; i++) answers.push(await ask(server.address, { key, agent, path: path() }));
      return answers;
    });
    const answers = (await Promise.all(clients)).flat();
    agent.destroy();
    const account = JSON.parse((await ask(server.address, { key, path: "/v1/account" })).body).tokens;
    await server.stop();
    const { ids, used, granted } = await books(data);
    const paid = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 402);
    const cost = paid.reduce((sum, { headers }) => sum + Number(headers["api-tokens-cost"]), 0);
    report.check(
      `${name}: 200 or 402`,
      paid.length > 0 && refused.length > 0 && paid.length + refused.length === CLIENTS * EACH,
      `${paid.length} and ${refused.length}`,
    );
    report.check(`${name}: never above the grant`, used <= granted, `${used} of ${granted}`);
    report.check(
      `${name}: one charge for each answer, at the price it names`,
      ids.length === paid.length && Math.abs(cost - used) < 1e-4,
      `${cost} and ${used}`,
    );
    const least = Math.min(...refused.map(({ headers }) => Number(headers["api-tokens-cost"])));
    report.check(
      `${name}: all that could be spent was`,
      granted - used < least,
      `${granted - used} left, ${least} was refused`,
    );
    report.check(`${name}: nothing stays held`, account.held === 0, `${account.held}`);
  }
}
