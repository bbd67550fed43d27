/** What the page says of its values: colours, shading, typical years, captions of pictures. */
import { seriesColour } from "irradiance-engine/internal/report/scene";
import { describe, expect, it } from "vitest";
import { lossText, monthsOf, zoneOf } from "../../explorer/chart/months.js";
import { curveDash } from "../../explorer/chart/picture.js";
import { DAY, timeText, timeTicks } from "../../explorer/chart/time.js";
import { captionOf } from "../../explorer/result/picture.js";
import { parameterTitle } from "../../explorer/service/answer.js";
import { ENDPOINT_PATHS, endpointOf, FIRST, type State } from "../../explorer/state/state.js";
import { answered, GHI } from "./answered.js";

/**
 * What eyes see of linear RGB: all of it, or without one kind of cones; Machado, Oliveira & Fernandes (2009), table 1, severity 1.0.
 */
const EYES: { readonly [name: string]: string } = {
  "full colour vision": "1 0 0 0 1 0 0 0 1",
  protanopia: "0.152286 1.052583 -0.204868 0.114503 0.786281 0.099216 -0.003882 -0.048116 1.051998",
  deuteranopia: "0.367322 0.860646 -0.227968 0.280085 0.672501 0.047413 -0.01182 0.04294 0.968881",
  tritanopia: "1.255528 -0.076749 -0.178779 -0.078411 0.930809 0.147602 0.004733 0.691367 0.3039",
};

