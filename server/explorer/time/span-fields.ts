/** Start and end: typed in any usual form, or chosen in the browser's own calendar. What is wrong is marked, and not sent. */
import { dateWords, dayNumber, localOf, timeWords } from "../chart/time.js";
import { freshId, h, s } from "../dom.js";
import { endpointOf, hasYears } from "../state/endpoints.js";
import type { State, Store } from "../state/state.js";
import { texts } from "../texts/texts.js";
import { windowOf, withStep, wrongPeriod } from "./presets.js";
import { type Edge, instantOf, isDate, readTime, relativeParts, shownTime } from "./read-time.js";
import type { Zone } from "./zone.js";

const EDGES = ["start", "end"] as const;

/** Characters of "2026-06-21". */
const DATE_LENGTH = 10;

/** Whether hours matter: periods of years are of whole days. */
function hasClock({ endpoint }: Pick<State, "endpoint">): boolean {
  return !hasYears(endpoint);
}

interface Field {
  readonly element: HTMLElement;
  readonly label: HTMLElement;
  readonly input: HTMLInputElement;
  readonly picker: HTMLInputElement;
  readonly wrong: HTMLElement;
}

/** @param zone that of the place, as well as it is known */
export function spanFields(store: Store, zone: () => Zone): { element: HTMLElement; show(): void } {
  const t = texts().time;
  const fields = { start: field("start", t.start), end: field("end", t.end) };
  const hint = h("p", { class: "hint", id: freshId() });
  let shown = "";
  for (const edge of EDGES) {
    const { input } = fields[edge];
    input.setAttribute("aria-describedby", `${hint.id} ${fields[edge].wrong.id}`);
    input.addEventListener("change", take);
    input.addEventListener("input", () => input.getAttribute("aria-invalid") === "true" && mark(edge));
  }
  const show = () => {
    const { state } = store;
    hint.textContent = state.zone === "utc" ? t.ofUtc : t.ofPlace(zone().label);
    const own = endpointOf(state.endpoint);
    for (const edge of EDGES) fields[edge].input.placeholder = worded(own[edge], edge);
    fields.end.label.textContent = isDate(state.end) ? t.endInclusive : t.end;
    const key = [state.endpoint, state.start, state.end].join();
    if (key === shown) return;
    // What somebody is mending stays, until the period changes elsewhere.
    shown = key;
    for (const edge of EDGES) {
      fields[edge].input.value = worded(state[edge], edge);
      mark(edge);
    }
    judge(state);
  };
  return { element: h("div", { class: "span" }, fields.start.element, fields.end.element, hint), show };

  function field(edge: Edge, name: string): Field {
    const [id, wrongId] = [freshId(), freshId()];
    const input = h("input", {
      id,
      type: "text",
      autocomplete: "off",
      spellcheck: "false",
      "data-parameter": edge,
      title: t.forms,
    });
    const wrong = h("p", { class: "wrong", role: "alert", id: wrongId });
    const picker = h("input", { type: "date", class: "picker", tabindex: -1, "aria-hidden": "true" });
    const open = h(
      "button",
      { type: "button", class: "icon", title: t.calendarOf(name), "aria-label": t.calendarOf(name) },
      s("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, s("path", { d: "M3 5h14v12H3zM3 9h14M7 3v4M13 3v4" })),
    );
    open.hidden = !("showPicker" in picker);
    open.addEventListener("click", () => choose(edge));
    picker.addEventListener("change", () => {
      if (picker.value === "") return;
      input.value = picker.value.replace("T", " ");
      take();
    });
    const label = h("label", { for: id }, name);
    const element = h("div", { class: "field" }, label, h("div", { class: "picked" }, input, open, picker), wrong);
    return { element, label, input, picker, wrong };
  }

  /** The calendar opens at what the field says, and offers what there is. */
  function choose(edge: Edge): void {
    const { picker, input } = fields[edge];
    const { endpoint } = store.state;
    const isFine = hasClock(store.state);
    picker.type = isFine ? "datetime-local" : "date";
    const local = (time: number) => new Date(localOf(time, zone())).toISOString().slice(0, isFine ? 16 : DATE_LENGTH);
    const { from, to } = windowOf(endpoint, Date.now(), zone());
    [picker.min, picker.max] = [local(from), local(to)];
    const { time } = readTime(input.value, edge, now());
    const at = instantOf(time || endpointOf(endpoint)[edge], Date.now(), zone());
    // The last day of an end that is a date.
    if (!Number.isNaN(at)) picker.value = local(edge === "end" && !isFine ? at - 1 : at);
    picker.showPicker();
  }

  function now() {
    return { today: dayNumber(Date.now(), zone()), zone: zone() };
  }

  /** The period of both fields, where both are right. */
  function take(): void {
    const [start, end] = EDGES.map((edge) => mark(edge));
    if (start === undefined || end === undefined) return;
    const { state } = store;
    if (!judge({ ...state, start, end }) || (start === state.start && end === state.end)) return;
    store.set(withStep(state, { start, end }, zone()));
  }

  /** Says what is wrong with one field; its time where it is right. */
  function mark(edge: Edge): string | undefined {
    const { input } = fields[edge];
    const { time, wrong, isTwice } = readTime(input.value, edge, now());
    say(edge, wrong && t.wrong[wrong as "unreadable"](input.value.trim()), isTwice && t.twice);
    return time;
  }

  /** Whether both together can be asked for; says why not. */
  function judge(state: State): boolean {
    const found = wrongPeriod(state, Date.now(), zone());
    if (!found) return true;
    const { from, to } = windowOf(state.endpoint, Date.now(), zone());
    const text = fields[found.edge].input.value.trim();
    const limit = (time: number) => (hasClock(state) ? timeWords : dateWords)(time, zone());
    say(found.edge, t.wrong[found.wrong as "early"](text, limit(from), limit(to)));
    return false;
  }

  function say(edge: Edge, wrong: string | undefined, note?: string | false): void {
    const { input, wrong: place } = fields[edge];
    input.setAttribute("aria-invalid", String(wrong !== undefined));
    place.textContent = wrong ?? (note || "");
    place.className = wrong === undefined ? "hint" : "wrong";
    const fold = wrong === undefined ? null : input.closest("details");
    if (fold) fold.open = true;
  }
}

/** As it stands in a field: relative to now in words, which are read back. */
function worded(time: string, edge: Edge): string {
  const t = texts().time;
  if (time === "now") return t.now;
  const { sign, count, unit } = relativeParts(time) ?? {};
  if (sign === undefined) return shownTime(time, edge);
  return t.fromNow[sign](count as number, t.timeUnits[unit as "hour"](count as number));
}
