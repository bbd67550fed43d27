/** The answer in one number: with its range, its source, what to know of it, and what a better plane would bring. */
import { askedAfter, type Page, type YieldExchange, yieldQuestion } from "../../request/questions.js";
import { type YieldRequest, yieldRequestOf } from "../../request/request.js";
import { codeLink, costText, status } from "../../result/status.js";
import {
  kindName,
  type Notice,
  noticeWords,
  phrase,
  phraseWords,
  type Source,
  type YieldAnswer,
} from "../../service/answer.js";
import type { State } from "../../state/state.js";
import { figure, percent } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { button, type Child, each, h, type View } from "../../view.js";
import { directionName, energyDigits, gainOf, rangeOf } from "./figures.js";

/** @param isWrong whether a field is marked: what is shown belongs to what was right last */
export function headline(page: Page, isWrong: () => boolean, openReport: () => void): View {
  const t = texts().roof;
  const best = bestPlane(page);
  return () => {
    const { answer, isCurrent, stage } = page.yields;
    const { system, tracking_mode } = page.store.state;
    const isOld = answer !== undefined && (isWrong() || !isCurrent);
    const isBrief = stage.kind === "waiting" || stage.kind === "pricing";
    const last = isWrong() && answer ? `${t.ofLast}. ${t.wrongInput}` : isOld && !isBrief ? `${t.ofLast}.` : "";
    const energy = answer && (answer.annual ?? answer.total).energy;
    return h(
      "section.roof-answer",
      { "aria-label": t.answer, class: isOld ? "old" : undefined },
      status(page.yields, page.store, page.service),
      h(
        "div.roof-head",
        h(
          "div.roof-number",
          { role: "status", hidden: !answer && !isBrief, "data-energy": energy },
          numberParts(answer),
        ),
        h("p.of-last", last),
      ),
      h("div", answer && caveatsOf(answer)),
      h("dl.facts", answer && factsOf(answer)),
      system === "" && tracking_mode === "none" ? h("div.better", betterView(page, best)) : null,
      h(
        "div.roof-foot",
        h("div", answer && notesOf(answer)),
        h(
          "div.actions",
          button(texts().report.open, openReport, { class: "report-button", disabled: !answer || isOld }),
          codeLink(page.store, "yield"),
        ),
      ),
    );
  };
}

function energyText({ annual, total }: YieldAnswer): string {
  const { energy } = annual ?? total;
  return figure(energy, energyDigits(energy));
}

function numberParts(answer: YieldAnswer | undefined): Child {
  const t = texts().roof;
  if (!answer) return h("p.big", h("span.waiting", "…"));
  const range = rangeOf(answer);
  const unit = answer.annual ? t.unit : t.periodUnit;
  return [
    h("p.big", h("strong", energyText(answer)), h("span.unit", ` ${unit}`), h("span.heard", range ? ", " : ". ")),
    range ? h("p.roof-range", t.chance(rangeFigure(range.low), rangeFigure(range.high)), heard(". ")) : null,
    answer.annual ? null : h("p.wrong", t.noAnnual),
    h("p", { class: answer.weather.synthetic ? "badge caution" : "badge" }, sourceText(answer)),
  ];
}

/** Between parts that stand apart, for those who hear them as one sentence. */
function heard(text: string): Child {
  return h("span.heard", text);
}

/** An end of the range. */
export function rangeFigure(value: number): string {
  return figure(value, Number.isInteger(value) ? 0 : 1);
}

/** What the weather is, in words that stand beside the number. */
export function sourceText({ weather, years }: YieldAnswer): string {
  const t = texts().roof;
  const isHistory = weather.kind === "history";
  if (weather.synthetic) return isHistory ? t.generatedYears : t.generated;
  const names = [...new Set((weather.sources ?? []).map(({ dataset }) => phrase(dataset)))].join(", ") || weather.kind;
  const [first, last] = [years[0], years.at(-1)];
  return isHistory && first && last ? t.yearsOf(names, String(first.year), String(last.year)) : t.typicalOf(names);
}

/** What is not in the number and its range, though it may be larger than that: it stands beside them, whatever the other notices say. */
export function caveatsOf({ notices }: Pick<YieldAnswer, "notices">): Child {
  return notices.flatMap((notice) => {
    const { least, most } = notice.facts ?? {};
    const isSnow = notice.code === "snow" && typeof most === "number" && most > LITTLE;
    const words = isSnow ? texts().roof.snowBeside(String(least), String(most)) : noticeWords(notice);
    return isSnow || notice.code === "known-miss" ? h("p.caveat", words) : [];
  });
}

