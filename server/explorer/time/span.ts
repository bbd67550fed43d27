/** Start and end of a period, as fields of the browser have them: typed in its own order of days and months, or chosen in its calendar. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { dateWords, localOf, timeWords, type Zone } from "../chart/time.js";
import { endpointOf, hasYears, type State, type Store } from "../state/state.js";
import { texts } from "../texts/texts.js";
import { h, of } from "../view.js";
import { windowOf, withStep, wrongPeriod } from "./presets.js";
import { type Edge, instantOf, isOfClock, relativeParts, timeOf } from "./read-time.js";

/** Whether hours matter: periods of years are of whole days. */
function hasClock({ endpoint, room }: State): boolean {
  return !hasYears(endpoint) || room === "data";
}

interface SpanProps {
  readonly store: Store;
  /** Of the place, as well as it is known. */
  readonly zone: Zone;
}

/** What cannot be asked for stays in its field, with what is wrong with it, until the period changes elsewhere. */
export function SpanFields({ store, zone }: SpanProps): VNode {
  const t = texts().time;
  const { state } = store;
  const { endpoint, start, end } = state;
  const of = [endpoint, start, end].join();
  const typed = useSignal<{ readonly of: string } & Partial<Record<Edge, string>>>({ of });
  const mending = typed.value.of === of ? typed.value : { of };
  const period = { start, end, ...mending };
  const take = (edge: Edge, text: string) => {
    const next = { ...mending, [edge]: timeOf(text, edge) };
    const changed = { start, end, ...next };
    typed.value = next;
    if (!wrongIn({ ...state, ...changed }, zone))
      store.set(withStep(state, { start: changed.start, end: changed.end }, zone));
  };
  const wrong = wrongIn({ ...state, ...period }, zone);
  const field = (edge: Edge) =>
    timeField({
      ...{ edge, state, zone, time: period[edge], take },
      wrong: wrong?.edge === edge ? wrong.words : undefined,
    });
  const hint = h("p.hint", state.zone === "utc" ? t.ofUtc : t.ofPlace(zone.label));
  return h("div.span", field("start"), field("end"), hint);
}

/** What is wrong with a period, at which of its ends. */
export function wrongIn(state: State, zone: Zone): { readonly edge: Edge; readonly words: string } | undefined {
  const t = texts().time;
  const now = Date.now();
  const words = (time: number) => (hasClock(state) ? timeWords : dateWords)(time, zone);
  const edges = ["start", "end"] as const;
  const skipped = edges.find((edge) => momentsOf(state[edge], zone)?.length === 0);
  if (skipped) return { edge: skipped, words: t.wrong.skipped(state[skipped].replace("T", " ")) };
  const found = wrongPeriod(state, now, zone);
  if (!found) return undefined;
  const { from, to } = windowOf(state.endpoint, now, zone);
  const at = instantOf(state[found.edge], now, zone);
  return {
    edge: found.edge,
    words: t.wrong[found.wrong](words(found.edge === "end" ? at - 1 : at), words(from), words(to)),
  };
}

/** Of a time of the place's clock, else undefined. */
function momentsOf(time: string, zone: Zone): readonly number[] | undefined {
  return isOfClock(time) && time.includes("T") ? zone.momentsOf(Date.parse(`${time}Z`)) : undefined;
}

interface TimeFieldProps {
  readonly edge: Edge;
  readonly state: State;
  readonly zone: Zone;
  readonly time: string;
  readonly wrong: string | undefined;
  take(edge: Edge, text: string): void;
}

function timeField({ edge, state, zone, time, wrong, take }: TimeFieldProps): VNode {
  const t = texts().time;
  const isFine = hasClock(state);
  const shown = time || endpointOf(state.endpoint)[edge];
  const text = (at: string) => fieldText(at, edge, isFine, Date.now(), zone);
  const { from, to } = windowOf(state.endpoint, Date.now(), zone);
  const bound = (at: number) => text(new Date(at).toISOString());
  const isTwice = (momentsOf(time, zone)?.length ?? 0) > 1;
  const note = wrong ?? (isTwice ? t.twice : relativeWords(shown));
  return of(Typed, {
    label: edge === "start" ? t.start : isFine ? t.end : t.endInclusive,
    words: h(wrong === undefined ? "p.hint" : "p.wrong", { role: wrong === undefined ? undefined : "alert" }, note),
    // The minute that is now is no other time while somebody types.
    of: [shown, zone.label, isFine].join(),
    text: text(shown),
    tag: "input",
    attributes: {
      ...{ type: isFine ? "datetime-local" : "date", min: bound(from), max: bound(to), "data-parameter": edge },
      "aria-invalid": String(wrong !== undefined),
    },
    take: (given: string) => take(edge, given),
  });
}

/** What a field of the browser has for a time: a date, where an end is shown by its last day, or a date with a clock; "" where it is not known. */
export function fieldText(time: string, edge: Edge, hasClock: boolean, now: number, zone: Zone): string {
  const at = instantOf(time, now, zone);
  if (Number.isNaN(at)) return "";
  const local = localOf(edge === "end" && !hasClock ? at - 1 : at, zone);
  return new Date(local).toISOString().slice(0, hasClock ? MINUTES : DATE_LENGTH);
}

/** Characters of "2026-06-21", and of "2026-06-21T06:00". */
const [DATE_LENGTH, MINUTES] = [10, 16];

/** What is relative to now, in words. */
function relativeWords(time: string): string {
  const t = texts().time;
  if (time === "now") return t.now;
  const { sign, count = 0, unit } = relativeParts(time) ?? {};
  return sign === undefined ? "" : t.fromNow[sign](count, t.timeUnits[unit as "hour"](count));
}

interface TypedProps {
  readonly label: string;
  readonly words: VNode;
  readonly tag: "input" | "textarea";
  /** What the text is of: as long as it is the same, what is being typed stays. */
  readonly of: string;
  readonly text: string;
  readonly attributes: object;
  take(text: string): void;
}

/** A field of which what is being typed stays while the page around it is drawn anew. */
export function Typed({ label, words, tag, of, text, attributes, take }: TypedProps): VNode {
  const id = useId();
  const place = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (place.current && place.current.value !== text) place.current.value = text;
  }, [of]);
  const onchange = ({ currentTarget }: { currentTarget: HTMLInputElement }) => take(currentTarget.value);
  // The field has what was pasted after the event.
  const onpaste = ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
    void setTimeout(() => take(currentTarget.value));
  const look = { id, ref: place, "aria-describedby": `${id}-words`, onchange };
  return h(
    "div.field",
    h("label", { for: id }, label),
    h(tag, { ...attributes, ...look, ...(tag === "textarea" && { onpaste }) }),
    h("div", { id: `${id}-words` }, words),
  );
}
