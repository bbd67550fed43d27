/** No accounts at all: a server without a data folder, which the demo key alone opens. Nothing is written anywhere. */
import type { Access, Accounts, Balance } from "./accounts.js";
import { requestCounter } from "./request-counter.js";
import { unknownStanding } from "./standing.js";

const NOTHING: Balance = { granted: 0, used: 0, held: 0, remaining: 0, nextExpiry: null, expired: 0 };

export function noAccounts(): Accounts {
  const refuse = (): never => {
    throw new Error("this server has no accounts");
  };
  return {
    any: false,
    names: [],
    available: true,
    jobs: undefined,
    find: (): Access | undefined => undefined,
    standing: unknownStanding,
    balance: () => NOTHING,
    inForce: () => ({ granted: 0, used: 0 }),
    currentBalance: async () => NOTHING,
    hold: async () => refuse(),
    charge: async () => refuse(),
    release() {},
    noteCut() {},
    repeat: async () => refuse(),
    forgetRepeat() {},
    keys: () => [],
    usage: async () => [],
    books: async () => ({ rows: [], next: null }),
    clockOffset: async () => undefined,
    counter: requestCounter,
    async close() {},
  };
}
