// A server that charges requests of the last days, a third of whose answers are cut, and says "ID" for each charge.
import { writeSync } from "node:fs";
import { openAccounts } from "../../dist/accounts/open.js";

const [file, key, round] = process.argv.slice(2);
const accounts = await openAccounts({ file, poll: 20 });
const access = accounts.find(key);
const entry = { endpoint: "observation/realtime", rows: 96, columns: 21, status: 200, duration: 1, bytes: 18_000 };
const DAY = 86_400_000;

async function client(name) {
  for (let i = 0; ; i++) {
    const requestId = `${round}-${name}-${i}`;
    await accounts.repeat(access, requestId, "f");
    const at = Date.now() - (i % 7) * DAY;
    const answer = { asOf: at, revision: "r", hash: requestId };
    await accounts.charge(await accounts.hold(access, 3, { repeat: requestId }), { ...entry, requestId, at, answer });
    if (i % 3 === 0) accounts.noteCut(access, [requestId]);
    writeSync(1, `${requestId}\n`);
  }
}

await Promise.all(Array.from({ length: 4 }, (_, i) => client(i)));
