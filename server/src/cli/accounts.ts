import { administer, type Call, command, UsageError } from "./command.js";
import { printList, time, tokens } from "./output.js";
import { given, parseTime, parseTokens } from "./values.js";

export const accounts = command("accounts", "accounts: the holders of keys and tokens", {
  create: { arguments: ["NAME"], options: { tokens: "N", expires: "TIME" }, run: create },
  list: { arguments: [], options: { json: undefined }, run: list },
});

function create(call: Call): void {
  const [name] = call.arguments as [string];
  const micro = given(call, "tokens", parseTokens);
  const expires = given(call, "expires", parseTime);
  if (micro === undefined && expires !== undefined) throw new UsageError("--expires requires --tokens");
  const grant = micro === undefined ? undefined : { tokens: micro, expires };
  administer(call, (administration) => administration.createAccount(name, grant), true);
  const until = expires === undefined ? "" : ` until ${time(expires)}`;
  call.io.out(`account ${name} created with ${tokens(micro ?? 0)} tokens${until}`);
}

function list(call: Call): void {
  const rows = administer(call, (administration) => administration.accounts());
  printList(
    call,
    rows.map(({ name, created, keys, granted, used, remaining }) => {
      const sums = { granted: tokens(granted), used: tokens(used), remaining: tokens(remaining) };
      return { account: name, created: time(created), keys, ...sums };
    }),
  );
}
