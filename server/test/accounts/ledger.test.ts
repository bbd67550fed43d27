import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import pino from "pino";
import { describe, expect, it, onTestFinished } from "vitest";
import { MICRO, OutOfTokensError, type Share } from "../../src/accounts/accounts.js";
import { type HeldGrant, Ledger } from "../../src/accounts/ledger.js";
import { ClockWatch, noAccounts } from "../../src/accounts/open.js";
import type { AccountsStore } from "../../src/accounts/store.js";
import { StoredAccounts } from "../../src/accounts/stored-accounts.js";
import { asHttpError } from "../../src/http/errors.js";

const grant = (id: string, tokens: number, expires: number | null = null, starts = 0): HeldGrant => {
  return { id, account: "lab", tokens, used: 0, held: 0, starts, expires };
};

describe("a ledger", () => {
  it("takes the tokens that end soonest, across grants", () => {
    const ledger = new Ledger();
    ledger.load([grant("c", 5), grant("b", 5, 200), grant("a", 5, 100), grant("future", 5, 90, 50)]);
    expect(ledger.hold("lab", 12, 10)).toEqual([
      { grant: "a", tokens: 5 },
      { grant: "b", tokens: 5 },
      { grant: "c", tokens: 2 },
    ]);
    expect(ledger.hold("lab", 1, 60)).toEqual([{ grant: "future", tokens: 1 }]);
  });

  it("loses of a grant that ends what was neither used nor held", () => {
    const ledger = new Ledger();
    ledger.load([grant("a", 10, 100), grant("b", 10)]);
    ledger.use(ledger.hold("lab", 3, 0));
    const held = ledger.hold("lab", 4, 0);
    expect(ledger.balance("lab", 99)).toMatchObject({ granted: 20, used: 3, held: 4, remaining: 13, nextExpiry: 100 });
    expect(ledger.balance("lab", 100)).toEqual({
      granted: 17,
      used: 3,
      held: 4,
      remaining: 10,
      nextExpiry: null,
      expired: 3,
    });
    ledger.use(held);
    expect(ledger.balance("lab", 100)).toEqual({
      granted: 17,
      used: 7,
      held: 0,
      remaining: 10,
      nextExpiry: null,
      expired: 3,
    });
  });

  it("gives what is released back to its grant, and loses it when that has ended", () => {
    const ledger = new Ledger();
    ledger.load([grant("a", 10, 100)]);
    const held = ledger.hold("lab", 4, 0);
    expect(ledger.balance("lab", 100).expired).toBe(6);
    ledger.release(held);
    expect(ledger.balance("lab", 100)).toMatchObject({ granted: 0, remaining: 0, expired: 10 });
  });

  it("does not mind a clock that was wrong for a while", () => {
    const ledger = new Ledger();
    ledger.load([grant("a", 10, 100)]);
    expect(() => ledger.hold("lab", 1, 5000)).toThrow(OutOfTokensError);
    expect(ledger.hold("lab", 10, 50)).toEqual([{ grant: "a", tokens: 10 }]);
  });

  it("says what a request costs and what is left when that is too little, and holds nothing", () => {
    const ledger = new Ledger();
    ledger.load([grant("a", 1_500_000)]);
    expect(() => ledger.hold("lab", 2_000_000, 0)).toThrow("the request costs 2 tokens; 1.5 are left");
    expect(ledger.balance("lab", 0).held).toBe(0);
    expect(() => ledger.hold("nobody", 1, 0)).toThrow(OutOfTokensError);
    expect(ledger.hold("nobody", 0, 0)).toEqual([]);
  });

  it("keeps its holds when what is stored changes", () => {
    const ledger = new Ledger();
    ledger.load([grant("a", 10)]);
    const held = ledger.hold("lab", 4, 0);
    ledger.load([grant("a", 10), grant("b", 1)]);
    expect(ledger.balance("lab", 0)).toMatchObject({ granted: 11, held: 4, remaining: 7 });
    ledger.release(held);
    expect(ledger.balance("lab", 0)).toMatchObject({ held: 0, remaining: 11 });
  });
});

/** Every token a thing of its own: nothing to get wrong. */
class Tokens {
  grants: HeldGrant[] = [];
  readonly tokens: { grant: HeldGrant; state: "free" | "held" | "used" }[] = [];

  add(stored: HeldGrant): void {
    this.grants.push(stored);
    for (let i = 0; i < stored.tokens; i++) this.tokens.push({ grant: stored, state: "free" });
  }

  take(count: number, now: number) {
    const end = ({ grant: { expires } }: { grant: HeldGrant }) => expires ?? 1e9;
    const free = this.tokens.filter((token) => token.state === "free" && isLive(token.grant, now));
    free.sort((a, b) => end(a) - end(b) || a.grant.starts - b.grant.starts || (a.grant.id < b.grant.id ? -1 : 1));
    if (free.length < count) return undefined;
    const taken = free.slice(0, count);
    for (const token of taken) token.state = "held";
    return taken;
  }

  balance(now: number) {
    const count = (which: (token: (typeof this.tokens)[number]) => boolean) => this.tokens.filter(which).length;
    const free = count(({ grant, state }) => state === "free" && isLive(grant, now));
    const used = count(({ state }) => state === "used");
    const held = count(({ state }) => state === "held");
    const expired = count(({ grant, state }) => state === "free" && grant.expires !== null && now >= grant.expires);
    const ends = this.tokens.flatMap(({ grant, state }) =>
      state === "free" && isLive(grant, now) ? [grant.expires ?? Number.POSITIVE_INFINITY] : [],
    );
    const next = Math.min(...ends);
    const nextExpiry = Number.isFinite(next) ? next : null;
    return { granted: free + used + held, used, held, remaining: free, nextExpiry, expired };
  }

