/** Sun and horizon: where the sun goes on a day, what stands in its way, and what that costs. */
import { signal } from "@preact/signals";
import type { VNode } from "preact";
import { fitted, type Picture, pictureView } from "../../chart/picture.js";
import { pointIn } from "../../chart/point.js";
import { pagedTable, type TableModel } from "../../chart/table.js";
import { clockText, DAY, HOUR, localOf, type Zone, zoneOfPlace } from "../../chart/time.js";
import type { Page } from "../../request/questions.js";
import { captionOf, framed, pictureButtons } from "../../result/picture.js";
import { codeLink } from "../../result/status.js";
import type { State, Store } from "../../state/state.js";
import { figure, longDate } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { button, dropped, h, labelled, part, type View } from "../../view.js";
import { lineAt, type Sun, sunCourse } from "./course.js";
import { drawnBy, HorizonLine, horizonFields } from "./horizon-fields.js";
import { lossCard } from "./loss-card.js";
import { dateBeside, dayWords, directionAt, hiddenWords, type SunDay, skyPicture, sunDayOf } from "./sky.js";
import { words } from "./words.js";

export function make(page: Page): View {
  const line = new HorizonLine(page.store, page.service);
  const fields = horizonFields(page.store, line);
  const [sky, loss] = [skySection(page, line, (file) => void fields.take(file)), lossCard(page)];
  return () =>
    h("div.sun-room", part(sky), h("div.sun-side", part(loss), part(fields.view), codeLink(page.store, "yield")));
}

/** The day that is shown, by the place's clock, which the service is asked for once. */
function dayOf({ store, service }: Page) {
  const found = signal<{ readonly day: SunDay; readonly zone: Zone }>();
  const find = async (state: State) => {
    const time = state.date === "" ? Date.now() : Date.parse(state.date);
    const zone = await zoneOfPlace(service, state, time - DAY, time + DAY);
    if (NEEDED.some((name) => store.state[name] !== state[name])) return;
    const moment = state.date === "" ? time : zone.momentOf(time);
    found.value = { day: sunDayOf(moment, zone, state.lat, state.lon), zone };
  };
  store.onChange((state, before) => {
    if (state.room === "sun" && NEEDED.some((name) => state[name] !== before[name])) void find(state);
  });
  void find(store.state);
  return found;
}

/** @param drop hears of a file that is dropped on the picture */
function skySection(page: Page, present: HorizonLine, drop: (file: File) => void): View {
  const { store } = page;
  const t = words();
  const found = dayOf(page);
  const isTouched = signal(false);
  let picture: Picture | undefined;
  const saves = pictureButtons(
    () => picture && framed(picture, captionOf(store.state, undefined, [], new Date())),
    (ending) => `sun-path_${store.state.lat}_${store.state.lon}.${ending}`,
  );
  const takes = ({ pointerType }: PointerEvent) => pointerType === "mouse" || isTouched.value;
  const directionOf = (event: PointerEvent) => {
    const { x, y } = pointIn(event);
    return directionAt(x, y, picture?.width ?? 0, originOf(store.state));
  };
  const hands = { ...drawnBy(takes, directionOf, present), ...dropped(drop) };
  return () => {
    if (!found.value) return h("section.sky", { "aria-label": t.title });
    const { day, zone } = found.value;
    const { line } = present;
    const name = longDate(Date.parse(dateBeside(day, zone, 0)));
    const text = `${name}: ${dayWords(day, (time) => clockText(roundedMinute(time), zone))}`;
    const taken = hiddenWords(day, line);
    const draw = (width: number) => {
      picture = pictureOf(store.state, { day, zone, line, name, width });
      // What the picture shows is said above it, and its name says so.
      return pictureView({ ...picture, title: [picture.title, text, taken].join(" ") });
    };
    const drawable = { class: isTouched.value ? "touched" : "", ...hands };
    const touch = { class: "touch-mode", title: t.drawByTouch, "aria-pressed": String(isTouched.value) };
    return h(
      "section.sky",
      { "aria-label": t.title },
      dayBar(store, (days) => dateBeside(day, zone, days)),
      h("p.sun-words", { role: "status" }, text),
      fitted(draw, "div.drawable.touchable", drawable),
      // Below: what comes while a line is drawn must not push the picture from under the hand.
      h("p.sun-hidden", { role: "status" }, taken),
      h(
        "div.actions",
        button(t.drawByTouch, () => (isTouched.value = !isTouched.value), touch),
        h("p.hint", t.draw),
      ),
      h("div.actions.downloads", h("span", texts().report.picture.label), saves()),
      pagedTable(tableOf(day.suns, name, zone, line)),
    );
  };
}

interface Drawn {
  readonly day: SunDay;
  readonly zone: Zone;
  readonly line: readonly number[];
  readonly name: string;
  readonly width: number;
}

function pictureOf(state: State, { day: { suns, from, to }, zone, line, name, width }: Drawn): Picture {
  const { lat, lon } = state;
  const now = Date.now();
  return skyPicture({
    ...{ lat, lon, zone, suns: suns.filter((_, k) => k % 5 === 0), day: from, date: name },
    now: now >= from && now < to ? sunCourse(now, now, HOUR, lat, lon)[0] : undefined,
    ...{ horizon: line, origin: originOf(state), width },
  });
}

const NEEDED = ["room", "lat", "lon", "date", "zone"] as const;

/** Sunrise is known to the second, and written to the nearest minute. */
function roundedMinute(time: number): number {
  return Math.round(time / 60_000) * 60_000;
}

/** The noon side of the sky stands in the middle. */
function originOf({ lat }: State): number {
  return lat >= 0 ? 0 : 180;
}

/** @param beside the date so many days after the one that is shown */
function dayBar(store: Store, beside: (days: number) => string): VNode {
  const t = words();
  const go = (date: string) => store.set({ date });
  const step = (label: string, text: string, days: number) =>
    button(text, () => go(beside(days)), { "aria-label": label, title: label });
  const ofYear = (name: string, monthAndDay: string) =>
    button(name, () => go(`${beside(0).slice(0, 4)}-${monthAndDay}`));
  const date = h("input", {
    ...{ type: "date", min: "1950-01-01", max: "2100-12-31", value: beside(0) },
    onchange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => go(currentTarget.value),
  });
  const buttons = [
    step(t.dayBefore, "‹", -1),
    step(t.dayAfter, "›", 1),
    button(t.today, () => go("")),
    ofYear(t.seasons.march, "03-20"),
    ofYear(t.seasons.june, "06-21"),
    ofYear(t.seasons.december, "12-21"),
  ];
  return h("div.row.sun-day", labelled(t.day, date), h("div.actions", buttons));
}

function tableOf(suns: readonly Sun[], date: string, zone: Zone, line: readonly number[]): TableModel {
  const t = words();
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
