/** What the horizon takes: in words, beside what there was before, and by month. */
import { barShapes, SUN } from "irradiance-engine/internal/report/scene";
import { drawn, type Picture, widthFor } from "../../chart/picture.js";
import { h, replace, smallTable } from "../../dom.js";
import { askedAfter, type Page, type YieldExchange, yieldQuestion } from "../../request/questions.js";
import type { Query, YieldRequest } from "../../request/request.js";
import { status } from "../../result/status.js";
import { lacksTerrain, noticeSentence, type YieldAnswer } from "../../service/answer.js";
import type { Stage } from "../../service/exchange.js";
import type { State, Store } from "../../state/state.js";
import { figure, monthName, percent } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { live } from "../../view.js";

const NUMBERS = ["light", "energy", "lost", "open", "behind"] as const;

/** Then the line of the exchange says what there is to do. */
const WAITS_FOR_A_HAND: readonly Stage["kind"][] = ["offered", "stopped", "problem", "unplaced"];

/** The answers that are compared. */
interface Pair {
  readonly open: YieldAnswer;
  readonly behind: YieldAnswer;
}

export class LossCard {
  readonly element: HTMLElement;
  private readonly store: Store;
  private readonly yields: YieldExchange;
  private readonly open: YieldExchange;
  private readonly sentence = h("p.loss-sentence", { role: "status" });
  private readonly progress = h("p.hint", { role: "status" });
  private readonly statuses: HTMLElement;
  private readonly detail = h("div.loss-detail");
  private shown: Pair | undefined;

  constructor(page: Page) {
    const { lossTitle } = texts().sun;
    this.store = page.store;
    this.yields = page.yields;
    this.open = flatLandOf(page);
    // Prices, waits and refusals of both questions; quiet where they are free and answered.
    this.statuses = h(
      "div",
      this.exchanges.map((exchange) => live("div", () => status(exchange, page.store, page.service))),
    );
    const { sentence, progress, statuses, detail } = this;
    const parts = [sentence, progress, statuses, detail];
    this.element = h("section.horizon-loss", { "aria-label": lossTitle }, h("h2", lossTitle), parts);
    this.yields.onChange(() => this.show());
    this.open.onChange(() => this.show());
    page.store.onChange(() => this.show());
    this.show();
  }

  private show(): void {
    const { room, horizon } = this.store.state;
    if (room !== "sun") return;
    const isFlat = horizon === "flat";
    const pair = isFlat ? undefined : this.present();
    if (isFlat) this.showFlat();
    else if (pair) this.showLoss(pair);
    const isOld = !isFlat && !pair;
    this.sentence.classList.toggle("reading", isFlat);
    this.element.classList.toggle("old", isOld);
    const isWorking = this.exchanges.every(({ stage }) => !WAITS_FOR_A_HAND.includes(stage.kind));
    say(this.progress, isOld && isWorking ? texts().sun.working : "");
    this.statuses.hidden = !isOld;
  }

  private showFlat(): void {
    this.shown = undefined;
    this.write(undefined);
    say(this.sentence, texts().sun.noHorizon);
    replace(this.detail);
  }

  private showLoss(pair: Pair): void {
    if (this.shown?.behind === pair.behind && this.shown.open === pair.open) return;
    this.shown = pair;
    // Equal bars would say that an unknown horizon takes nothing.
    const isUnknown = lacksTerrain(pair.behind);
    const loss = isUnknown ? undefined : horizonLossOf(pair.open, pair.behind);
    this.write(loss);
    const why = isUnknown ? texts().sun.unknownLoss : texts().sun.noYear;
    say(this.sentence, loss ? lossWords(loss, pair.behind) : why);
    replace(this.detail, loss && detailOf(loss, pair.behind, widthFor(this.detail)));
  }

  /** Unrounded, for those who compare with the service. */
  private write(loss: HorizonLoss | undefined): void {
    for (const name of NUMBERS) {
      if (loss) this.element.dataset[name] = String(loss[name]);
      else delete this.element.dataset[name];
    }
  }

  /** Both, of the present state. */
  private present(): Pair | undefined {
    const [behind, open] = [this.yields, this.open].map(({ answer, isCurrent }) => (isCurrent ? answer : undefined));
    return behind && open && { open, behind };
  }

  private get exchanges(): readonly YieldExchange[] {
    return [this.yields, this.open];
  }
}

function say(place: HTMLElement, text: string): void {
  if (place.textContent !== text) place.textContent = text;
}

function isNothing({ light, lost }: HorizonLoss): boolean {
  return light === 0 && lost === 0;
}

function lossWords(loss: HorizonLoss, behind: YieldAnswer): string {
  if (isNothing(loss)) return nothingWords(behind);
  return texts().sun.loss(percent(loss.light, 1), percent(loss.energy, 1), figure(loss.lost));
}

function detailOf(loss: HorizonLoss, behind: YieldAnswer, width: number): HTMLElement[] {
  const all = [beforeAndAfter(loss), h("p.hint", systemWords(behind))];
  return isNothing(loss) ? all : [...all, ...lossMonths(loss, width)];
}

/** Why there is nothing: the weather may have the horizon in it already. */
function nothingWords({ notices, losses }: YieldAnswer): string {
  const t = texts().sun;
  const why = notices.find(({ code }) => code === "horizon");
  const note = losses.find(({ name }) => name === "shading")?.note;
  if (why) return `${t.noLoss} ${noticeSentence(why)}`;
  return note === undefined ? t.noLoss : `${t.noLoss} ${t.said(note)}`;
}

