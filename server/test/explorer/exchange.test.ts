/** When the page asks by itself, and when it does not. */
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { PinnedAnswers } from "../../explorer/compare/pins.js";
import { seriesQuestion } from "../../explorer/request/questions.js";
import { requestOf } from "../../explorer/request/request.js";
import { Exchange } from "../../explorer/service/exchange.js";
import { silence } from "../../explorer/service/problem.js";
import { Service, Session } from "../../explorer/service/service.js";
import { stateOf } from "../../explorer/state/address.js";
import { Store } from "../../explorer/state/state.js";
import { answered, GHI } from "./answered.js";

/** A service that does not answer until it is there, and counts what it is asked. */
function service(cost = 0) {
  const asked = { price: [] as number[], get: [] as number[], isThere: false, answers: true };
  const reply = { text: answered("2024-06-21T00:00:00Z", { [GHI]: [1] }).text, headers: new Headers() };
  const tried = async <T>(times: number[], value: T, good: boolean): Promise<T> => {
    times.push(Date.now());
    if (!good) throw silence();
    return value;
  };
  const price = { cost, remaining: undefined };
  const fake = {
    price: () => tried(asked.price, price, asked.isThere),
    get: () => tried(asked.get, { ...reply, price }, asked.isThere && asked.answers),
  };
  return { asked, service: fake as unknown as Service };
}

/** With which prices are asked for first; the demo key never pays. */
function ownKey(): Session {
  const session = new Session();
  session.use("a-key-of-my-own");
  return session;
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  onTestFinished(() => void vi.useRealTimers());
});

describe("a server that does not answer", () => {
  it("is asked again by itself, ever more seldom, until it is there", async () => {
    const { asked, service: silent } = service();
    const exchange = new Exchange(
      seriesQuestion(() => true),
      new Store(stateOf("")),
      silent,
      ownKey(),
    );
    exchange.restart();
    await vi.advanceTimersByTimeAsync(200_000);
    const seconds = asked.price.map((time) => time / 1000);
    expect(seconds).toEqual([0, 2, 6, 14, 30, 62, 122, 182]);
    expect(exchange.stage).toMatchObject({ kind: "problem", again: 60 });
    asked.isThere = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect([exchange.stage.kind, asked.get.length]).toEqual(["answered", 1]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect([asked.price.length, asked.get.length]).toEqual([9, 1]);
  });

  it("is not asked again by itself for what is paid for", async () => {
    const { asked, service: cut } = service(1);
    const exchange = new Exchange(
      seriesQuestion(() => true),
      new Store(stateOf("")),
      cut,
      ownKey(),
    );
    Object.assign(asked, { isThere: true, answers: false });
    exchange.spendsSmall = true;
    exchange.restart();
    await vi.advanceTimersByTimeAsync(600_000);
    expect([asked.get.length, exchange.stage.kind]).toEqual([1, "problem"]);
  });
});

describe("a place that could not be read", () => {
  it("is not asked for, until the user takes what stands in for it, or another", async () => {
    for (const choice of ["take", "choose"]) {
      const { asked, service: free } = service();
      asked.isThere = true;
      const store = new Store(stateOf("#lat=95&lon=8.5"));
      const exchange = new Exchange(
        seriesQuestion(() => true),
        store,
        free,
        ownKey(),
      );
      exchange.hold(store.state);
      exchange.restart();
      store.set({ surface_tilt: 40 });
      store.set({ start: "-3days" });
      await vi.advanceTimersByTimeAsync(10_000);
      expect([exchange.stage.kind, asked.price.length, asked.get.length]).toEqual(["unplaced", 0, 0]);
      if (choice === "take") exchange.release();
      else store.set({ lat: 47.4, lon: 8.5 });
      await vi.advanceTimersByTimeAsync(10_000);
      expect([exchange.stage.kind, asked.price.length, asked.get.length]).toEqual(["answered", 1, 1]);
    }
  });
});

describe("the demo key, which never pays", () => {
  it("asks for the answer at once, and for the price first of what waits for a click", async () => {
    const { asked, service: free } = service();
    asked.isThere = true;
    const question = seriesQuestion(() => true);
    for (const isWaiting of [false, true]) {
      const exchange = new Exchange(
        { ...question, waits: () => isWaiting },
        new Store(stateOf("")),
        free,
        new Session(),
      );
      exchange.restart();
      await vi.advanceTimersByTimeAsync(1000);
      expect(exchange.stage.kind).toBe(isWaiting ? "offered" : "answered");
      expect([asked.price.length, asked.get.length]).toEqual(isWaiting ? [1, 1] : [0, 1]);
    }
  });

  it("is asked again by itself when the server was away", async () => {
    const { asked, service: silent } = service();
    const exchange = new Exchange(
      seriesQuestion(() => true),
      new Store(stateOf("")),
      silent,
      new Session(),
    );
    exchange.restart();
    await vi.advanceTimersByTimeAsync(10_000);
    asked.isThere = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked.get.map((time) => time / 1000)).toEqual([0, 2, 6, 14]);
    expect([exchange.stage.kind, asked.price.length]).toEqual(["answered", 0]);
  });
});

describe("a price that is refused", () => {
  const [WORDS, question] = ["no source has a typical year", seriesQuestion(() => true)];
  const state = stateOf("#room=forecast&lat=47.4&lon=8.5");
  /** Who asks for a price before an answer, and what each then says. */
  const ASKING: { readonly [who: string]: (service: Service) => () => string } = {
    "the page": (service) => {
      const exchange = new Exchange(question, new Store(state), service, ownKey());
      exchange.restart();
      return () => (exchange.stage.kind === "problem" ? exchange.stage.problem.message : exchange.stage.kind);
    },
    "a comparison": (service) => {
      const answers = new PinnedAnswers(question, service, ownKey());
      return () => {
        const [outcome] = answers.outcomes([requestOf(state)]);
        return outcome?.kind === "problem" ? outcome.message : String(outcome?.kind);
      };
    },
  };

  it.each(Object.keys(ASKING))(
    "is no price: %s asks for no answer that may cost tokens, and has the words",
    async (who) => {
      for (const status of [0, 400, 401, 402, 403, 404, 408, 409, 413, 429, 500, 502, 503, 504]) {
        const paid: string[] = [];
        vi.stubGlobal("fetch", async (url: string, { method, headers }: { method: string; headers: object }) => {
          if (status === 0) throw new TypeError("Failed to fetch");
          const isFree = "if-none-match" in headers && headers["if-none-match"] === "*";
          if (method !== "HEAD" && !isFree) paid.push(url);
          const body = method === "HEAD" ? null : JSON.stringify({ error: { message: WORDS, code: "no_weather" } });
          return new Response(body, { status, headers: { "api-tokens-cost": "500" } });
        });
        onTestFinished(() => void vi.unstubAllGlobals());
        const says = ASKING[who]?.(new Service("http://localhost/", ownKey())) as () => string;
        says();
        await vi.advanceTimersByTimeAsync(2000);
        const hasWords = /no source has a typical year/i.test(says());
        expect([status, paid, hasWords]).toEqual([status, [], [400, 403, 404].includes(status)]);
      }
    },
  );

  it("is asked for anew where the weather has come meanwhile: its answer is not paid for unasked", async () => {
    vi.stubGlobal("fetch", async (_: string, { method }: { method: string }) => {
      return new Response(null, { status: method === "HEAD" ? 404 : 304 });
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    await expect(new Service("http://localhost/", ownKey()).price("yield?lat=1")).rejects.toMatchObject({
      status: 404,
    });
  });
});