/** sRGB, IEC 61966-2-1. */
function linearOf(colour: string): number[] {
  return [1, 3, 5].map((k) => {
    const value = Number.parseInt(colour.slice(k, k + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
}

/** CIE L*a*b* under D65 of linear RGB. */
function labOf(rgb: readonly number[]): readonly [number, number, number] {
  const [r, g, b] = rgb.map((value) => Math.min(1, Math.max(0, value))) as [number, number, number];
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function seenBy(eyes: string, colour: string) {
  const [matrix, rgb] = [eyes.split(" ").map(Number), linearOf(colour)];
  return labOf([0, 3, 6].map((row) => rgb.reduce((sum, value, k) => sum + value * matrix[row + k]!, 0)));
}

const TODAY = new Date(2026, 10, 27);

describe("curves", () => {
  /**
   * The differences in L*, a* and b* by which half of all viewers tell marks of 0.1° apart, which are as large as the legend's
   * samples, 4 px at arm's length: 0.5 · (10.16 + 1.50 / 0.1) and so on (Stone, Szafir & Setlur 2014).
   */
  const NOTICED = [0.5 * (10.16 + 15), 0.5 * (10.68 + 30.8), 0.5 * (10.7 + 57.4)] as const;
  const most = Math.max(...ENDPOINT_PATHS.map((path) => endpointOf(path).parameters.length));

  it.each(
    Object.entries(EYES).flatMap(([name, eyes]) => [
      { name, ground: "light" as const, eyes },
      { name, ground: "dark" as const, eyes },
    ]),
  )("differ for $name on $ground ground, by colour or by dash", ({ eyes, ground }) => {
    const lines = Array.from({ length: most }, (_, k) => ({
      lab: seenBy(eyes, seriesColour(k, ground)),
      dash: curveDash(k).join(),
    }));
    for (const [k, one] of lines.entries()) {
      for (const [i, other] of lines.slice(0, k).entries()) {
        if (one.dash !== other.dash) continue;
        const apart = Math.hypot(...NOTICED.map((least, n) => (one.lab[n]! - other.lab[n]!) / least));
        expect(apart, `curves ${i + 1} and ${k + 1}`).toBeGreaterThanOrEqual(1);
      }
    }
  });
});

describe("a horizon", () => {
  const half = { [GHI]: [1000, 500, null], [`${GHI}_with_shading`]: [250, 500, null], temperature: [1, 2, 3] };

  it("says what it takes of the sum", () => {
    expect(lossText(answered("2024-06-21T11:00:00Z", half))).toBe(
      "Behind this horizon: Sunlight on level ground (GHI) 0.8 instead of 1.5 kWh/m² (−50.0 %).",
    );
  });

  it("says nothing where no shaded values were asked for; a night loses nothing", () => {
    expect(lossText(answered("2024-06-21T11:00:00Z", { [GHI]: [1000] }))).toBe("");
    const dark = answered("2024-06-21T00:00:00Z", { [GHI]: [0], [`${GHI}_with_shading`]: [0] });
    expect(lossText(dark)).toContain("(−0.0 %)");
  });
});

it("PV production is named by its formula, as a system yields another", () => {
  expect(parameterTitle("pv_production")).toBe("PV production (simple formula)");
  expect(parameterTitle("pv_production_with_shading")).toBe("PV production with shading (simple formula)");
});

describe("a typical year", () => {
  const year = (path: "climate/tmy" | "climate/import/monthly" | "climate/amy") => {
    const answer = answered("2005-01-01T00:00:00Z", { [GHI]: Array(365 * 24).fill(100) }, 0, 0, path);
    return { answer, zone: zoneOf(FIRST, answer) };
  };

  it.each(["climate/tmy", "climate/import/monthly"] as const)("of %s is of no year, wherever it is shown", (path) => {
    const { answer, zone } = year(path);
    const [start, end] = [answer.starts[0] as number, answer.ends.at(-1) as number];
    const texts = [
      ...monthsOf(answer, zone).map(({ label }) => label),
      ...timeTicks(start, end, 12, zone).map(({ label }) => label),
      timeText(start + DAY, zone),
      captionOf(FIRST, { answer, state: FIRST, zone }, [], TODAY).place,
    ];
    expect(texts).toContain("Jan");
    expect(texts).toContain("2 Jan 00:00");
    expect(texts.filter((text) => /200\d/.test(text))).toEqual([]);
    expect(texts.at(-1)).toContain("typical year, UTC");
  });

  it("differs from a real one, which has its year", () => {
    const { answer, zone } = year("climate/amy");
    expect(monthsOf(answer, zone)[0]?.label).toBe("Jan 2005");
    expect(captionOf(FIRST, { answer, state: FIRST, zone }, [], TODAY).place).toContain(
      "1 January 2005 to 31 December 2005",
    );
  });
});

describe("the caption of a picture", () => {
  const answer = {
    ...answered("2024-06-21T11:00:00Z", { [GHI]: [1000, 500], pv_production: [800, 400], temperature: [1, 2] }),
    notices: [{ code: "source", message: "eight of ten places of its kind are within 6 % in a year's GHI" }],
  };
  const caption = (changes: Partial<State>) => {
    const state = { ...FIRST, ...changes };
    return captionOf(state, { answer, state, zone: zoneOf(state, answer) }, [], TODAY);
  };

  it("has the plane, the horizon, the sums and the stated error", () => {
    const { place, sources } = caption({ surface_tilt: 35, surface_azimuth: 170 });
    expect(place).toContain("· fixed plane, tilt 35°, azimuth 170° · horizon: not taken into account");
    expect(sources).toContain(
      "Sum of the period: Sunlight on level ground (GHI) 1.5 kWh/m²; PV power (simple formula) 1.2 kWh/kWp.",
    );
    expect(sources).toContain("Notice: Eight of ten places of its kind are within 6 % in a year's GHI.");
  });

  it("has the place's name, and when and by what it was made", () => {
    const { place, sources } = caption({ name: "Greensboro" });
    expect(place).toMatch(/^Greensboro · 0, 0, 0 m · /);
    expect(sources.at(-1)).toMatch(/^Made on 27 November 2026 with irradiance-engine \S+\.$/);
  });

  it("has the tracker, and a horizon that is not flat", () => {
    expect(caption({ tracking_mode: "1_axis", horizon: "auto" }).place).toMatch(
      /tracked, one horizontal axis .* horizon: from the terrain$/,
    );
    const horizon = Array.from({ length: 360 }, (_, k) => k % 40).join();
    expect(caption({ horizon }).place).toContain("horizon: own line, up to 39°");
    expect(caption({ horizon, room: "sun" }).place).toBe("36.1, -79.95 · horizon: own line, up to 39°");
  });
});