function factsOf({ annual, total, uncertainty }: YieldAnswer): Child {
  const t = texts().roof;
  const { specific_yield, performance_ratio } = annual ?? total;
  const spread = uncertainty?.horizons[0]?.percent;
  const fact = (value: string, name: string) => h("div", h("dt", name), h("dd", value));
  return [
    fact(figure(specific_yield), t.specific),
    performance_ratio === null ? null : fact(figure(performance_ratio, 2), t.ratio),
    spread === undefined ? null : fact(`± ${percent(spread / 100)}`, t.uncertain),
  ];
}

function notesOf({ notices, weather }: YieldAnswer): Child {
  const t = texts().roof;
  const heads: { readonly [code: string]: string } = t.noticeHeads;
  const note = (notice: Notice) => h("li", h("strong", heads[notice.code] ?? t.noticeElse), " ", noticeWords(notice));
  const { sources = [] } = weather;
  if (notices.length === 0 && sources.length === 0) return null;
  return h(
    "details.roof-notes",
    h("summary.quiet", notices.length === 0 ? t.sources : t.notices(String(notices.length), notices.length === 1)),
    notices.length > 0 ? h("ul", notices.map(note)) : null,
    sources.length > 0
      ? [notices.length > 0 ? h("h2.minor", t.sources) : null, h("ul", each("li", sources.map(creditOf), {}))]
      : null,
  );
}

/** A source with whom it is owed to. */
export function creditOf({ dataset, class: kind, attribution, licence }: Source): Child {
  const owed = attribution === undefined ? "" : h("span", { lang: "en" }, `${attribution}. `);
  return [h("strong", phraseWords(dataset)), ` (${kindName(kind)}). `, owed, texts().service.licence(licence)];
}

/** Percent of a year that are no reason to speak up. */
const LITTLE = 1;

/** Of the energy. */
const NOTICEABLE = 0.001;

/**
 * The best fixed plane beside one's own: a second request, which goes out by itself once the first number is here and where it is free,
 * else by a click. It knows nothing of one's own plane, so that a panel that is dragged asks for it once.
 */
function bestPlane(page: Page): YieldExchange {
  const question = yieldQuestion(({ room }) => room === "roof");
  const requestOf = (state: State) => question.requestOf(state) && bestRequestOf(state);
  return askedAfter(page.yields, { ...question, requestOf }, page);
}

/** undefined: there is no one plane to be better than, or it is the best one. */
export function bestRequestOf(state: State): YieldRequest | undefined {
  const isOwnPlane = state.system === "" && state.tracking_mode === "none" && state.roof_plane === "own";
  return isOwnPlane ? yieldRequestOf({ ...state, roof_plane: "best" }) : undefined;
}

/** What the best fixed plane would bring, with what can be done about that. */
function betterView(page: Page, best: YieldExchange): Child {
  const { answer, isCurrent } = page.yields;
  const t = texts().roof;
  if (!answer || !isCurrent) return null;
  if (answer.optimum) return h("p", bestText(answer.optimum));
  const found = best.isCurrent ? best.answer : undefined;
  if (!found) return searchView(best, answer);
  const gain = gainOf(answer, found);
  const { optimum } = found;
  if (!gain || !optimum) return null;
  const [tilt, direction] = [`${optimum.surface_tilt}°`, directionName(optimum.surface_azimuth)];
  if (gain.share < NOTICEABLE) return h("p", t.asGood(tilt, direction));
  const energy = figure(gain.energy, energyDigits(answer.annual?.energy ?? 0));
  return [h("p", t.better(tilt, direction, energy, percent(gain.share, 1))), button(t.useIt, () => useBest(page))];
}

/** How far the search for the best plane is. */
function searchView(best: YieldExchange, answer: YieldAnswer): Child {
  const t = texts().roof;
  const { stage, price } = best;
  if (stage.kind === "waiting" || stage.kind === "pricing") return h("p", t.bestSearched);
  if (stage.kind === "problem")
    return [h("p", t.bestFailed), h("p.problem", { role: "alert", lang: "en" }, stage.problem.message)];
  return stage.kind === "offered" && button(t.seekBest(costText(price ?? answer.price)), () => best.send());
}

/** The button goes with the click: the focus moves to what it has pressed. */
function useBest({ store }: Page): void {
  store.set({ roof_plane: "best" });
  document.querySelector<HTMLElement>(".best")?.focus();
}

function bestText(optimum: NonNullable<YieldAnswer["optimum"]>): string {
  const t = texts().roof;
  const { surface_tilt, surface_azimuth, tilt_range, azimuth_range } = optimum;
  const [tiltFrom, tiltTo] = tilt_range.map((tilt) => `${tilt}°`) as [string, string];
  const [from, to] = azimuth_range.map((azimuth) => `${azimuth}°`) as [string, string];
  // Equal ends stand for all directions.
  const within = from === to ? t.withinAll(tiltFrom, tiltTo) : t.within(tiltFrom, tiltTo, from, to);
  return `${t.bestIs(`${surface_tilt}°`, directionName(surface_azimuth))} ${within}`;
}
