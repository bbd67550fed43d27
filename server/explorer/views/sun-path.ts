/** The sun's paths over the horizon line, which can be drawn by hand. */
import { linear } from "../chart/curves-svg.js";
import { type Area, axes, bottomOf, picture, rightOf, standalone } from "../chart/picture.js";
import { FINE, type Sun, sunCourse } from "../chart/sun.js";
import type { TableModel } from "../chart/table.js";
import { clockText, dateText, HOUR, midnight, UTC, type Zone } from "../chart/time.js";
import { h, labelled, replace, s } from "../dom.js";
import type { Terrain } from "../service/terrain.js";
import { drawnFrom, FLAT, horizonText, lineOf } from "../state/horizon.js";
import type { State, Store } from "../state/state.js";
import type { View } from "./view.js";

const WIDTH = 920;
const AREA: Area = { left: 52, top: 20, width: 848, height: 380 };
const HEIGHT = bottomOf(AREA) + 44;
const COMPASS: { readonly [azimuth: number]: string } = {
  0: "N",
  45: "NE",
  90: "E",
  135: "SE",
  180: "S",
  225: "SW",
  270: "W",
  315: "NW",
};
/** Month and day of the paths behind the chosen day's. */
const SEASONS = [
  ["06-21", "21 Jun"],
  ["03-20", "20 Mar"],
  ["12-21", "21 Dec"],
] as const;

export function sunPathView(store: Store, terrain: Terrain): View {
  const note = h(
    "p",
    { class: "reading" },
    "Draw on the picture to change the horizon, or use “Horizon” in the settings.",
  );
  const problem = h("p", { class: "problem", role: "status" });
  const place = h("div", { class: "drawable" });
  const day = h("input", { type: "date", min: "1950-01-01", max: "2100-12-31" });
  day.addEventListener("change", () => store.set({ date: day.value }));
  let shown: SVGSVGElement | undefined;
  let line: readonly number[] = FLAT;
  let origin = 0;

  follow(
    place,
    () => shown,
    () => origin,
    {
      line: () => line,
      draw: (next) => store.set({ horizon: horizonText(next) }),
    },
  );

  return {
    name: "sun-path",
    title: "Sun path",
    element: h("div", {}, labelled("Day", day), place, note, problem),
    needsAnswer: false,
    draw(scene, state) {
      const isHere = scene?.answer.place.lat === state.lat && scene.answer.place.lon === state.lon;
      const zone = isHere && scene ? scene.zone : UTC;
      const today = midnight(state.date === "" ? Date.now() : Date.parse(state.date) - zone.offset, zone);
      day.value = dateText(today, zone);
      // The noon side of the sky stands in the middle.
      origin = state.lat >= 0 ? 0 : 180;
      problem.textContent = "";
      const own = lineOf(state.horizon);
      if (own) line = own;
      else void fromTerrain(state);
      shown = drawn(state, today, zone, line, origin);
      replace(place, shown);
      return tableOf(state, today, zone, () => line);
    },
    svg: () => shown && standalone(shown),
  };

  async function fromTerrain({ lat, lon }: State): Promise<void> {
    try {
      const found = await terrain.line(lat, lon);
      if (found.join() === line.join() || store.state.horizon !== "auto") return;
      line = found;
      store.set({});
    } catch (thrown) {
      problem.textContent = `The horizon is not known: ${(thrown as Error).message}`;
    }
  }
}

