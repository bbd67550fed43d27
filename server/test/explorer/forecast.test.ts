/** The next days in numbers, and what is said of a run. */
import { readFileSync } from "node:fs";
import { parsePowerRequest } from "irradiance-engine/internal/yield";
import { describe, expect, it } from "vitest";
import { HOUR, UTC } from "../../explorer/chart/time.js";
import { powerQuestion, powerRequestOf } from "../../explorer/request/questions.js";
import { runWords } from "../../explorer/rooms/forecast/forecast-view.js";
import { ERRORS } from "../../explorer/rooms/forecast/goodness.js";
import { dayCards } from "../../explorer/rooms/forecast/room.js";
import type { PowerDay } from "../../explorer/service/answer.js";
import { stateOf } from "../../explorer/state/address.js";

describe("the next days", () => {
  const day = (date: string, energy: number | null, [p10, p90]: readonly number[], remaining = energy): PowerDay => ({
    date,
    energy,
    remaining,
    quantiles: p10 === undefined ? null : { p10, p50: 1, p90: p90 as number },
  });

  it("are the service's energies with their range, and what is left of today", () => {
    const days = [
      day("2026-11-28", 22.09, [22.09, 22.09], 0),
      day("2026-11-29", 17.3, [7.61, 23.21]),
      day("2026-11-30", null, []),
    ];
    expect(dayCards({ days, issued: "2026-11-28T22:15:00+01:00" })).toEqual([
      {
        date: "2026-11-28",
        name: "Today",
        when: "28 November 2026",
        energy: "22.1 kWh",
        range: undefined,
        left: "0.0 kWh of it still to come",
      },
      {
        date: "2026-11-29",
        name: "Tomorrow",
        when: "29 November 2026",
        energy: "17.3 kWh",
        range: "eight in ten: 7.6 to 23.2 kWh",
        left: undefined,
      },
      {
        date: "2026-11-30",
        name: "Monday",
        when: "30 November 2026",
        energy: undefined,
        range: undefined,
        left: undefined,
      },
    ]);
    // By the clock of the place, whatever day it is elsewhere.
    expect(dayCards({ days, issued: "2026-11-29T00:10:00+14:00" }).map(({ name }) => name)).toEqual([
      "Today",
      "Tomorrow",
    ]);
    expect(dayCards({ days, issued: "2026-11-27T00:10:00Z" })[0]?.name).toBe("Saturday");
  });

  const planes = [90, 270].map((surface_azimuth) => ({ surface_tilt: 30, surface_azimuth, kwp: 4 }));
  const system = JSON.stringify({ planes });
  const optimum = { surface_tilt: 35, surface_azimuth: 175 } as never;

  it.each([
    ["a plane", "kwp=8&surface_tilt=40&surface_azimuth=170", undefined, [[40, 170]]],
    ["the best plane, where it is known", "roof_plane=best", optimum, [[35, 175]]],
    ["the best plane, where it is not", "roof_plane=best", undefined, [[30, 180]]],
    [
      "all planes of a described system",
      `system=${encodeURIComponent(system)}`,
      undefined,
      [
        [30, 90],
        [30, 270],
      ],
    ],
    [
      "a roof of years, losses and a horizon",
      "roof_weather=history&years=2015-2024&losses=10&horizon=auto",
      undefined,
      [[30, 180]],
    ],
  ])("are of %s, as the service reads it", (_, parts, best, expected) => {
    const state = stateOf(`#room=forecast&lat=47.4&lon=8.5&altitude=500&${parts}`);
    const request = powerRequestOf(state, best);
    const { sent, pricedAs } = powerQuestion(() => best);
    const read = ({ query, body }: typeof request) =>
      parsePowerRequest(Object.fromEntries(query.filter(([name]) => name !== "meta")), {
        now: Date.now(),
        system: body === undefined ? undefined : JSON.parse(body),
        grace: 0,
      });
    const { system: found, altitude } = read(sent(request) as typeof request);
    expect(found.planes.map(({ surfaceTilt, surfaceAzimuth }) => [surfaceTilt, surfaceAzimuth])).toEqual(expected);
    expect(altitude).toBe(500);
    // The price is asked for without a body.
    expect(pricedAs(request).body).toBeUndefined();
    expect(() => read(pricedAs(request) as typeof request)).not.toThrow();
  });
});

it("how good it is, is what the guide says", () => {
  const guide = readFileSync(new URL("../../../docs/forecast.md", import.meta.url), "utf8");
  const rowsOf = (name: string) =>
    guide.split("\n").flatMap((line) => {
      const [, what, ...cells] = line.split("|").map((cell) => cell.trim().replaceAll("**", ""));
      return what === name ? [cells.slice(0, 5).map((cell) => Number(cell.split(" / ")[1]))] : [];
    });
  for (const [name, rows] of [
    ["the run as it came", ERRORS.asItCame],
    ["ours, learnt from a year", ERRORS.learnt],
  ] as const) {
    const [buenosAires, pampas] = rowsOf(name);
    expect(rows.map(([, , error]) => Math.round(error * 1000) / 10)).toEqual(buenosAires);
    expect(rows.map(([, , , error]) => Math.round(error * 1000) / 10)).toEqual(pampas);
  }
});

it("a run is told with its time, its age and what was changed of it", () => {
  const source = { dataset: "GFS", run: "2026-06-21T00:00:00Z", corrections: ["moved by 2 km"] };
  const answer = { sources: [source, source] } as never;
  const at = (ms: number) => runWords(answer, UTC, Date.parse(source.run) + ms);
  expect(at(7.9 * HOUR)).toEqual(["GFS: run of 21 June 2026, 00:00, UTC, 7 h old. Changed: moved by 2 km."]);
  expect(at(0.5 * HOUR)[0]).toContain("30 min old");
  expect(runWords({ sources: [] }, UTC, 0)).toEqual([]);
});
