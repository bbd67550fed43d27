import type { MadeKey } from "../accounts/administration.js";
import { administer, type Call, command, UsageError } from "./command.js";
import { printList, time } from "./output.js";
import { given, parseDuration, parseScope, parseTime } from "./values.js";

const RENEWED_KEY = { label: "TEXT", expires: "TIME" };
const NEW_KEY = { scope: "all|read", ...RENEWED_KEY };

export const keys = command("keys", "keys: API keys of accounts; a key is shown only when it is created", {
  create: { arguments: ["ACCOUNT"], options: NEW_KEY, run: create },
  import: { arguments: ["ACCOUNT"], options: NEW_KEY, run: importKey },
  list: { arguments: ["[ACCOUNT]"], options: { json: undefined }, run: list },
  rotate: { arguments: ["KEY"], options: { grace: "TIME", ...RENEWED_KEY }, run: rotate },
  revoke: { arguments: ["KEY"], run: revoke },
});

async function create(call: Call): Promise<void> {
  const [account] = call.arguments as [string];
  const made = await administer(call, (administration) =>
    administration.createKey(account, { ...newKeyOptions(call), scope: given(call, "scope", parseScope) }),
  );
  show(call, made, `key ${made.id} of account ${account} created${until(made)}`);
}

/** From standard input: an argument could be read by every user of the machine. */
async function importKey(call: Call): Promise<void> {
  const [account] = call.arguments as [string];
  const text = (await call.io.input()).replace(/\r?\n$/, "");
  const made = await administer(call, (administration) =>
    administration.importKey(account, text, { ...newKeyOptions(call), scope: given(call, "scope", parseScope) }),
  );
  call.io.out(`key ${made.id} of account ${account} imported${until(made)}`);
}

async function list(call: Call): Promise<void> {
  const rows = await administer(call, (administration) => administration.keys(call.arguments[0]));
  printList(
    call,
    rows.map(({ id, account, label, scope, created, lastUsed, expires, revoked }) => {
      const times = {
        created: time(created),
        last_used: time(lastUsed),
        expires: time(expires),
        revoked: time(revoked),
      };
      return { key: id, account, label, scope, ...times };
    }),
  );
}

async function rotate(call: Call): Promise<void> {
  const [id] = call.arguments as [string];
  const grace = given(call, "grace", parseDuration);
  if (grace === undefined)
    throw new UsageError("--grace must state how long the old key remains valid, such as 7d or 0, got nothing");
  const made = await administer(call, (administration) => administration.rotateKey(id, grace, newKeyOptions(call)));
  show(call, made, `key ${made.id} replaces ${id}, which remains valid until ${time(made.oldExpires)}`);
}

async function revoke(call: Call): Promise<void> {
  const [id] = call.arguments as [string];
  const { account } = await administer(call, (administration) => administration.revokeKey(id));
  call.io.out(`key ${id} of account ${account} revoked`);
}

function newKeyOptions(call: Call) {
  return { label: call.option("label"), expires: given(call, "expires", parseTime) };
}

/** Standard output has only the key, so that a script can read it; its description goes to standard error. */
function show(call: Call, { text }: MadeKey, remark: string): void {
  call.io.out(text);
  call.io.err(`${remark}; it is not shown again`);
}

function until({ expires }: MadeKey): string {
  return expires === null ? "" : `, valid until ${time(expires)}`;
}
