// An account of a data folder, and what the books say of it: read with the program's own commands.
import { command } from "../lib/process.mjs";

export const ACCOUNT = "judged";

/** Charges by request id, tokens used and granted. Throws when the file is not sound, or a sum does not add up. */
export async function books(data, account = ACCOUNT) {
  await command("check", "--data", data);
  const rows = JSON.parse(await command("audit", "charges", account, "--last", "999999", "--json", "--data", data));
  // Free repeats have rows, too.
  const charges = rows.filter(({ tokens }) => Number(tokens) > 0);
  const grants = JSON.parse(await command("tokens", "list", account, "--json", "--data", data));
  const sum = (rows, name) => rows.reduce((all, row) => all + Number(row[name]), 0);
  return {
    ids: charges.map((charge) => charge.request_id),
    charged: sum(charges, "tokens"),
    used: sum(grants, "used"),
    granted: sum(grants, "tokens"),
  };
}
