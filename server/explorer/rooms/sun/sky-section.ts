/** The picture of the sky: the sun of a day in words, its path, and the line that can be drawn into it. */
import { drawn, type Picture, pointIn, widthFor } from "../../chart/picture.js";
import { PagedTable, type TableModel } from "../../chart/table.js";
import { clockText, DAY, HOUR, localOf, UTC, type Zone } from "../../chart/time.js";
import { h, labelled, replace } from "../../dom.js";
import { captionOf } from "../../result/caption.js";
import { framed } from "../../result/framed.js";
import { pictureButtons } from "../../result/picture-buttons.js";
import type { State, Store } from "../../state/state.js";
import { figure, longDate } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { zoneOfPlace } from "../../time/place-clocks.js";
import { touchMode } from "../../touch.js";
import type { Page } from "../page.js";
import { lineAt, type Sun, sunCourse } from "./course.js";
import { dateBeside, dayWords, hiddenWords, type SunDay, sunDayOf } from "./day.js";
import { drawBy, type HorizonLine } from "./line.js";
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
  const problem = h("span", { class: "problem", role: "status" });
  const saved = () => picture && framed(picture, captionOf(store.state, undefined, [], new Date()));
  const fileName = (ending: string) => `sun-path_${store.state.lat}_${store.state.lon}.${ending}`;
  const bar = dayBar(store, (days) => day && dateBeside(day, zone, days));
  const section = h(
    "section",
    { class: "sky", "aria-label": t.title },
    bar.element,
    words,
    place,
    hidden,
    h("div", { class: "actions" }, touch.button, h("p", { class: "hint" }, t.draw)),
    h(
      "div",
      { class: "actions downloads" },
      h("span", {}, texts().report.picture.label),
      pictureButtons(saved, fileName, problem),
      problem,
    ),
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

  /** The day is by the place's clock, which the service is asked for once. */
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

/** The choice of a day: a date, the days beside it, and those at which the seasons turn. */
interface DayBar {
  readonly element: HTMLElement;
  /** Shows the day that is shown elsewhere, unless somebody is typing another. */
  show(): void;
}

/** @param beside the date so many days after the one that is shown; undefined before there is one */
function dayBar(store: Store, beside: (days: number) => string | undefined): DayBar {
  const t = texts().sun;
  const date = h("input", { type: "date", min: "1950-01-01", max: "2100-12-31" });
  const go = (to: string | undefined) => to !== undefined && store.set({ date: to });
  date.addEventListener("change", () => go(date.value));
  const step = (label: string, text: string, days: number) =>
    h("button", { type: "button", "aria-label": label, title: label, onclick: () => go(beside(days)) }, text);
  const jump = (text: string, to: () => string) => h("button", { type: "button", onclick: () => go(to()) }, text);
  const ofYear = (monthAndDay: string) => () => `${(beside(0) ?? date.value).slice(0, 4)}-${monthAndDay}`;
  const buttons = h(
    "div",
    { class: "actions" },
    step(t.dayBefore, "‹", -1),
    step(t.dayAfter, "›", 1),
    jump(t.today, () => ""),
    jump(t.seasons.march, ofYear("03-20")),
    jump(t.seasons.june, ofYear("06-21")),
    jump(t.seasons.december, ofYear("12-21")),
  );
  return {
    element: h("div", { class: "row sun-day" }, labelled(t.day, date), buttons),
    show() {
      if (document.activeElement !== date) date.value = beside(0) ?? "";
    },
  };
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
