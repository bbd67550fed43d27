/** The file of many years: what it will be, what it costs, how far it is, and what is missing in it. */
import { signal } from "@preact/signals";
import type { VNode } from "preact";
import type { Page } from "../../request/questions.js";
import { problemView } from "../../result/status.js";
import { tokens } from "../../service/problem.js";
import type { Store } from "../../state/state.js";
import { figure } from "../../texts/numbers.js";
import { button, type Child, h, type View } from "../../view.js";
import { FORMATS, type Format, sizeText } from "./formats.js";
import { type Plan, planOf, type Quote, type Refusal } from "./plan.js";
import { words } from "./words.js";
import { yearsOf } from "./years-choice.js";
import { type Hole, YearsWork } from "./years-work.js";

/** Values in an answer to a key whose account has not said otherwise yet: the default for the demo key. */
const MOST_VALUES = 1_000_000;

export interface YearsFile {
  readonly view: View;
  /** The plan of the present state, for the lines to copy. */
  plan(): Plan | undefined;
}

export function yearsFile({ store, service, session }: Page): YearsFile {
  let mostValues = MOST_VALUES;
  /** What is planned, or why nothing can be; told anew after each change of the work. */
  const present = signal<{ readonly work?: YearsWork; readonly refusal?: Refusal }>({});
  const follow = () => {
    const { state } = store;
    if (state.room !== "data" || state.data !== "years") return;
    const found = planOf(state, yearsOf(state, Date.now()), Date.now(), mostValues);
    const { work: before } = present.peek();
    if ("parts" in found && before?.isOf(found)) return;
    before?.drop();
    if (!("parts" in found)) present.value = { refusal: found };
    else {
      const work = new YearsWork(state, found, service, () => (present.value = { work }));
      present.value = { work };
      void work.price();
    }
  };
  /** Another key may get more at a time, at another price. */
  const renew = () => {
    present.peek().work?.drop();
    present.value = {};
    follow();
    service.fact<{ limits: { values_per_answer?: number } }>("account").then(
      ({ limits }) => {
        mostValues = limits.values_per_answer ?? MOST_VALUES;
        follow();
      },
      // The price says what is wrong.
      () => undefined,
    );
  };
  store.onChange(follow);
  session.onChange(renew);
  renew();
  const view = () => {
    const { work, refusal } = present.value;
    const refused = h("p.wrong", { role: "alert" }, refusal && refusalText(refusal));
    return h("div.years-file", refused, work && [planParts(work, store), stageParts(work), buttonsOf(work)]);
  };
  return { view, plan: () => present.value.work?.plan };
}

function planParts({ plan, quote, priced, problem, gathering: { stage } }: YearsWork, store: Store): Child {
  const t = words();
  const size = t.size(figure(plan.rows), figure(plan.columns.length), sizeText(plan.bytes));
  const pricing = problem ? "" : t.pricing(figure(priced), figure(plan.parts.length));
  const shown = problem ?? ("problem" in stage ? stage.problem : undefined);
  return [
    h("p.size", t.sizeOfParts(size, figure(plan.parts.length))),
    h("div", { role: "status" }, quote ? quoteView(quote) : h("p.hint", pricing)),
    h("div", { role: "alert" }, shown && problemView(shown, store)),
  ];
}

function stageParts(work: YearsWork): Child {
  const { plan, gathering } = work;
  return [
    h("progress", {
      ...{ "aria-label": words().progressLabel, hidden: !isUnderWay(work) },
      ...{ max: plan.parts.length, value: gathering.outcomes.length },
    }),
    h("p", { role: "status" }, stageText(work)),
    h("div", factsView(work)),
  ];
}

function isUnderWay({ gathering: { stage } }: YearsWork): boolean {
  return stage.kind === "running" || stage.kind === "waiting";
}

function buttonsOf(work: YearsWork): VNode {
  const t = words();
  const { gathering, quote, isWriting, rows } = work;
  const { kind } = gathering.stage;
  const isHalf = kind === "stopped" || kind === "failed";
  const get = (format: Format) =>
    button(
      quote && quote.cost > 0 ? t.getFor(format.name, tokens(quote.cost)) : t.get(format.name),
      () => work.get(format),
      {
        key: `get ${format.name}`,
        disabled: quote === undefined || isTooDear(quote),
        class: format === FORMATS[0] ? "send" : "",
      },
    );
  const save = (format: Format) =>
    button((isHalf ? t.saveSoFar : t.save)(format.name), () => void work.write(format), {
      key: `save ${format.name}`,
      disabled: isWriting,
    });
  const hasRows = !isUnderWay(work) && rows > 0;
  return h(
    "div.actions",
    kind === "idle" && FORMATS.map(get),
    isUnderWay(work) && button(t.stop, () => gathering.stop()),
    isHalf && button(t.goOn, () => void gathering.go()),
    hasRows && [FORMATS.map(save), button(t.about, () => work.writeAbout())],
  );
}

function quoteView(quote: Quote): VNode[] {
  const t = words();
  const { cost, remaining, missing } = quote;
  const price = remaining === undefined ? t.price(tokens(cost)) : t.priceBalance(tokens(cost), tokens(remaining));
  const wrong = (text: string) => h("p.wrong", text);
  return [
    h("p", cost === 0 ? t.free : price),
    ...(missing.length > 0 ? [wrong(t.noData(missing.join(", ")))] : []),
    ...(isTooDear(quote) ? [wrong(t.tooDear)] : []),
  ];
}

function stageText(work: YearsWork): string {
  const t = words();
  const { gathering, plan, wanted, rows, isWriting } = work;
  const { stage, outcomes } = gathering;
  const [done, of] = [figure(outcomes.length), figure(plan.parts.length)];
  switch (stage.kind) {
    case "running":
      return t.progress(done, of, plan.parts[outcomes.length]?.label ?? "");
    case "waiting":
      return t.waiting(figure(stage.seconds));
    case "stopped":
    case "failed":
      return t.stopped(done, of);
    case "done":
      if (isWriting) return t.writing;
      return rows === 0 ? t.nothing : t.done(figure(rows), work.nameFor((wanted ?? FORMATS[0]).ending));
    default:
      return "";
  }
}

function factsView({ gathering, facts, holes, rows }: YearsWork): VNode[] {
  const t = words();
  if (gathering.stage.kind !== "done" || rows === 0) return [];
  return [
    ...(facts.synthetic ? [h("p.synthetic", t.synthetic)] : []),
    ...(holes.length > 0 ? [h("p.wrong", t.holes(holes.map(holeText).join("; ")))] : []),
  ];
}

function holeText({ label, reason }: Hole): string {
  const [from, to] = label.split(" – ");
  const what = to === undefined ? label : words().between(from as string, to);
  return reason === "" ? what : `${what} (${reason})`;
}

function refusalText(refusal: Refusal): string {
  const t = words().refusals;
  switch (refusal.kind) {
    case "early":
      return t.early(String(refusal.first));
    case "future":
      return (refusal.isOfHistory ? t.futureOfHistory : t.future)(String(refusal.last));
    case "large":
      return t.large(figure(refusal.values), figure(refusal.most));
    default:
      return t[refusal.kind];
  }
}

function isTooDear({ cost, remaining }: Quote): boolean {
  return remaining !== undefined && cost > remaining;
}
