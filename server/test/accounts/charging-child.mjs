// A server that charges as fast as it can, 16 at a time, and says "ID" for each charge it was told is on disk.
import { writeSync } from "node:fs";
import { openAccounts } from "../../dist/accounts/open.js";

const [file, key, round] = process.argv.slice(2);
const accounts = await openAccounts({ file });
const access = accounts.find(key);
const entry = { endpoint: "observation/realtime", rows: 96, columns: 21, status: 200, duration: 1, bytes: 18_000 };

async function client(name) {
  for (let i = 0; ; i++) {
    const requestId = `${round}-${name}-${i}`;
    await accounts.repeat(access, requestId, "f");
    const at = Date.now();
    const answer = { asOf: at, revision: "r", hash: requestId };
    await accounts.charge(await accounts.hold(access, 3, { repeat: requestId }), { ...entry, requestId, at, answer });
    // Synchronous: what is written here has left the process, whatever becomes of it.
    writeSync(1, `${requestId}\n`);
  }
}

await Promise.all(Array.from({ length: 16 }, (_, i) => client(i)));
