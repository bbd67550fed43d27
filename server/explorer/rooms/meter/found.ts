/** What a meter has shown: the system, whether it is well, its months and clear days, and what was left out. */
import type { VNode } from "preact";
import { fitted, type Picture, pictureView } from "../../chart/picture.js";
import { save } from "../../result/picture.js";
import { noticeSentence, type YieldAnswer } from "../../service/answer.js";
import type { Store } from "../../state/state.js";
import { figure, longDate, percent, plain } from "../../texts/numbers.js";
import { button, type Child, each, h, smallTable } from "../../view.js";
import { directionName } from "../roof/figures.js";
import { compared, daysPicture, monthsPicture, monthText, sumOf, weeksPicture } from "./pictures.js";
import { words } from "./words.js";
import type { FoundFinding, HealthFinding, LearningReport, LearntSystem } from "./work.js";
import type { MeterAnswer } from "./worker.js";

/** As wide as its place, in the colours of the page. */
function drawn(picture: (width: number) => Picture): VNode {
  return fitted((width) => pictureView(picture(width)), "div.picture-place");
}

interface Found {
  readonly answer: MeterAnswer;
  readonly report: LearningReport;
  readonly store: Store;
  /** What the system yields in a typical year, once it is known. */
  readonly typical: YieldAnswer | undefined;
}

/** Nothing was learnt: why, and what may help. */
export function refusedView({ report: { refusal } }: Pick<Found, "report">): Child {
  const t = words();
  const { code, message } = refusal as { readonly code: string; readonly message: string };
  return h(
    "section.meter-found",
    { role: "alert", "aria-label": t.nothing },
    h("h2", t.nothing),
    h("p.problem", findingWords(code, message)),
    h("p.hint", { lang: "en" }, message),
    code in t.advice ? h("p", t.advice[code as keyof typeof t.advice]) : null,
  );
}

export function systemView({ answer, report, store }: Found): Child {
  const t = words();
  const system = report.system as LearntSystem;
  const { planes, power, description } = system;
  const first = planes[0] as (typeof planes)[number];
  const digits = powerDigits(power);
  const facing = planes.map(({ tilt, azimuth }) => t.plane(figure(tilt), directionName(azimuth), azimuthText(azimuth)));
  const toRoof = () => store.set({ system: JSON.stringify(description), room: "roof", horizon: "flat" });
  return h(
    "section.meter-found",
    { "aria-label": t.system },
    h("p.big", h("strong", `${figure(power, digits)} kW`)),
    h("p", facing.join("; ")),
    h(
      "div.actions",
      button(t.toRoof, toRoof, { class: "send" }),
      button(t.saveSystem, () => save("roof.json", `${JSON.stringify(description, null, 2)}\n`, "application/json")),
    ),
    h(
      "dl.facts.meter-facts",
      factsOf(system, first, report, answer.reading.isBare).map(([name, value]) => [h("dt", name), h("dd", value)]),
    ),
  );
}

function powerDigits(power: number): number {
  return power < 10 ? 2 : power < 100 ? 1 : 0;
}

function azimuthText(azimuth: number): string {
  return figure(((azimuth % 360) + 360) % 360);
}

function factsOf(
  { bands, limit, shade, gain, power, clear_days, weather }: LearntSystem,
  first: { readonly azimuth: number },
  { clock }: LearningReport,
  isBare: boolean,
) {
  const t = words();
  const within = ([from, to]: readonly [number, number], digits = 0) =>
    from === to ? t.given : t.between(figure(from, digits), figure(to, digits));
  const digits = powerDigits(power);
  const facts: (readonly [string, Child])[] = [];
  if (bands) {
    facts.push([t.tilt, `${within(bands.tilt)}°`]);
    facts.push([
      t.direction,
      `${within(bands.azimuth.map((end) => end - 360 * Math.floor(first.azimuth / 360)) as [number, number])}°`,
    ]);
    facts.push([t.power, `${within(bands.power, digits)} kW`]);
    facts.push([t.kwp, t.usualKwp(figure(bands.kwp.value, digits), within(bands.kwp.band, digits))]);
  } else facts.push([t.twoPlanes, t.twoPlanesWords]);
  facts.push([t.limit, limit === undefined ? t.noLimit : `${plain(Number(limit.toPrecision(4)))} kW`]);
  facts.push([t.shade, shade === undefined ? t.noShade : t.hasShade]);
  if (clock) facts.push([t.clock, isBare ? `${clockWords(clock)} ${t.clockBare}` : clockWords(clock)]);
  facts.push([t.unseen, t.unseenWords(percent(gain.learnt, 1), percent(gain.usual, 1))]);
  facts.push([t.learntFrom, t.clearDays(figure(clear_days), weather ? figure(weather.days) : "")]);
  return facts;
}

/** Changes of a clock that are named. */
const NAMED = 4;

function clockWords({ middle, band, stretches }: NonNullable<LearningReport["clock"]>): string {
  const t = words();
  const late = t.clockWords(minutesText(Math.abs(middle)), middle < 0, figure(band));
  const changes = stretches.slice(1).map(({ from, shift }, k) => {
    const size = shift - (stretches[k] as { readonly shift: number }).shift;
    return `${longDate(Date.parse(from))} (${size < 0 ? "+" : "−"}${figure(Math.abs(size))} min)`;
  });
  if (changes.length === 0) return late;
  return `${late} ${t.clockSet(changes.slice(0, NAMED).join(", "), changes.length > NAMED ? figure(changes.length - NAMED) : "")}`;
}

