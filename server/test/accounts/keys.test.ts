import { describe, expect, it } from "vitest";
import { checkKeyText, hashKey, Keyring, newKey, type StoredKey } from "../../src/accounts/keyring.js";
import { NOON } from "./fixture.js";

const stored = (text: string, more: Partial<StoredKey> = {}): StoredKey => ({
  id: text.slice(0, 4),
  hash: hashKey(text).toString("hex"),
  account: "lab",
  label: "",
  scope: "all",
  created: 0,
  expires: null,
  revoked: null,
  lastUsed: null,
  ...more,
});

describe("the text of a key", () => {
  it("is irr_, its id, and 32 letters and digits; never the same twice", () => {
    const keys = Array.from({ length: 500 }, newKey);
    for (const { id, text } of keys) {
      expect(text).toMatch(/^irr_[0-9A-Za-z]{8}_[0-9A-Za-z]{32}$/);
      expect(text.slice(4, 12)).toBe(id);
      checkKeyText(text);
    }
    expect(new Set(keys.map(({ text }) => text)).size).toBe(500);
    const letters = new Set(keys.flatMap(({ text }) => [...text.slice(13)]));
    expect(letters.size).toBe(62);
  });

  it("may be any 8 to 128 printable characters, and is not repeated in an error", () => {
    for (const text of ["12345678", "demo0000-0000-0000-0000-000000000000", "~".repeat(128)]) checkKeyText(text);
    for (const text of ["1234567", "~".repeat(129), "with space", "ünïcode-key", "tab\tin-it", "line\nbreak", ""]) {
      expect(() => checkKeyText(text)).toThrow(
        /^key must be 8 to 128 printable ASCII characters without a space, got \d+/,
      );
      if (text) expect(() => checkKeyText(text)).not.toThrow(text);
    }
  });
});

describe("a keyring", () => {
  it("finds a key that lives, and none that is unknown, has ended or was revoked", () => {
    const ring = new Keyring();
    ring.load([stored("live-key"), stored("ends-key", { expires: 100 }), stored("gone-key", { revoked: 5 })]);
    expect(ring.find("live-key", 99)).toEqual({ account: "lab", keyId: "live" });
    expect(ring.find("ends-key", 99)).toEqual({ account: "lab", keyId: "ends" });
    expect(ring.find("ends-key", 100)).toBeUndefined();
    expect(ring.find("gone-key", 1)).toBeUndefined();
    expect(ring.find("no-such-key", 1)).toBeUndefined();
    expect(ring.find("", 1)).toBeUndefined();
    expect(ring.of("lab", 99).map(({ id }) => id)).toEqual(["live", "ends"]);
    expect(ring.of("lab", 100).map(({ id }) => id)).toEqual(["live"]);
    expect(ring.of("other", 1)).toEqual([]);
  });

  it("keeps a use that waits to be written when the keys are read again, and forgets one that another has written", () => {
    const ring = new Keyring();
    ring.load([stored("live-key"), stored("gone-key")]);
    for (const key of ["live-key", "gone-key"]) ring.find(key, 100_000);
    ring.load([stored("live-key")]);
    expect(ring.due).toEqual([{ keyId: "live", at: 100_000 }]);
    ring.load([stored("live-key", { lastUsed: 90_000 })]);
    expect(ring.due).toEqual([]);
  });

  it("wants a key's last use written once a minute, whichever way the clock went", () => {
    const ring = new Keyring();
    ring.load([stored("live-key")]);
    const use = (at: number) => {
      ring.find("live-key", at);
      const due = ring.due;
      ring.wrote(due);
      return due.map((one) => one.at);
    };
    expect(use(NOON)).toEqual([NOON]);
    expect(use(NOON + 59_999)).toEqual([]);
    expect(ring.of("lab", NOON)[0]!.lastUsed).toBe(NOON + 59_999);
    expect(use(NOON + 60_000)).toEqual([NOON + 60_000]);
    expect(use(NOON - 3_600_000)).toEqual([NOON - 3_600_000]);
  });

  it("knows after a reload what it has seen", () => {
    const ring = new Keyring();
    ring.load([stored("live-key")]);
    const access = ring.find("live-key", NOON);
    ring.load([stored("live-key", { label: "new" })]);
    expect(ring.of("lab", NOON)).toMatchObject([{ label: "new", lastUsed: NOON }]);
    expect(ring.find("live-key", NOON)).toBe(access);
    ring.load([]);
    expect(ring.find("live-key", NOON)).toBeUndefined();
  });
});
