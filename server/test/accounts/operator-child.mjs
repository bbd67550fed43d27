// An operator who refunds and prunes as fast as he can, and says "refunded ID" for each charge that he refunded by its id.
import { writeSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { pruneCharges, refundCharge, refundCut } from "../../dist/accounts/refunds.js";
import { openAdministered } from "../../dist/accounts/transfer.js";

const [file] = process.argv.slice(2);
const database = await openAdministered({ file });
const reason = "test";
const WHOLE = "SELECT request_id AS id FROM charge WHERE cut = 0 ORDER BY at DESC, request_id LIMIT 3";

for (;;) {
  const now = Date.now();
  const actor = { name: "ann", now };
  for (const { id: requestId } of await database.all(WHOLE)) {
    const refunded = await refundCharge(database, actor, { account: "lab", requestId, reason }).catch((cause) => {
      if (!(cause instanceof RangeError)) throw cause; // refunded already
    });
    if (refunded) writeSync(1, `refunded ${requestId}\n`);
  }
  await refundCut(database, actor, { from: now - 1e9, to: now, reason, batch: 5 });
  await pruneCharges(database, { before: now - 5 * 86_400_000, actor, batch: 7 });
  writeSync(1, "round\n");
  await pause(1);
}
