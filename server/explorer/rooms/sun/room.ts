/** Sun and horizon: where the sun goes on a day, what stands in its way, and what that costs. */
import { signal } from "@preact/signals";
import { drawn, type Picture, pointIn, redrawn, widthFor } from "../../chart/picture.js";
import { pagedTable, type TableModel } from "../../chart/table.js";
import { clockText, DAY, HOUR, localOf, UTC, type Zone, zoneOfPlace } from "../../chart/time.js";
import { button, h, labelled, replace, touchMode } from "../../dom.js";
import type { Page } from "../../request/questions.js";
import { captionOf, framed, pictureButtons } from "../../result/picture.js";
import { codeLink } from "../../result/status.js";
import type { State, Store } from "../../state/state.js";
import { figure, longDate } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { live } from "../../view.js";
import { lineAt, type Sun, sunCourse } from "./course.js";
import { drawBy, HorizonLine, horizonFields } from "./horizon-fields.js";
import { LossCard } from "./loss-card.js";
import { dateBeside, dayWords, directionAt, hiddenWords, type SunDay, skyPicture, sunDayOf } from "./sky.js";

export function make(page: Page): HTMLElement {
  const line = new HorizonLine(page.store, page.service);
  const fields = horizonFields(page.store, line);
  return h(
    "div.sun-room",
    skySection(page, line, (file) => void fields.take(file)),
    h(
      "div.sun-side",
      new LossCard(page).element,
      fields.element,
      live("span", () => codeLink(page.store, "yield")),
    ),
  );
}

/** @param drop hears of a file that is dropped on the picture */
function skySection({ store, service }: Page, present: HorizonLine, drop: (file: File) => void): HTMLElement {
  const t = texts().sun;
  const words = h("p.sun-words", { role: "status" });
  const place = h("div.drawable");
  // Below: what comes while a line is drawn must not push the picture from under the hand.
  const hidden = h("p.sun-hidden", { role: "status" });
  const touch = touchMode(place, t.drawByTouch);
  const table = signal<TableModel | undefined>(undefined);
  let zone: Zone = UTC;
  let day: SunDay | undefined;
  let picture: Picture | undefined;
  const { buttons, problem } = pictureButtons(
    () => picture && framed(picture, captionOf(store.state, undefined, [], new Date())),
    (ending) => `sun-path_${store.state.lat}_${store.state.lon}.${ending}`,
  );
  const bar = dayBar(store, (days) => day && dateBeside(day, zone, days));
  const section = h(
    "section.sky",
    { "aria-label": t.title },
    bar.element,
    words,
    place,
    hidden,
    h("div.actions", touch.button, h("p.hint", t.draw)),
    h("div.actions.downloads", h("span", texts().report.picture.label), buttons, problem),
    live("div", () => pagedTable(table.value)),
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
  store.onChange((state, before) => {
    if (state.room !== "sun") return;
    if (NEEDED.some((name) => state[name] !== before[name])) void find(state);
  });
  redrawn(section, draw);
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
    table.value = tableOf(suns, name, zone, present.line);
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

/** @param beside the date so many days after the one that is shown; undefined before there is one */
function dayBar(store: Store, beside: (days: number) => string | undefined) {
  const t = texts().sun;
  const date = h("input", { type: "date", min: "1950-01-01", max: "2100-12-31" });
  const go = (to: string | undefined) => to !== undefined && store.set({ date: to });
  date.addEventListener("change", () => go(date.value));
  const step = (label: string, text: string, days: number) =>
    button(text, () => go(beside(days)), { "aria-label": label, title: label });
  const jump = (text: string, to: () => string) => button(text, () => go(to()));
  const ofYear = (monthAndDay: string) => () => `${(beside(0) ?? date.value).slice(0, 4)}-${monthAndDay}`;
  const buttons = h(
    "div.actions",
    step(t.dayBefore, "‹", -1),
    step(t.dayAfter, "›", 1),
    jump(t.today, () => ""),
    jump(t.seasons.march, ofYear("03-20")),
    jump(t.seasons.june, ofYear("06-21")),
    jump(t.seasons.december, ofYear("12-21")),
  );
  return {
    element: h("div.row.sun-day", labelled(t.day, date), buttons),
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
