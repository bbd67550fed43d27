/** The file of many years: what it will be, what it costs, how far it is, and what is missing in it. */
import { button, h, replace } from "../../dom.js";
import type { Page } from "../../request/questions.js";
import { problemView } from "../../result/status.js";
import { tokens } from "../../service/problem.js";
import { figure } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { live } from "../../view.js";
import { FORMATS, sizeText } from "./formats.js";
import { type Plan, planOf, type Quote, type Refusal } from "./plan.js";
import { yearsOf } from "./years-choice.js";
import { type Hole, YearsWork } from "./years-work.js";

/** Values in an answer to a key whose account has not said otherwise yet: the default for the demo key. */
const MOST_VALUES = 1_000_000;

export interface YearsFile {
  readonly element: HTMLElement;
  /** The plan of the present state, for the lines to copy. */
  plan(): Plan | undefined;
}

export function yearsFile({ store, service, session }: Page): YearsFile {
  const view = new View(() => store);
  let mostValues = MOST_VALUES;
  let work: YearsWork | undefined;
  store.onChange(() => follow());
  session.onChange(() => renew());
  renew();
  return { element: view.element, plan: () => work?.plan };

  function follow(): void {
    const { state } = store;
    if (state.room !== "data" || state.data !== "years") return;
    const found = planOf(state, yearsOf(state, Date.now()), Date.now(), mostValues);
    if ("parts" in found && work?.isOf(found)) return;
    work?.drop();
    work = "parts" in found ? new YearsWork(state, found, service, () => view.show(work)) : undefined;
    view.refuse("parts" in found ? undefined : found);
    view.show(work);
    void work?.price();
  }

  /** Another key may get more at a time, at another price. */
  function renew(): void {
    work?.drop();
    work = undefined;
    follow();
    service.fact<{ limits: { values_per_answer?: number } }>("account").then(
      ({ limits }) => {
        mostValues = limits.values_per_answer ?? MOST_VALUES;
        follow();
      },
      // The price says what is wrong.
      () => undefined,
    );
  }
}

/** Elements that stay, so that nobody's focus is lost while parts come. */
class View {
  readonly element: HTMLElement;
  private work: YearsWork | undefined;
  private readonly refusal = h("p.wrong", { role: "alert" });
  private readonly size = h("p.size");
  private readonly price = h("div", { role: "status" });
  private readonly problem = h("div", { role: "alert" });
  private readonly bar = h("progress", { "aria-label": texts().data.progressLabel });
  private readonly words = h("p", { role: "status" });
  private readonly facts = h("div");
  private readonly gets: readonly HTMLButtonElement[];
  private readonly saves: readonly HTMLButtonElement[];
  private readonly stop = button(texts().data.stop, () => this.work?.gathering.stop());
  private readonly goOn = button(texts().data.goOn, () => void this.work?.gathering.go());
  private readonly about = button(texts().data.about, () => this.work?.writeAbout());
  private readonly store: () => Page["store"];

  constructor(store: () => Page["store"]) {
    this.store = store;
    this.gets = FORMATS.map((format) => button("", () => this.work?.get(format)));
    this.gets[0]?.classList.add("send");
    this.goOn.classList.add("send");
    this.saves = FORMATS.map((format) => button("", () => void this.work?.write(format)));
    const { refusal, size, price, problem, bar, words, facts, gets, saves, stop, goOn, about } = this;
    this.element = h(
      "div.years-file",
      [refusal, size, price, problem, bar, words, facts],
      h("div.actions", gets, stop, goOn, saves, about),
    );
  }

  refuse(refusal: Refusal | undefined): void {
    this.refusal.textContent = refusal ? refusalText(refusal) : "";
  }

  show(work: YearsWork | undefined): void {
    this.work = work;
    for (const child of this.element.children) (child as HTMLElement).hidden = !work && child !== this.refusal;
    if (!work) return;
    this.showPlan(work);
    this.showStage(work);
    this.showButtons(work);
  }

  private showPlan({ plan, quote, priced, problem, gathering: { stage } }: YearsWork): void {
    const t = texts().data;
    const size = t.size(figure(plan.rows), figure(plan.columns.length), sizeText(plan.bytes));
    this.size.textContent = t.sizeOfParts(size, figure(plan.parts.length));
    const pricing = problem ? "" : t.pricing(figure(priced), figure(plan.parts.length));
    replace(this.price, quote ? quoteView(quote) : h("p.hint", pricing));
    const shown = problem ?? ("problem" in stage ? stage.problem : undefined);
    replace(this.problem, shown ? live("div", () => problemView(shown, this.store())) : null);
  }

  private showStage(work: YearsWork): void {
    const { plan, gathering } = work;
    this.bar.hidden = !["running", "waiting"].includes(gathering.stage.kind);
    this.bar.max = plan.parts.length;
    this.bar.value = gathering.outcomes.length;
    const words = stageText(work);
    if (this.words.textContent !== words) this.words.textContent = words;
    replace(this.facts, factsView(work));
  }

  private showButtons({ gathering, quote, isWriting, rows }: YearsWork): void {
    const t = texts().data;
    const { kind } = gathering.stage;
    const isBusy = kind === "running" || kind === "waiting";
    const isHalf = kind === "stopped" || kind === "failed";
    FORMATS.forEach(({ name }, k) => {
      const [get, save] = [this.gets[k] as HTMLButtonElement, this.saves[k] as HTMLButtonElement];
      get.hidden = kind !== "idle";
      get.disabled = quote === undefined || isTooDear(quote);
      get.textContent = quote && quote.cost > 0 ? t.getFor(name, tokens(quote.cost)) : t.get(name);
      save.hidden = isBusy || rows === 0;
      save.disabled = isWriting;
      save.textContent = isHalf ? t.saveSoFar(name) : t.save(name);
    });
    this.stop.hidden = !isBusy;
    this.goOn.hidden = !isHalf;
    this.about.hidden = isBusy || rows === 0;
  }
}

function quoteView(quote: Quote): HTMLElement[] {
  const t = texts().data;
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
  const t = texts().data;
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

function factsView({ gathering, facts, holes, rows }: YearsWork): HTMLElement[] {
  const t = texts().data;
  if (gathering.stage.kind !== "done" || rows === 0) return [];
  return [
    ...(facts.synthetic ? [h("p.synthetic", t.synthetic)] : []),
    ...(holes.length > 0 ? [h("p.wrong", t.holes(holes.map(holeText).join("; ")))] : []),
  ];
}

function holeText({ label, reason }: Hole): string {
  const [from, to] = label.split(" – ");
  const what = to === undefined ? label : texts().data.between(from as string, to);
  return reason === "" ? what : `${what} (${reason})`;
}

function refusalText(refusal: Refusal): string {
  const t = texts().data.refusals;
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
