/** The accounts of a server without a data folder: there are none, and nothing is written anywhere. */
import { type Accounts, type Balance, OutOfTokensError } from "./accounts.js";

const NOTHING: Balance = { granted: 0, used: 0, held: 0, remaining: 0, nextExpiry: null, expired: 0 };

/** No key opens anything, so that nobody ever holds tokens. */
export const NOBODY: Accounts = {
  any: false,
  find: () => undefined,
  balance: () => NOTHING,
  hold: (_access, tokens) => {
    throw new OutOfTokensError(tokens, NOTHING);
  },
  charge: ({ tokens }) => Promise.reject(new OutOfTokensError(tokens, NOTHING)),
  release: () => {},
  repeat: () => ({ kind: "new" }),
  forgetRepeat: () => {},
  keys: () => [],
  usage: () => [],
  close: () => Promise.resolve(),
};
