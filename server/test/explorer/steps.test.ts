/** The way through states: what is one step, and what undo and redo lead to. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { stateOf } from "../../explorer/state/address.js";
import { FIRST, Store } from "../../explorer/state/state.js";
import { type Mark, Steps, type Trail, wordOf } from "../../explorer/state/steps.js";
import * as de from "../../explorer/texts/de/index.js";
import * as en from "../../explorer/texts/en/index.js";

/** A browser's history: entries, and where it is. */
class History implements Trail {
  entries: { mark: unknown; hash: string }[] = [{ mark: null, hash: "" }];
  at = 0;
  typedIn: unknown;
  arrived = () => {};
  hash = () => this.entries[this.at]!.hash;
  mark = () => this.entries[this.at]!.mark;
  field = () => this.typedIn;
  push(mark: Mark, hash: string) {
    this.entries = [...this.entries.slice(0, this.at + 1), { mark, hash }];
    this.at++;
  }
  replace(mark: Mark, hash: string) {
    this.entries[this.at] = { mark, hash };
  }
  go(by: 1 | -1) {
    this.at += by;
    this.arrived();
  }
}

function stand(hash = "") {
  const history = new History();
  history.entries[0]!.hash = hash;
  const store = new Store(stateOf(hash));
  const steps = new Steps(store, history);
  history.arrived = () => steps.arrive();
  const calm = () => vi.advanceTimersByTime(301);
  return { history, store, steps, calm };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("steps", () => {
  it("are one for each change, and can be undone and done again", () => {
    const { history, store, steps, calm } = stand();
    expect([steps.canUndo, steps.canRedo]).toEqual([false, false]);
    store.set({ surface_tilt: 40 });
    calm();
    store.set({ lat: -33.9, lon: 151.2 });
    calm();
    expect(history.entries).toHaveLength(3);
    expect(wordOf(steps.undoes)).toBe("place");
    steps.undo();
    expect(store.state).toMatchObject({ lat: 36.1, surface_tilt: 40, surface_azimuth: 180 });
    expect([wordOf(steps.undoes), wordOf(steps.redoes)]).toEqual(["tilt", "place"]);
    steps.undo();
    expect([store.state.surface_tilt, steps.canUndo, steps.canRedo]).toEqual([30, false, true]);
    steps.undo();
    expect(history.at).toBe(0);
    steps.redo();
    steps.redo();
    // The plane that turned to the equator with the place does so again.
    expect(store.state).toMatchObject({ lat: -33.9, surface_azimuth: 0, surface_tilt: 40 });
    expect(steps.canRedo).toBe(false);
  });

  it("are one for what is dragged, however long the hand rests", () => {
    const { history, store, steps, calm } = stand();
    steps.hold();
    for (let tilt = 31; tilt <= 60; tilt++) {
      store.set({ surface_tilt: tilt });
      calm();
    }
    expect(history.entries).toHaveLength(1);
    steps.release();
    expect(history.entries).toHaveLength(2);
    steps.undo();
    expect(store.state.surface_tilt).toBe(30);
  });

  it("are one for what is typed into a field, until it is entered", () => {
    const { history, store, steps, calm } = stand();
    history.typedIn = "tilt";
    for (const tilt of [4, 45]) {
      store.set({ surface_tilt: tilt });
      calm();
    }
    expect(history.entries).toHaveLength(2);
    steps.endTyping();
    store.set({ surface_tilt: 50 });
    calm();
    expect(history.entries).toHaveLength(3);
    steps.endTyping();
    history.typedIn = undefined;
    store.set({ surface_tilt: 55 });
    calm();
    expect(history.entries).toHaveLength(4);
    for (const tilt of [50, 45, 30]) {
      steps.undo();
      expect(store.state.surface_tilt).toBe(tilt);
    }
  });

  it("after going back lead on from there", () => {
    const { history, store, steps, calm } = stand();
    for (const tilt of [40, 50]) {
      store.set({ surface_tilt: tilt });
      calm();
    }
    steps.undo();
    store.set({ horizon: "auto" });
    expect(steps.canRedo).toBe(true);
    calm();
    expect([history.entries.length, steps.canRedo, wordOf(steps.undoes)]).toEqual([3, false, "horizon"]);
    steps.undo();
    expect(store.state).toMatchObject({ surface_tilt: 40, horizon: "flat" });
  });

  it("name what they changed, not what a hand held when the browser went back", () => {
    const { history, store, steps, calm } = stand();
    store.set({ surface_tilt: 40 });
    calm();
    steps.hold();
    store.set({ horizon: "auto" });
    history.go(-1);
    expect(store.state).toMatchObject({ surface_tilt: 30, horizon: "flat" });
    store.set({ kwp: 12 });
    steps.release();
    expect([wordOf(steps.undoes), steps.undoes]).toEqual(["size of the roof", ["kwp"]]);
  });

  it("undo at once what has not become a step yet", () => {
    const { store, steps } = stand();
    store.set({ surface_tilt: 40 });
    steps.undo();
    expect(store.state.surface_tilt).toBe(30);
    steps.redo();
    expect(store.state.surface_tilt).toBe(40);
  });

  it("are none for another writing of the same state, and one for an address pasted over it", () => {
    const { history, store, steps, calm } = stand("#surface_tilt=30&lat=47&lon=8");
    store.set({});
    calm();
    expect(history.entries).toEqual([{ mark: { step: 0, parts: [] }, hash: "#lat=47&lon=8" }]);
    const room = stand("#room=forecast");
    room.store.set({});
    room.calm();
    expect(room.history.entries).toHaveLength(1);
    history.entries.push({ mark: null, hash: "#lat=50&lon=8" });
    history.at = 1;
    steps.arrive();
    expect([store.state.lat, steps.canUndo, wordOf(steps.undoes)]).toEqual([50, true, "place"]);
    steps.undo();
    expect([store.state.lat, wordOf(steps.redoes)]).toEqual([47, "place"]);
  });

  it("are known again when the page is loaded anew", () => {
    const { history, store, calm } = stand();
    store.set({ kwp: 12 });
    calm();
    const again = new Store(stateOf(history.hash()));
    const steps = new Steps(again, history);
    history.arrived = () => steps.arrive();
    expect([steps.canUndo, wordOf(steps.undoes), steps.canRedo]).toEqual([true, "size of the roof", false]);
    steps.undo();
    expect([again.state.kwp, steps.canUndo, wordOf(steps.redoes)]).toEqual([8, false, "size of the roof"]);
  });

  it("have a word for every part of the state, in each language", () => {
    for (const { time } of [en, de]) expect(Object.keys(FIRST).filter((part) => !(part in time.parts))).toEqual([]);
  });

  it("tell whoever listens", () => {
    const { store, steps, calm } = stand();
    const heard = vi.fn();
    steps.onChange(heard);
    store.set({ surface_tilt: 40 });
    calm();
    steps.undo();
    expect(heard).toHaveBeenCalledTimes(2);
  });
});