/** "1 h 51 min" */
function minutesText(minutes: number): string {
  const whole = Math.round(minutes);
  return `${whole < 60 ? "" : `${figure(Math.floor(whole / 60))} h `}${figure(whole % 60)} min`;
}

/** Clean or broken, and by how much. */
export function healthView({ report }: Found): Child {
  const t = words();
  const { health } = report;
  if (!health) return h("section.meter-health", { "aria-label": t.health }, h("h2", t.health), h("p", t.noHealth));
  const { findings, weeks, yearly } = health;
  const judged = weeks.filter(({ own }) => own !== undefined).length;
  return h(
    "section.meter-health",
    { "aria-label": t.health },
    h("h2", t.health),
    findings.length === 0 ? h("p.well", t.well) : h("ul", each("li", findings.map(healthWords))),
    h("p.hint", t.judged(figure(judged), figure(weeks.length))),
    yearly
      ? h("p", t.yearly(signedPercent(yearly.ratio), signedPercent(yearly.low), signedPercent(yearly.high)))
      : null,
    judged === 0
      ? null
      : h(
          "figure",
          h("figcaption.hint", t.weeksHint),
          drawn((width) => weeksPicture(weeks, width)),
        ),
  );
}

function signedPercent(share: number): string {
  return `${figure(100 * share, 1)} %`;
}

function healthWords({ kind, from, to, change, low, high }: HealthFinding): string {
  const t = words();
  const [first, last] = [from, to].map((date) => longDate(Date.parse(date))) as [string, string];
  const ends = [low, high]
    .map(Math.abs)
    .sort((a, b) => a - b)
    .map((end) => figure(100 * end));
  const size = t.sized(percent(Math.abs(change), 1), ends[0] as string, ends[1] as string);
  return t.happened[kind](size, first, last, change < 0);
}

export function monthsView({ report, typical }: Found): Child {
  const t = words();
  const months = compared(
    report.months,
    typical?.months.map(({ energy }) => energy),
  );
  const isUnder = report.months.some(({ weather }) => weather !== undefined);
  const sum = sumOf(months);
  const rows = months.map((month) => [
    monthText(month),
    figure(month.measured),
    month.expected === undefined ? "–" : figure(month.expected),
    month.expected ? percent(month.measured / month.expected) : "–",
    percent(month.known),
  ]);
  const c = t.columns;
  const inAll =
    sum &&
    t.sum(
      figure(sum.measured),
      figure(sum.expected),
      percent(sum.measured / sum.expected),
      figure(sum.months),
      isUnder,
    );
  return h(
    "section.meter-months",
    { "aria-label": t.monthsTitle },
    h("h2", t.monthsTitle),
    h(
      "div.meter-sum",
      typical?.weather.synthetic && !isUnder ? h("p.badge.caution", t.generated) : null,
      inAll === undefined ? null : [h("p", h("strong", inAll)), h("p.hint", isUnder ? t.underWeather : t.underTypical)],
    ),
    drawn((width) => monthsPicture(months, width)),
    h(
      "details",
      h("summary", t.table),
      smallTable({ label: t.table, head: [c.month, c.measured, c.expected, c.ratio, c.known], rows }),
    ),
    typical && !isUnder
      ? h("details", h("summary", t.aboutTypical), h("ul.notices", each("li", typical.notices.map(noticeSentence))))
      : null,
  );
}

export function daysView({ answer: { days } }: Found): Child {
  const t = words();
  if (days.length === 0) return null;
  return h(
    "section.meter-days",
    { "aria-label": t.daysTitle },
    h("h2", t.daysTitle),
    h("p.hint", t.daysHint),
    drawn((width) => daysPicture(days, width)),
  );
}

export function leftOutView({ report: { findings, rows }, answer: { reading, report } }: Found): Child {
  const t = words();
  const { unit, notices } = reading;
  const [from, to] = [rows.start, rows.end].map((time) => longDate(Date.parse(time))) as [string, string];
  return h(
    "details.group",
    { open: findings.length > 0 },
    h("summary", h("h2", t.leftOut)),
    h("p", t.read(figure(rows.count), plain(rows.interval / 60), from, to, unit)),
    findings.length === 0 ? h("p", t.nothingLeftOut) : h("ul", each("li", findings.map(foundWords))),
    h(
      "details",
      h("summary", t.readerWords),
      h("ul", each("li", [...notices, ...findings.map(({ message }) => message)], { lang: "en" })),
    ),
    h(
      "div.actions",
      button(t.saveReport, () => save("learn.json", report, "application/json")),
    ),
  );
}

function foundWords({ code, message, days, spans, rows }: FoundFinding): string {
  const t = words();
  const dates = spans.map(({ start }) => longDate(Date.parse(start)));
  const some = [...new Set(dates)];
  const named = some.slice(0, NAMED).join(", ") + (some.length > NAMED ? " …" : "");
  const said = findingWords(code, message);
  return OF_ALL.has(code) ? `${said}.` : `${said} (${t.days(figure(days), figure(rows))}: ${named}).`;
}

/** What is said of the whole meter. */
const OF_ALL = new Set([
  "poor-fit",
  "few-days",
  "usual-plane",
  "known",
  "weather",
  "winter",
  "other-place",
  "no-sun",
  "follows-load",
  "empty",
]);

/** The page's own sentence, or the library's. */
function findingWords(code: string, message: string): string {
  const { findings } = words();
  return (findings as { readonly [code: string]: string })[code] ?? message;
}