/** Two bars of one scale: what there was stays in sight. */
function beforeAndAfter({ open, behind }: HorizonLoss): HTMLElement {
  const t = texts().sun;
  const row = (name: string, energy: number, kind: string) => {
    const bar = h("span", { class: `bar ${kind}` });
    bar.style.inlineSize = `${open > 0 ? (100 * energy) / open : 0}%`;
    return h(
      "div.energy",
      h("dt", name),
      h("dd", t.energyYear(figure(energy))),
      h("dd.track", { "aria-hidden": "true" }, bar),
    );
  };
  return h("dl.before-after", row(t.flatLand, open, "open"), row(t.behind, behind, "behind"));
}

function systemWords({ kwp, planes, weather }: YieldAnswer): string {
  const t = texts().sun;
  const [plane] = planes;
  const isFixed = planes.length === 1 && plane?.tracking_mode === "none";
  const system = isFixed
    ? t.ofPlane(figureOf(kwp), figureOf(plane.surface_tilt), figureOf(plane.surface_azimuth))
    : t.ofSystem(figureOf(kwp));
  return weather.synthetic ? `${system} ${t.generated}` : system;
}

/** With the decimals that it has, two at most. */
function figureOf(value: number): string {
  const rounded = Math.round(value * 100) / 100;
  return figure(rounded, (String(rounded).split(".")[1] ?? "").length);
}

/** As much of an answer of `/v1/yield` as is needed. */
export interface YieldWithStages {
  readonly annual: { readonly energy: number } | null;
  readonly months: readonly {
    readonly month: number;
    readonly energy: number;
    readonly stages: { readonly [stage: string]: number | undefined };
  }[];
  readonly losses: readonly { readonly name: string; readonly energy: number }[];
}

/** Shares from 0 to 1, of the light on the planes and of the energy fed in; energies in kWh. */
interface Taken {
  readonly light: number;
  readonly energy: number;
  readonly open: number;
  readonly behind: number;
  readonly lost: number;
}

interface HorizonLoss extends Taken {
  readonly months: readonly (Taken & { readonly month: number })[];
}

/**
 * The light that the horizon takes is a stage of one answer. The energy is the difference of two: modules that get less light are
 * cooler, and the inverter limits less, so that it is another share. undefined without a whole year.
 */
export function horizonLossOf(open: YieldWithStages, behind: YieldWithStages): HorizonLoss | undefined {
  if (!open.annual || !behind.annual) return undefined;
  const stage = (name: string) => behind.losses.find((one) => one.name === name)?.energy;
  const months = behind.months.flatMap(({ month, energy, stages }) => {
    const before = open.months.find((one) => one.month === month);
    return before ? [{ month, ...taken(before.energy, energy, stages.plane, stages.shading) }] : [];
  });
  return { ...taken(open.annual.energy, behind.annual.energy, stage("plane"), stage("shading")), months };
}

function taken(open: number, behind: number, plane = 0, shaded = plane): Taken {
  const share = (from: number, to: number) => (from > 0 ? 1 - to / from : 0);
  return { light: share(plane, shaded), energy: share(open, behind), open, behind, lost: open - behind };
}

/** Asks as soon as the yield behind the horizon is here, and never while the land is flat. */
function flatLandOf(page: Page): YieldExchange {
  const question = yieldQuestion(({ room, horizon }) => room === "sun" && horizon !== "flat");
  const requestOf = (state: State) => {
    const { answer } = page.yields;
    return question.requestOf(state) && answer && onFlatLand(answer);
  };
  return askedAfter(page.yields, { ...question, requestOf }, page);
}

/** The best plane behind a horizon may be another one than in the open: both are asked of the plane that was found behind it. */
function onFlatLand({ request, planes }: YieldAnswer): YieldRequest {
  const [plane] = planes;
  const query: Query = request.query.flatMap(([name, value]): Query => {
    if (name === "horizon") return [];
    if (name !== "tilt" || value !== "best" || !plane) return [[name, value]];
    return [
      ["surface_tilt", String(plane.surface_tilt)],
      ["surface_azimuth", String(plane.surface_azimuth)],
    ];
  });
  return { ...request, query };
}

/** Pixels. */
const HEIGHT = 150;

function lossMonths(loss: HorizonLoss, width: number): HTMLElement[] {
  return [
    h("h3", texts().sun.monthsTitle),
    h("div", drawn(monthsPicture(loss, width))),
    h("p.reading", monthsWords(loss)),
    monthsTable(loss),
  ];
}

function monthsPicture({ months }: HorizonLoss, width: number): Picture {
  const t = texts().sun;
  const bars = months.map(({ month, energy, lost }) => ({
    value: 100 * energy,
    tip: t.monthTip(monthName(month, "long"), figure(lost), percent(energy, 1)),
    fill: SUN,
  }));
  const { shapes } = barShapes({
    area: { left: 30, top: 8, width: width - 40, height: HEIGHT - 34 },
    slots: months.map(({ month }) => monthName(month, "short")),
    series: [bars],
    xTitle: "",
    yTitle: "",
    steps: 4,
  });
  return { width, height: HEIGHT, title: `${t.monthsTitle}. ${monthsWords({ months })}`, parts: shapes };
}

function monthsWords({ months }: Pick<HorizonLoss, "months">): string {
  const most = months.reduce((worst, month) => (month.energy > worst.energy ? month : worst));
  return texts().sun.monthsSummary(monthName(most.month, "long"), percent(most.energy, 1), figure(most.lost));
}

function monthsTable({ months }: HorizonLoss): HTMLElement {
  const { columns, month: name, monthsTable: label } = texts().sun;
  const rows = months.map(({ month, open, behind, lost, light }) => [
    monthName(month, "long"),
    ...[open, behind, lost, 100 * light].map((value) => figure(value, 1)),
  ]);
  const head = [name, columns.open, columns.behind, columns.lost, columns.light];
  return h("details", h("summary", label), smallTable({ label, head, rows }));
}
