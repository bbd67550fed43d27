import { EXPORT_OPTIONS, exportBooks } from "./books-export.js";
import { administer, type Call, command } from "./command.js";
import { printList, time, tokens } from "./output.js";
import { given, parseCount } from "./values.js";

const DEFAULT_LAST = 100;
const LIST = { last: "N", json: undefined };

export const audit = command("audit", "audit: every charge and every change, oldest first", {
  charges: { arguments: ["ACCOUNT"], options: LIST, run: charges },
  changes: { arguments: [], options: LIST, run: changes },
  export: { arguments: [], options: EXPORT_OPTIONS, run: exportBooks },
});

async function charges(call: Call): Promise<void> {
  const [account] = call.arguments as [string];
  const rows = await administer(call, (administration) => administration.charges(account, last(call)));
  printList(
    call,
    rows.map(({ at, tokens: micro, ...row }) => ({ at: time(at), ...row, tokens: tokens(micro) })),
  );
}

async function changes(call: Call): Promise<void> {
  const rows = await administer(call, (administration) => administration.changes(last(call)));
  printList(
    call,
    rows.map(({ at, ...row }) => ({ at: time(at), ...row })),
  );
}

function last(call: Call): number {
  return given(call, "last", parseCount) ?? DEFAULT_LAST;
}
