import { administer, type Call, command } from "./command.js";
import { printList, time, tokens as toTokens } from "./output.js";
import { given, parseTime, parseTokens } from "./values.js";

export const tokens = command("tokens", "tokens: grants of tokens to accounts", {
  grant: { arguments: ["ACCOUNT", "N"], options: { starts: "TIME", expires: "TIME" }, run: grant },
  list: { arguments: ["[ACCOUNT]"], options: { json: undefined }, run: list },
  end: { arguments: ["GRANT"], run: end },
});

async function grant(call: Call): Promise<void> {
  const [account, amount] = call.arguments as [string, string];
  const micro = parseTokens("N", amount);
  const [starts, expires] = [given(call, "starts", parseTime), given(call, "expires", parseTime)];
  const id = await administer(call, (administration) =>
    administration.grantTokens(account, { tokens: micro, starts, expires }),
  );
  const from = starts === undefined ? "" : ` from ${time(starts)}`;
  const until = expires === undefined ? "" : ` until ${time(expires)}`;
  call.io.out(`grant ${id}: ${toTokens(micro)} tokens for account ${account}${from}${until}`);
}

async function list(call: Call): Promise<void> {
  const rows = await administer(call, (administration) => administration.grants(call.arguments[0]));
  printList(
    call,
    rows.map(({ id, account, tokens: granted, used, starts, expires }) => {
      return {
        grant: id,
        account,
        tokens: toTokens(granted),
        used: toTokens(used),
        starts: time(starts),
        expires: time(expires),
      };
    }),
  );
}

async function end(call: Call): Promise<void> {
  const [id] = call.arguments as [string];
  const grant = await administer(call, (administration) => administration.endGrant(id));
  call.io.out(`grant ${id} of account ${grant.account} ended, ${toTokens(grant.tokens - grant.used)} tokens unused`);
}
