import { administer, type Call, command } from "./command.js";
import { printList, tokens } from "./output.js";
import { given, parseCount } from "./values.js";

const DEFAULT_DAYS = 31;

export const usage = command("usage", "usage: requests and tokens of an account by day and endpoint", {
  "": { arguments: ["ACCOUNT"], options: { days: "N", json: undefined }, run: list },
});

async function list(call: Call): Promise<void> {
  const [account] = call.arguments as [string];
  const days = given(call, "days", parseCount) ?? DEFAULT_DAYS;
  const rows = await administer(call, (administration) => administration.usage(account, days));
  printList(
    call,
    rows.map((row) => ({ day: row.day, endpoint: row.endpoint, requests: row.requests, tokens: tokens(row.tokens) })),
  );
}