  stored(): HeldGrant[] {
    return this.grants.map((one) => {
      return { ...one, used: this.tokens.filter(({ grant, state }) => grant === one && state === "used").length };
    });
  }
}

const isLive = ({ starts, expires }: HeldGrant, now: number) => starts <= now && (expires === null || now < expires);

const step = fc.oneof(
  fc.record({ do: fc.constant("hold" as const), tokens: fc.integer({ min: 0, max: 12 }) }),
  fc.record({ do: fc.constantFrom("use" as const, "release" as const), which: fc.nat() }),
  fc.record({ do: fc.constant("wait" as const), time: fc.integer({ min: -10, max: 40 }) }),
  fc.record({
    do: fc.constant("grant" as const),
    tokens: fc.integer({ min: 1, max: 15 }),
    starts: fc.nat({ max: 20 }),
    lasts: fc.option(fc.nat({ max: 100 })),
  }),
  fc.constant({ do: "load" as const }),
);

describe("a ledger beside single tokens", () => {
  it("agrees after any course of grants, holds, charges, releases, ends and reloads", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const [ledger, tokens] = [new Ledger(), new Tokens()];
        const holds: { shares: Share[]; taken: (typeof tokens.tokens)[number][] }[] = [];
        let [now, used] = [0, 0];
        for (const [i, one] of steps.entries()) {
          if (one.do === "wait") now = Math.max(0, now + one.time);
          else if (one.do === "load") ledger.load(tokens.stored());
          else if (one.do === "grant") {
            const starts = now + one.starts;
            tokens.add(grant(`g${i}`, one.tokens, one.lasts === null ? null : starts + one.lasts, starts));
            ledger.load(tokens.stored());
          } else if (one.do === "hold") {
            const taken = tokens.take(one.tokens, now);
            if (taken) holds.push({ shares: ledger.hold("lab", one.tokens, now), taken });
            else expect(() => ledger.hold("lab", one.tokens, now)).toThrow(OutOfTokensError);
          } else if (holds.length > 0) {
            const [{ shares, taken }] = holds.splice(one.which % holds.length, 1) as [(typeof holds)[number]];
            ledger[one.do](shares);
            if (one.do === "use") used += taken.length;
            for (const token of taken) token.state = one.do === "use" ? "used" : "free";
          }
          const balance = ledger.balance("lab", now);
          expect(balance).toEqual(tokens.balance(now));
          expect(balance.remaining).toBeGreaterThanOrEqual(0);
          expect(balance.used).toBe(used);
          expect(balance.used).toBeLessThanOrEqual(balance.granted);
        }
      }),
      { numRuns: 500 },
    );
  });
});

const balance = { granted: 3 * MICRO, used: 2 * MICRO, held: 0, remaining: MICRO / 2, nextExpiry: null, expired: 0 };

it("without tokens a request is answered 402, with its cost and what is left", () => {
  const { status, message } = asHttpError(new OutOfTokensError(MICRO, balance));
  expect(status).toBe(402);
  expect(message).toBe("the request costs 1 tokens; 0.5 are left");
});

it("says when tokens have expired", () => {
  const { message } = asHttpError(new OutOfTokensError(MICRO, { ...balance, expired: 1_500_000 }));
  expect(message).toBe("the request costs 1 tokens; 0.5 are left (1.5 unused ones expired with their grant)");
});

it("takes a tenth of its time at the most, however large the installation is", async () => {
  let [reads, looks] = [0, 0];
  const took = 40;
  const store = {
    available: true,
    async load() {
      reads++;
      for (const end = performance.now() + took; performance.now() < end; );
      return { standings: { accounts: [], planLimits: [], accountLimits: [] }, keys: [] };
    },
    changed: async () => ++looks > 0,
    tidy: async () => {},
    close: async () => {},
  } as unknown as AccountsStore;
  const accounts = await StoredAccounts.open(store, Date.now, 1, { report: () => {}, well: () => {} } as never);
  const before = reads;
  const since = performance.now();
  while (reads - before < 3) await sleep(5);
  expect(performance.now() - since).toBeGreaterThanOrEqual(2 * 10 * took);
  expect(looks).toBeGreaterThan(10 * (reads - before));
  await accounts.close();
});

/** A watch over offsets that come one after the other; an error stands for a database that does not answer. */
function watched(offsets: readonly (number | Error | undefined)[]) {
  const told: number[] = [];
  const rest = [...offsets];
  const accounts = {
    ...noAccounts(),
    clockOffset: async () => {
      const next = rest.shift();
      if (next instanceof Error) throw next;
      return next;
    },
  };
  const watch = new ClockWatch(
    accounts,
    pino({}, { write: (line: string) => void told.push(JSON.parse(line).seconds) }),
  );
  onTestFinished(() => watch.stop());
  return { watch, told };
}

it("a wrong clock is told once, until it was right again", async () => {
  const offsets = [400, 2_340, 2_500, new Error("away"), 900, -7_000];
  const { watch, told } = watched(offsets);
  const seen: (number | undefined)[] = [];
  for (const _ of offsets) {
    await watch.look();
    seen.push(watch.offset);
  }
  expect(seen).toEqual([400, 2_340, 2_500, 2_500, 900, -7_000]);
  expect(told).toEqual([2.3, -7]);
});

it("accounts without a clock of their own have no offset", async () => {
  const { watch, told } = watched([undefined]);
  await watch.look();
  expect([watch.offset, told]).toEqual([undefined, []]);
});
