/** What the horizon takes: in words, beside what there was before, and by month. */
import { barShapes, SUN } from "irradiance-engine/internal/report/scene";
import type { VNode } from "preact";
import { fitted, type Picture, pictureView } from "../../chart/picture.js";
import { askedAfter, type Page, type YieldExchange, yieldQuestion } from "../../request/questions.js";
import type { Query, YieldRequest } from "../../request/request.js";
import { status } from "../../result/status.js";
import { lacksTerrain, noticeSentence, type YieldAnswer } from "../../service/answer.js";
import type { Stage } from "../../service/exchange.js";
import type { State } from "../../state/state.js";
import { figure, monthName, percent } from "../../texts/numbers.js";
import { type Child, h, smallTable, type View } from "../../view.js";
import { words } from "./words.js";

const NUMBERS = ["light", "energy", "lost", "open", "behind"] as const;

/** Then the line of the exchange says what there is to do. */
const WAITS_FOR_A_HAND: readonly Stage["kind"][] = ["offered", "stopped", "problem", "unplaced"];

/** The answers that are compared. */
interface Pair {
  readonly open: YieldAnswer;
  readonly behind: YieldAnswer;
}

export function lossCard(page: Page): View {
  const { store, yields, service } = page;
  const t = words();
  const open = flatLandOf(page);
  const exchanges = [yields, open];
  // Until both are of the present state, the pair before stays in sight.
  let before: Pair | undefined;
  return () => {
    const isFlat = store.state.horizon === "flat";
    const [behind, flat] = exchanges.map(({ answer, isCurrent }) => (isCurrent ? answer : undefined));
    const isPresent = behind !== undefined && flat !== undefined;
    if (isFlat) before = undefined;
    else if (isPresent) before = { behind, open: flat };
    const isOld = !isFlat && !isPresent;
    const isWorking = exchanges.every(({ stage }) => !WAITS_FOR_A_HAND.includes(stage.kind));
    const loss = before && lossOf(before);
    return h(
      "section.horizon-loss",
      { "aria-label": t.lossTitle, class: isOld ? "old" : "", ...(loss && dataOf(loss)) },
      h("h2", t.lossTitle),
      h(
        "p.loss-sentence",
        { role: "status", class: isFlat ? "reading" : "" },
        isFlat ? t.noHorizon : before && saidOf(before),
      ),
      h("p.hint", { role: "status" }, isOld && isWorking ? t.working : ""),
      // Prices, waits and refusals of both questions; quiet where they are free and answered.
      isOld && exchanges.map((exchange) => status(exchange, store, service)),
      h("div.loss-detail", before && loss && detailOf(loss, before.behind)),
    );
  };
}

/** Equal bars would say that an unknown horizon takes nothing. */
function lossOf({ open, behind }: Pair): HorizonLoss | undefined {
  return lacksTerrain(behind) ? undefined : horizonLossOf(open, behind);
}

function saidOf(pair: Pair): string {
  const loss = lossOf(pair);
  if (loss) return lossWords(loss, pair.behind);
  return lacksTerrain(pair.behind) ? words().unknownLoss : words().noYear;
}

/** Unrounded, for those who compare with the service. */
function dataOf(loss: HorizonLoss) {
  return Object.fromEntries(NUMBERS.map((name) => [`data-${name}`, String(loss[name])]));
}

function isNothing({ light, lost }: HorizonLoss): boolean {
  return light === 0 && lost === 0;
}

function lossWords(loss: HorizonLoss, behind: YieldAnswer): string {
  if (isNothing(loss)) return nothingWords(behind);
  return words().loss(percent(loss.light, 1), percent(loss.energy, 1), figure(loss.lost));
}

function detailOf(loss: HorizonLoss, behind: YieldAnswer): Child[] {
  const all = [beforeAndAfter(loss), h("p.hint", systemWords(behind))];
  return isNothing(loss) ? all : [...all, ...lossMonths(loss)];
}

/** Why there is nothing: the weather may have the horizon in it already. */
function nothingWords({ notices, losses }: YieldAnswer): string {
  const t = words();
  const why = notices.find(({ code }) => code === "horizon");
  const note = losses.find(({ name }) => name === "shading")?.note;
  if (why) return `${t.noLoss} ${noticeSentence(why)}`;
  return note === undefined ? t.noLoss : `${t.noLoss} ${t.said(note)}`;
}

/** Two bars of one scale: what there was stays in sight. */
function beforeAndAfter({ open, behind }: HorizonLoss): VNode {
  const t = words();
  const row = (name: string, energy: number, kind: string) => {
    const inlineSize = `${open > 0 ? (100 * energy) / open : 0}%`;
    return h(
      "div.energy",
      h("dt", name),
      h("dd", t.energyYear(figure(energy))),
      h("dd.track", { "aria-hidden": "true" }, h("span", { class: `bar ${kind}`, style: { inlineSize } })),
    );
  };
  return h("dl.before-after", row(t.flatLand, open, "open"), row(t.behind, behind, "behind"));
}

function systemWords({ kwp, planes, weather }: YieldAnswer): string {
  const t = words();
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

function lossMonths(loss: HorizonLoss): Child[] {
  return [
    h("h3", words().monthsTitle),
    fitted((width) => pictureView(monthsPicture(loss, width))),
    h("p.reading", monthsWords(loss)),
    monthsTable(loss),
  ];
}

function monthsPicture({ months }: HorizonLoss, width: number): Picture {
  const t = words();
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
  return words().monthsSummary(monthName(most.month, "long"), percent(most.energy, 1), figure(most.lost));
}

function monthsTable({ months }: HorizonLoss): VNode {
  const { columns, month: name, monthsTable: label } = words();
  const rows = months.map(({ month, open, behind, lost, light }) => [
    monthName(month, "long"),
    ...[open, behind, lost, 100 * light].map((value) => figure(value, 1)),
  ]);
  const head = [name, columns.open, columns.behind, columns.lost, columns.light];
  return h("details", h("summary", label), smallTable({ label, head, rows }));
}
