/** Roofs that a browser keeps. */
import { describe, expect, it } from "vitest";
import { Roofs, roofsIn } from "../../explorer/state/roofs.js";
import { FIRST } from "../../explorer/state/state.js";

const HOME = { ...FIRST, lat: 47.38, lon: 8.54, name: "Zürich", kwp: 9, map: "yield", theme: "dark" } as const;
const AWAY = { ...FIRST, lat: -33.87, lon: 151.21, surface_azimuth: 0, kwp: 5 };

function memory(text: string | null = null) {
  return {
    text,
    getItem() {
      return this.text;
    },
    setItem(_: string, text: string) {
      this.text = text;
    },
  };
}

function kept(storage = memory()) {
  const roofs = new Roofs(() => storage);
  roofs.save("  At\nhome ", HOME);
  roofs.save("Away", AWAY);
  return { roofs, storage };
}

const names = (roofs: Roofs) => roofs.all.map(({ name }) => name);

describe("roofs", () => {
  it("are kept by name, without how the page looks, and the last one is known", () => {
    const { roofs, storage } = kept();
    expect(names(roofs)).toEqual(["At home", "Away"]);
    expect(roofs.all[0]?.address).toBe("#lat=47.38&lon=8.54&name=Z%C3%BCrich&kwp=9");
    expect(roofs.isOf({ ...HOME, theme: "light" }, roofs.all[0]!)).toBe(true);
    const later = new Roofs(() => storage);
    expect([names(later), later.last?.name]).toEqual([names(roofs), "Away"]);
    later.open(later.all[0]!);
    expect(new Roofs(() => storage).last?.name).toBe("At home");
  });

  it("give way to one of the same name, are renamed and deleted", () => {
    const { roofs } = kept();
    roofs.save("At home", { ...HOME, kwp: 12 });
    expect(roofs.all.map(({ address }) => address)).toEqual([
      "#lat=47.38&lon=8.54&name=Z%C3%BCrich&kwp=12",
      "#lat=-33.87&lon=151.21&kwp=5",
    ]);
    roofs.rename(roofs.all[0]!, "Away");
    expect([names(roofs), roofs.last?.name]).toEqual([["Away", "Away (2)"], "Away (2)"]);
    roofs.rename(roofs.all[0]!, "   ");
    roofs.remove(roofs.all[1]!);
    expect([names(roofs), roofs.last]).toEqual([["Away"], undefined]);
  });

  it("go into one file and come back from it beside those that are there", () => {
    const { roofs } = kept();
    const file = roofs.file();
    expect(roofs.take(file)).toBe(2);
    expect(names(roofs)).toEqual(["At home", "Away"]);
    roofs.save("Away", HOME);
    roofs.take(file);
    expect(names(roofs)).toEqual(["At home", "Away", "Away (2)"]);
    expect(roofs.take("lat,lon")).toBe(0);
  });

  it("are as many as one likes", () => {
    const { roofs, storage } = kept();
    for (let k = 0; k < 300; k++) roofs.save(`${k}`, { ...HOME, kwp: k + 1 });
    expect(new Roofs(() => storage).all).toHaveLength(302);
  });

  it.each([
    "",
    "no JSON",
    "null",
    "7",
    '{"roofs":{"length":2}}',
    '{"roofs":[null,7,[],{"name":"x"},{"name":"half","address":"#lat=1"},{"name":"","address":"#lat=1&lon=1"}]}',
    '{"roofs":[{"name":{"toString":1},"address":"#lat=1&lon=1"},{"name":"out","address":"https://example.org/#lat=1&lon=1"}]}',
    `{"roofs":[{"name":"long","address":"#lat=1&lon=1&more=${"x".repeat(30_000)}"}]}`,
    '{"roofs":[{"name":"\\u202e\\u0000","address":"#lat=1&lon=1"}],"last":"__proto__"}',
  ])("are none in %j", (text) => expect(roofsIn(text).roofs).toEqual([]));

  it("of a stranger have what a state may have, and a name of one line", () => {
    const text = JSON.stringify({
      roofs: [{ name: "<b>\u202ea\u0007\n", address: "#lat=1&lon=2&kwp=<b>&system=}{&__proto__=x", extra: 1 }],
    });
    expect(roofsIn(text).roofs).toEqual([{ name: "<b> a", address: "#lat=1&lon=2" }]);
  });

  it("live as long as the page where the browser keeps nothing, and say so", () => {
    const roofs = new Roofs(() => {
      throw new DOMException("denied", "SecurityError");
    });
    expect(roofs.areKept).toBe(false);
    roofs.save("Now", HOME);
    expect([names(roofs), roofs.areKept]).toEqual([["Now"], false]);
    const full = new Roofs(() => ({
      getItem: () => null,
      setItem() {
        throw new DOMException("full", "QuotaExceededError");
      },
    }));
    expect(full.areKept).toBe(true);
    full.save("Now", HOME);
    expect(full.areKept).toBe(false);
  });
});
