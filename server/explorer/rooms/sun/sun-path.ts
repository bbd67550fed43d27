/** The sun's paths over the horizon line, which can be drawn by hand. */
import { drawn, type Picture, pointIn, widthFor } from "../../chart/picture.js";
import { directionAt, skyPicture } from "../../chart/sky.js";
import { type Sun, sunCourse } from "../../chart/sun.js";
import type { TableModel } from "../../chart/table.js";
import { clockText, dateText, HOUR, midnight, UTC, type Zone } from "../../chart/time.js";
import { h, labelled, replace } from "../../dom.js";
import type { Terrain } from "../../service/terrain.js";
import { drawnFrom, FLAT, horizonText, lineOf } from "../../state/horizon.js";
import type { State, Store } from "../../state/state.js";
import { touchMode } from "../../touch.js";
import type { View } from "../series/view.js";

export function sunPathView(store: Store, terrain: Terrain): View {
  const note = h(
    "p",
    { class: "reading" },
    "Draw on the picture to change the horizon (on a touch screen press “Draw by touch” first), or use “Horizon” in the settings.",
  );
  const problem = h("p", { class: "problem", role: "status" });
  const place = h("div", { class: "drawable" });
  const day = h("input", { type: "date", min: "1950-01-01", max: "2100-12-31" });
  day.addEventListener("change", () => store.set({ date: day.value }));
  let shown: Picture | undefined;
  let line: readonly number[] = FLAT;

  const touch = touchMode(place, "Draw by touch");
  drawBy(
    place,
    touch.takes,
    (event) => {
      const { x, y } = pointIn(event);
      return directionAt(x, y, shown?.width ?? 0, originOf(store.state));
    },
    (from, to) => store.set({ horizon: horizonText(drawnFrom(line, from, to)) }),
  );

  return {
    name: "sun-path",
    title: "Sun path",
    element: h("div", {}, labelled("Day", day), touch.button, place, note, problem),
    hasUnits: false,
    needsAnswer: false,
    isOfState: true,
    draw(scene, state) {
      const isHere = scene?.answer.place.lat === state.lat && scene.answer.place.lon === state.lon;
      // The sun's day is of a year, be the weather of one or not.
      const { isYearless: _, ...zone } = isHere && scene ? scene.zone : UTC;
      const today = state.date === "" ? midnight(Date.now(), zone) : zone.momentOf(Date.parse(state.date));
      if (document.activeElement !== day) day.value = dateText(today, zone);
      const own = lineOf(state.horizon);
      if (own) {
        line = own;
        problem.textContent = "";
      } else void fromTerrain(state);
      const { lat, lon } = state;
      shown = skyPicture({
        lat,
        lon,
        day: today,
        zone,
        horizon: line,
        origin: originOf(state),
        width: widthFor(place),
      });
      replace(place, drawn(shown));
      return tableOf(state, today, zone, line);
    },
    picture: () => shown,
  };

  async function fromTerrain({ lat, lon }: State): Promise<void> {
    try {
      const found = await terrain.line(lat, lon);
      problem.textContent = "";
      if (found.join() === line.join() || store.state.horizon !== "auto") return;
      line = found;
      store.set({});
    } catch (thrown) {
      problem.textContent = `The horizon is not known. ${(thrown as Error).message}`;
    }
  }
}

/** The noon side of the sky stands in the middle. */
function originOf({ lat }: State): number {
  return lat >= 0 ? 0 : 180;
}

interface Direction {
  readonly azimuth: number;
  readonly elevation: number;
}

/** Hears of every stretch that the pointer draws. */
function drawBy(
  place: HTMLElement,
  takes: (event: PointerEvent) => boolean,
  directionOf: (event: PointerEvent) => Direction,
  stretch: (from: Direction, to: Direction) => void,
): void {
  let last: Direction | undefined;
  place.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !takes(event)) return;
    last = directionOf(event);
    place.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  place.addEventListener("pointermove", (event) => {
    if (!last) return;
    const next = directionOf(event);
    stretch(last, next);
    last = next;
  });
  const end = () => {
    last = undefined;
  };
  place.addEventListener("pointerup", end);
  place.addEventListener("pointercancel", end);
}

function tableOf({ lat, lon }: State, today: number, zone: Zone, line: readonly number[]): TableModel {
  const suns = sunCourse(today, HOUR, lat, lon).slice(0, 24);
  const horizonAt = ({ azimuth }: Sun) => line[Math.round(azimuth) % 360] ?? 0;
  return {
    caption: `The sun on ${dateText(today, zone)}, ${zone.label}; elevation with refraction, degrees.`,
    columns: ["Time", "Azimuth (°)", "Elevation (°)", "Horizon at this azimuth (°)", "Sun visible"],
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
