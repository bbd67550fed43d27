/** `keys` and `tokens`: what opens an account, and what it may spend. */
import type { MadeKey } from "../accounts/administration.js";
import { type RefundOptions, refundCharge, refundCut } from "../accounts/refunds.js";
import {
  actorOf,
  administer,
  type Call,
  command,
  given,
  parseDuration,
  parseScope,
  parseTime,
  parseTokens,
  printList,
  time,
  tokens as toTokens,
  UsageError,
  withDatabase,
} from "./command.js";

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
  const made = await administer(call, (admin) =>
    admin.createKey(account, { ...newKeyOptions(call), scope: given(call, "scope", parseScope) }),
  );
  show(call, made, `key ${made.id} of account ${account} created${until(made)}`);
}

/** From standard input: an argument could be read by every user of the machine. */
async function importKey(call: Call): Promise<void> {
  const [account] = call.arguments as [string];
  const text = (await call.io.input()).replace(/\r?\n$/, "");
  const made = await administer(call, (admin) =>
    admin.importKey(account, text, { ...newKeyOptions(call), scope: given(call, "scope", parseScope) }),
  );
  call.io.out(`key ${made.id} of account ${account} imported${until(made)}`);
}

async function list(call: Call): Promise<void> {
  const rows = await administer(call, (admin) => admin.keys(call.arguments[0]));
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
  const made = await administer(call, (admin) => admin.rotateKey(id, grace, newKeyOptions(call)));
  show(call, made, `key ${made.id} replaces ${id}, which remains valid until ${time(made.oldExpires)}`);
}

async function revoke(call: Call): Promise<void> {
  const [id] = call.arguments as [string];
  const { account } = await administer(call, (admin) => admin.revokeKey(id));
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

const REFUND = { reason: "TEXT", tokens: "N", expires: "TIME", cut: undefined, from: "TIME", to: "TIME" };

export const tokens = command("tokens", "tokens: grants of tokens to accounts, and refunds of charges", {
  grant: { arguments: ["ACCOUNT", "N"], options: { starts: "TIME", expires: "TIME" }, run: grant },
  list: { arguments: ["[ACCOUNT]"], options: { json: undefined }, run: listGrants },
  end: { arguments: ["GRANT"], run: end },
  refund: { arguments: ["[ACCOUNT]", "[REQUEST_ID]"], options: REFUND, run: refund },
});

async function grant(call: Call): Promise<void> {
  const [account, amount] = call.arguments as [string, string];
  const micro = parseTokens("N", amount);
  const [starts, expires] = [given(call, "starts", parseTime), given(call, "expires", parseTime)];
  const id = await administer(call, (admin) => admin.grantTokens(account, { tokens: micro, starts, expires }));
  const from = starts === undefined ? "" : ` from ${time(starts)}`;
  const until = expires === undefined ? "" : ` until ${time(expires)}`;
  call.io.out(`grant ${id}: ${toTokens(micro)} tokens for account ${account}${from}${until}`);
}

async function listGrants(call: Call): Promise<void> {
  const rows = await administer(call, (admin) => admin.grants(call.arguments[0]));
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
  const grant = await administer(call, (admin) => admin.endGrant(id));
  call.io.out(`grant ${id} of account ${grant.account} ended, ${toTokens(grant.tokens - grant.used)} tokens unused`);
}

/** Of one charge, or of all answers of a period that did not go out whole. */
async function refund(call: Call): Promise<void> {
  const reason = call.option("reason");
  if (reason === undefined) throw new UsageError("--reason must say why, got nothing: it stays in the books");
  const options: RefundOptions = { reason, expires: given(call, "expires", parseTime) };
  return call.has("cut") ? refundOfCut(call, options) : refundOfCharge(call, options);
}

async function refundOfCharge(call: Call, options: RefundOptions): Promise<void> {
  const [account, requestId] = call.arguments;
  if (account === undefined || requestId === undefined) {
    throw new UsageError("arguments must be ACCOUNT REQUEST_ID, or --cut for all cut answers of a period");
  }
  if (call.option("from") !== undefined || call.option("to") !== undefined) {
    throw new UsageError("--from and --to require --cut: a request is refunded by its id");
  }
  const of = { account, requestId, tokens: given(call, "tokens", parseTokens), ...options };
  const refunded = await withDatabase(call, (database) => refundCharge(database, actorOf(call), of));
  const text = `${toTokens(refunded.tokens)} tokens of request ${requestId} for account ${account}`;
  call.io.out(`grant ${refunded.grant}: ${text}`);
}

async function refundOfCut(call: Call, options: RefundOptions): Promise<void> {
  const [account, requestId] = call.arguments;
  const [from, to] = [given(call, "from", parseTime), given(call, "to", parseTime)];
  if (requestId !== undefined) throw new UsageError(`--cut takes all cut answers of a period, got ${requestId}`);
  if (call.option("tokens") !== undefined)
    throw new UsageError("--tokens is of one request: --cut refunds all of each");
  if (from === undefined || to === undefined || from >= to) {
    throw new UsageError("--cut requires --from TIME and a later --to TIME");
  }
  const work = { account, from, to, ...options };
  const { charges, tokens } = await withDatabase(call, (database) => refundCut(database, actorOf(call), work));
  call.io.out(`${charges} charges (${toTokens(tokens)} tokens) of cut answers are refunded`);
}