function drawn(state: State, today: number, zone: Zone, line: readonly number[], origin: number): SVGSVGElement {
  const at = (azimuth: number) => (azimuth - origin + 360) % 360;
  const xAt = linear(0, 360, AREA.left, rightOf(AREA));
  const yAt = linear(0, 90, bottomOf(AREA), AREA.top);
  const xOf = (azimuth: number) => xAt(at(azimuth));
  const marks = Array.from({ length: 9 }, (_, k) => ({
    at: k * 45,
    label: `${COMPASS[(k * 45 + origin) % 360]} ${(k * 45 + origin) % 360}°`,
  }));
  const year = dateText(today, zone).slice(0, 4);
  const course = (from: number) => sunCourse(from, FINE, state.lat, state.lon);
  const path = (suns: readonly Sun[], kind: string) => s("path", { class: `sun ${kind}`, d: pathOf(suns, xOf, yAt) });
  const seasons = SEASONS.flatMap(([date, name]) => {
    const suns = course(Date.parse(`${year}-${date}`) - zone.offset);
    const top = highest(suns);
    const curve = path(suns, "season");
    return top.elevation > 2
      ? [curve, s("text", { x: xOf(top.azimuth) + 4, y: yAt(top.elevation) - 4, "text-anchor": "start" }, name)]
      : [curve];
  });
  const suns = course(today);
  const hours = suns.filter(({ time, elevation }) => (time + zone.offset) % HOUR === 0 && elevation > 0).slice(0, 24);
  const skyline = Array.from(
    { length: 361 },
    (_, k) => `${xAt(k).toFixed(1)} ${yAt(line[(k + origin) % 360] ?? 0).toFixed(1)}`,
  );
  return picture(
    WIDTH,
    HEIGHT,
    `Sun path on ${dateText(today, zone)} over the horizon at ${state.lat}, ${state.lon}`,
    axes(AREA, {
      x: marks,
      y: [0, 15, 30, 45, 60, 75, 90].map((value) => ({ at: value, label: `${value}°` })),
      xAt,
      yAt,
      xTitle: "Azimuth",
      yTitle: "Elevation",
    }),
    ...seasons,
    path(suns, "today"),
    ...hours.flatMap(({ time, azimuth, elevation }) => [
      s("circle", { class: "hour", cx: xOf(azimuth), cy: yAt(elevation), r: 3 }),
      s(
        "text",
        { x: xOf(azimuth), y: yAt(elevation) + 16, "text-anchor": "middle" },
        clockText(time, zone).slice(0, 2),
      ),
    ]),
    s("path", {
      class: "horizon",
      d: `M${AREA.left} ${bottomOf(AREA)}L${skyline.join("L")}L${rightOf(AREA)} ${bottomOf(AREA)}Z`,
    }),
    s("rect", { class: "frame", x: AREA.left, y: AREA.top, width: AREA.width, height: AREA.height }),
    s(
      "text",
      { x: AREA.left + 8, y: AREA.top + 16, "text-anchor": "start" },
      `${dateText(today, zone)}, hours in ${zone.label}`,
    ),
  );
}

function highest(suns: readonly Sun[]): Sun {
  return suns.reduce((best, sun) => (sun.elevation > best.elevation ? sun : best));
}

/** While the sun is up; broken where the path leaves the picture on one side. */
function pathOf(suns: readonly Sun[], xOf: (azimuth: number) => number, yAt: (elevation: number) => number): string {
  let path = "";
  let before = Number.NaN;
  for (const { azimuth, elevation } of suns) {
    const x = xOf(azimuth);
    if (elevation < 0) before = Number.NaN;
    else {
      path += `${Math.abs(x - before) < AREA.width / 2 ? "L" : "M"}${x.toFixed(1)} ${yAt(elevation).toFixed(1)}`;
      before = x;
    }
  }
  return path;
}

interface Drawing {
  line(): readonly number[];
  draw(line: readonly number[]): void;
}

/** Draws with the pointer. */
function follow(
  place: HTMLElement,
  svg: () => SVGSVGElement | undefined,
  origin: () => number,
  drawing: Drawing,
): void {
  let last: { azimuth: number; elevation: number } | undefined;
  const pointOf = (event: PointerEvent) => {
    const box = (svg() as SVGSVGElement).getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    const y = ((event.clientY - box.top) / box.height) * HEIGHT;
    const across = Math.min(359.99, Math.max(0, ((x - AREA.left) / AREA.width) * 360));
    return { azimuth: (across + origin()) % 360, elevation: ((bottomOf(AREA) - y) / AREA.height) * 90 };
  };
  place.addEventListener("pointerdown", (event) => {
    if (!svg() || event.button !== 0) return;
    last = pointOf(event);
    place.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  place.addEventListener("pointermove", (event) => {
    if (!last) return;
    const next = pointOf(event);
    drawing.draw(drawnFrom(drawing.line(), last, next));
    last = next;
  });
  for (const end of ["pointerup", "pointercancel"]) place.addEventListener(end, () => (last = undefined));
}

function tableOf({ lat, lon }: State, today: number, zone: Zone, line: () => readonly number[]): TableModel {
  const suns = sunCourse(today, HOUR, lat, lon).slice(0, 24);
  const horizonAt = ({ azimuth }: Sun) => line()[Math.round(azimuth) % 360] ?? 0;
  return {
    caption: `The sun on ${dateText(today, zone)}, ${zone.label}; elevation with refraction, degrees.`,
    columns: ["Time", "Azimuth (°)", "Elevation (°)", "Horizon there (°)", "Sun in sight"],
    rows: suns.length,
    cell(row, column) {
      const sun = suns[row] as Sun;
      if (column === 0) return clockText(sun.time, zone);
      if (column === 1) return sun.azimuth.toFixed(1);
      if (column === 2) return sun.elevation.toFixed(1);
      if (column === 3) return String(horizonAt(sun));
      return sun.elevation > horizonAt(sun) ? "yes" : "no";
    },
  };
}
