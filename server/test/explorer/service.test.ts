/** How fast the page asks, and what it says when something goes wrong. */
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { problemOf } from "../../explorer/service/problem.js";
import { Pace } from "../../explorer/service/service.js";

describe("the pace", () => {
  /** A clock that stands still; times at which turns would be given are counted by hand. */
  function paceAt() {
    const clock = { now: 0 };
    return { clock, pace: new Pace(() => clock.now) };
  }

  it("lets five requests out at once and the sixth when a second has passed since the first", async () => {
    const { clock, pace } = paceAt();
    for (let k = 0; k < 5; k++) {
      clock.now = k * 10;
      expect(pace.delay()).toBe(0);
      await pace.turn();
    }
    expect(pace.delay()).toBe(1060);
    clock.now = 1100;
    expect(pace.delay()).toBe(0);
    await pace.turn();
    expect(pace.delay()).toBe(10);
  });

  it("spreads what the server's window has left over the window", async () => {
    const { clock, pace } = paceAt();
    await pace.turn();
    pace.note('"key";r=50;t=30');
    expect(pace.delay()).toBe(0);
    pace.note('"key";r=9;t=30');
    expect(pace.delay()).toBe(3000);
    pace.note('"key";r=0;t=30');
    expect([pace.delay(), pace.held()]).toEqual([30_000, 0]);
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const turn = pace.turn();
    expect(pace.held()).toBe(30_000);
    clock.now = 30_000;
    await vi.advanceTimersByTimeAsync(30_000);
    await turn;
    expect([pace.delay(), pace.held()]).toEqual([0, 0]);
  });
});

describe("a problem", () => {
  const body = (message: string, parameter?: string) => JSON.stringify({ error: { message, parameter } });

  it("says what the server said, and what to do", () => {
    const { message, parameter } = problemOf(400, new Headers(), body('parameter "lat" must be a number', "lat"), true);
    expect(message).toBe('Parameter "lat" must be a number. Change it and try again.');
    expect(parameter).toBe("lat");
  });

  it.each([
    [401, true, /demo key is switched off.*Enter your own key/],
    [401, false, /does not know this key.*Check under/],
    [402, false, /This costs 200 tokens, 3 are left\. Choose a shorter period, or ask the operator/],
    [404, false, /^Choose another period or place/],
    [429, false, /Try again in 7 s/],
    [503, false, /Try again in 7 s/],
    [504, false, /nothing was charged\. Choose a shorter period/],
    [500, false, /error of the server.*request abc/],
    [502, false, /Something on the way.*status 502/],
  ])("of status %d (demo key: %s) without words has some", (status, isDemo, expected) => {
    const headers = new Headers({
      "api-tokens-cost": "200",
      "api-tokens-remaining": "3",
      "retry-after": "7",
      "x-request-id": "abc",
    });
    expect(problemOf(status, headers, "<html>", isDemo).message).toMatch(expected);
  });

  it.each([
    [402, "climate/tmy", /are left\. Ask the operator for tokens\.$/],
    [402, "observation/training", /Choose a shorter period, or ask/],
    [404, "climate/amy?lat=1&lon=2", /^Choose another year or place/],
    [404, "climate/import/monthly", /^Choose another place, or ask/],
    [404, "yield?lat=1&lon=2&weather=history", /^Choose other years, a typical year or another place/],
    [404, "yield?lat=1&lon=2", /^Choose another place, or ask the operator/],
    [402, "yield?lat=1&lon=2", /are left\. Ask the operator for tokens\.$/],
    [402, "yield?weather=history", /Ask the operator for tokens\. Fewer years/],
    [504, "yield?weather=history", /fewer years or fewer planes/],
    [504, "yield?lat=1", /fewer planes, or try again later/],
    [504, "climate/tmy", /Choose a coarser frequency/],
  ])("of status %d advises what %s can do", (status, path, expected) => {
    const headers = new Headers({ "api-tokens-cost": "500", "api-tokens-remaining": "3" });
    expect(problemOf(status, headers, "", false, path).message).toMatch(expected);
  });

  it("has the price that the server told all the same", () => {
    const told = new Headers({ "api-tokens-cost": "500", "api-tokens-remaining": "600" });
    expect(problemOf(404, told, "", false).price).toEqual({ cost: 500, remaining: 600 });
    expect(problemOf(404, new Headers(), "", false).price).toBeUndefined();
  });

  it("of a place that the demo key does not serve has those it does", () => {
    const said = "the demo key serves only these places (lat,lon): 50,10; 36.1,-79.95; got 1,2";
    expect(problemOf(403, new Headers(), body(said), true).places).toEqual([
      [50, 10],
      [36.1, -79.95],
    ]);
  });
});

describe("advice about a yield", () => {
  it("of a place without weather says so itself, whatever the server's words", () => {
    const refusal = JSON.stringify({ error: { code: "no_weather", message: "no source has a typical year" } });
    const { said, advice } = problemOf(404, new Headers(), refusal, false, "yield?lat=47.4&lon=8.5");
    expect([said, advice]).toEqual([
      "No source has a typical year.",
      "This server has no such weather of this place for your key. Choose another place, or ask the operator for weather of this one.",
    ]);
  });

  it("keeps the server's English apart from what the page says", () => {
    const { said, advice } = problemOf(400, new Headers(), '{"error":{"message":"kwp is 0"}}', true, "yield");
    expect([said, advice]).toEqual(["Kwp is 0.", "Change it and try again."]);
  });
});
