/** The picture of the sky: the sun of a day in words, its path, and the line that can be drawn into it. */
import { drawn, type Picture, pointIn, widthFor } from "../../chart/picture.js";
import { PagedTable, type TableModel } from "../../chart/table.js";
import { clockText, DAY, HOUR, localOf, UTC, type Zone } from "../../chart/time.js";
import { h, replace } from "../../dom.js";
import type { Direction } from "../../state/horizon.js";
import type { State } from "../../state/state.js";
import { figure, longDate } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { zoneOfPlace } from "../../time/place-clocks.js";
import { touchMode } from "../../touch.js";
import type { Page } from "../page.js";
import { lineAt, type Sun, sunCourse } from "./course.js";
import { dateBeside, dayWords, hiddenWords, type SunDay, sunDayOf } from "./day.js";
import { dayBar } from "./day-bar.js";
import type { HorizonLine } from "./line.js";
import { directionAt, skyPicture } from "./sky.js";

/** @param drop hears of a file that is dropped on the picture */
export function skySection({ store, service }: Page, present: HorizonLine, drop: (file: File) => void): HTMLElement {
  const t = texts().sun;
  const words = h("p", { class: "sun-words", role: "status" });
  const place = h("div", { class: "drawable" });
  // Below: what comes while a line is drawn must not push the picture from under the hand.
  const hidden = h("p", { class: "sun-hidden", role: "status" });
  const touch = touchMode(place, t.drawByTouch);
  const table = new PagedTable();
  let zone: Zone = UTC;
  let day: SunDay | undefined;
  let picture: Picture | undefined;
  const bar = dayBar(store, (days) => day && dateBeside(day, zone, days));
  const section = h(
    "section",
    { class: "sky", "aria-label": t.title },
    bar.element,
    words,
    place,
    hidden,
    h("div", { class: "actions" }, touch.button, h("p", { class: "hint" }, t.draw)),
    table.element,
  );

  drawBy(
    place,
    touch.takes,
    (event) => {
      const { x, y } = pointIn(event);
      return directionAt(x, y, picture?.width ?? 0, originOf(store.state));
    },
    present,
  );
  takeDrops(place, drop);
  present.onChange(draw);
  store.subscribe((state, before) => {
    if (state.room !== "sun") return;
    if (NEEDED.some((name) => state[name] !== before[name])) void find(state);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  let width = 0;
  new ResizeObserver(() => {
    if (section.clientWidth === width) return;
    width = section.clientWidth;
    draw();
  }).observe(section);
  void find(store.state);
  return section;

  /** The day is that of the place's clock, which the service is asked for once. */
  async function find(state: State): Promise<void> {
    const time = state.date === "" ? Date.now() : Date.parse(state.date);
    const found = await zoneOfPlace(service, state, time - DAY, time + DAY);
    if (NEEDED.some((name) => store.state[name] !== state[name])) return;
    zone = found;
    day = sunDayOf(state.date === "" ? time : zone.momentOf(time), zone, state.lat, state.lon);
    draw();
  }

  function draw(): void {
    if (!day) return;
    const { lat, lon } = store.state;
    bar.show();
    const name = longDate(Date.parse(dateBeside(day, zone, 0)));
    const text = `${name}: ${dayWords(day, (time) => clockText(roundedMinute(time), zone))}`;
    const taken = hiddenWords(day, present.line);
    if (words.textContent !== text) words.textContent = text;
    if (hidden.textContent !== taken) hidden.textContent = taken;
    const { suns, from, to } = day;
    const now = Date.now();
    picture = skyPicture({
      ...{ lat, lon, zone, suns: suns.filter((_, k) => k % 5 === 0), day: from, date: name },
      now: now >= from && now < to ? sunCourse(now, now, HOUR, lat, lon)[0] : undefined,
      horizon: present.line,
      origin: originOf(store.state),
      width: widthFor(place),
    });
    // What the picture shows is said above it, and its name says so.
    replace(place, drawn({ ...picture, title: [picture.title, text, taken].join(" ") }));
    table.show(tableOf(suns, name, zone, present.line));
  }
}

const NEEDED = ["room", "lat", "lon", "date", "zone", "theme"] as const;

/** Sunrise is known to the second, and written to the nearest minute. */
function roundedMinute(time: number): number {
  return Math.round(time / 60_000) * 60_000;
}

/** The noon side of the sky stands in the middle. */
function originOf({ lat }: State): number {
  return lat >= 0 ? 0 : 180;
}

/** The line follows the hand; it becomes the state's when the hand lets go. */
function drawBy(
  place: HTMLElement,
  takes: (event: PointerEvent) => boolean,
  directionOf: (event: PointerEvent) => Direction,
  present: HorizonLine,
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
    present.draw(last, next);
    last = next;
  });
  const end = () => {
    last = undefined;
    present.end();
  };
  place.addEventListener("pointerup", end);
  place.addEventListener("pointercancel", end);
}

function takeDrops(place: HTMLElement, drop: (file: File) => void): void {
  place.addEventListener("dragover", (event) => event.preventDefault());
  place.addEventListener("drop", (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    event.preventDefault();
    if (file) drop(file);
  });
}

function tableOf(suns: readonly Sun[], date: string, zone: Zone, line: readonly number[]): TableModel {
  const t = texts().sun;
  const { time, azimuth, elevation, line: height, seen } = t.tableColumns;
  const hours = suns.slice(0, -1).filter((sun) => localOf(sun.time, zone) % HOUR === 0);
  return {
    caption: t.tableCaption(date, zone.label),
    columns: [time, azimuth, elevation, height, seen],
    rows: hours.length,
    cell(row, column) {
      const sun = hours[row] as Sun;
      const there = lineAt(sun.azimuth, line);
      if (column === 0) return clockText(sun.time, zone);
      if (column === 1) return figure(sun.azimuth, 1);
      if (column === 2) return figure(sun.elevation, 1);
      if (column === 3) return figure(there, 1);
      return sun.elevation > Math.max(there, 0) ? t.yes : t.no;
    },
  };
}
