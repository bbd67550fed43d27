/** The answer in one number: with its range, its source, what to know of it, and what a better plane would bring. */
import { type Child, h, replace } from "../../dom.js";
import type { Stage } from "../../service/exchange.js";
import type { YieldAnswer } from "../../service/yield-answer.js";
import { figure, percent } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import type { Page } from "../page.js";
import { BestPlane } from "./better.js";
import { directionName, energyDigits, gainOf, rangeOf } from "./figures.js";

export interface Headline {
  readonly element: HTMLElement;
  /** @param isWrong a field is marked: what is shown belongs to what was right last */
  show(isWrong: boolean): void;
}

export function headline(page: Page): Headline {
  const { yields } = page;
  const t = texts().roof;
  const number = h("div", { class: "roof-number", role: "status" });
  const last = h("p", { class: "of-last" });
  const facts = h("dl", { class: "facts" });
  const better = h("div", { class: "better" });
  const notes = h("div", {});
  const actions = h("div", { class: "roof-actions" });
  const best = new BestPlane(page, () => showBetter());
  const showBetter = () => replace(better, betterOf(page, best));
  let said = "";
  let shown: YieldAnswer | undefined;
  return {
    element: h(
      "section",
      { class: "card roof-answer", "aria-label": t.answer },
      h("div", { class: "roof-head" }, number, last, actions),
      facts,
      better,
      notes,
    ),
    show(isWrong) {
      const { answer, isCurrent, stage } = yields;
      const isOld = answer !== undefined && (isWrong || !isCurrent);
      number.parentElement?.parentElement?.classList.toggle("old", isOld);
      const isBrief = stage.kind === "waiting" || stage.kind === "pricing";
      last.textContent = isWrong && answer ? `${t.ofLast}. ${t.wrongInput}` : isOld && !isBrief ? `${t.ofLast}.` : "";
      replace(actions, actionOf(page, stage));
      const sentence = sentenceOf(answer);
      if (sentence.join() !== said) {
        said = sentence.join();
        replace(number, numberParts(answer));
      }
      if (answer && answer !== shown) {
        shown = answer;
        replace(facts, factsOf(answer));
        replace(notes, notesOf(answer));
      }
      best.follow();
      showBetter();
    },
  };
}

/** What a listener hears: it changes with the answer alone. */
function sentenceOf(answer: YieldAnswer | undefined): string[] {
  if (!answer) return [];
  const range = rangeOf(answer);
  return [energyText(answer), range ? `${range.low} ${range.high}` : "", sourceText(answer)];
}

function energyText({ annual, total }: YieldAnswer): string {
  const { energy } = annual ?? total;
  return figure(energy, energyDigits(energy));
}

function numberParts(answer: YieldAnswer | undefined): Child {
  const t = texts().roof;
  if (!answer) return h("p", { class: "big" }, h("span", { class: "waiting" }, "…"));
  const range = rangeOf(answer);
  const unit = answer.annual ? t.unit : t.periodUnit;
  return [
    h(
      "p",
      { class: "big" },
      h("strong", {}, energyText(answer)),
      h("span", { class: "unit" }, ` ${unit}`),
      h("span", { class: "heard" }, range ? ", " : ". "),
    ),
    range
      ? h("p", { class: "roof-range" }, t.chance(rangeFigure(range.low), rangeFigure(range.high)), heard(". "))
      : null,
    answer.annual ? null : h("p", { class: "wrong" }, t.noAnnual),
    h("p", { class: answer.weather.synthetic ? "badge generated" : "badge" }, sourceText(answer)),
  ];
}

/** Between parts that stand apart, for those who hear them as one sentence. */
function heard(text: string): HTMLElement {
  return h("span", { class: "heard" }, text);
}

function rangeFigure(value: number): string {
  return figure(value, Number.isInteger(value) ? 0 : 1);
}

function sourceText({ weather, years }: YieldAnswer): string {
  const t = texts().roof;
  const isHistory = weather.kind === "history";
  if (weather.synthetic) return isHistory ? t.generatedYears : t.generated;
  const names = [...new Set((weather.sources ?? []).map(({ dataset }) => dataset))].join(", ") || weather.kind;
  const [first, last] = [years[0], years.at(-1)];
  return isHistory && first && last ? t.yearsOf(names, String(first.year), String(last.year)) : t.typicalOf(names);
}

function factsOf({ annual, total, uncertainty }: YieldAnswer): Child {
  const t = texts().roof;
  const { specific_yield, performance_ratio } = annual ?? total;
  const spread = uncertainty?.horizons[0]?.percent;
  const fact = (value: string, name: string) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
  return [
    fact(figure(specific_yield), t.specific),
    performance_ratio === null ? null : fact(figure(performance_ratio, 2), t.ratio),
    spread === undefined ? null : fact(`± ${percent(spread / 100)}`, t.uncertain),
  ];
}

function notesOf({ notices, weather }: YieldAnswer): Child {
  const t = texts().roof;
  const heads: { readonly [code: string]: string } = t.noticeHeads;
  const note = ({ code, message }: YieldAnswer["notices"][number]) =>
    h("li", {}, h("strong", {}, heads[code] ?? t.noticeElse), " ", h("span", { lang: "en" }, message, "."));
  const source = (one: NonNullable<YieldAnswer["weather"]["sources"]>[number]) =>
    h(
      "li",
      { lang: "en" },
      h("strong", {}, one.dataset),
      ` (${one.class}). `,
      one.attribution === undefined ? "" : `${one.attribution}. `,
      `Licence: ${one.licence}.`,
    );
  const { sources = [] } = weather;
  return h(
    "details",
    { class: "roof-notes" },
    h("summary", {}, t.notices(String(notices.length), notices.length === 1)),
    h("ul", {}, notices.map(note)),
    sources.length > 0 ? [h("h3", {}, t.sources), h("ul", {}, sources.map(source))] : null,
  );
}

/** What can be done while there is no answer to what is asked. */
function actionOf({ yields }: Page, stage: Stage): Child {
  const t = texts().roof;
  if (stage.kind !== "offered" && stage.kind !== "stopped") return null;
  const price = yields.price ? t.ask(t.tokens(String(yields.price.cost), yields.price.cost === 1)) : t.askPlain;
  return h("button", { type: "button", class: "send", onclick: () => yields.send() }, price);
}

function betterOf(page: Page, best: BestPlane): Child {
  const { answer, isCurrent, price } = page.yields;
  const t = texts().roof;
  if (!answer || !isCurrent) return null;
  if (answer.optimum) return h("p", { class: "hint" }, withinText(answer.optimum));
  if (best.stage === "waiting") return h("p", { class: "hint" }, t.bestSearched);
  if (best.stage === "failed") return h("p", { class: "hint" }, `${t.bestFailed} ${best.failure}`);
  if (best.stage === "offered") {
    const words = t.seekBest(t.tokens(String(price?.cost ?? 0), price?.cost === 1));
    return h("button", { type: "button", onclick: () => void best.ask() }, words);
  }
  const gain = best.found && gainOf(answer, best.found);
  const optimum = best.found?.optimum;
  if (!gain || !optimum) return null;
  const [tilt, direction] = [`${optimum.surface_tilt}°`, directionName(optimum.surface_azimuth)];
  if (gain.share < NOTICEABLE) return h("p", {}, t.asGood(tilt, direction));
  const energy = figure(gain.energy, energyDigits(answer.annual?.energy ?? 0));
  const use = () => page.store.set({ roof_plane: "best" });
  return [
    h("p", {}, t.better(tilt, direction, energy, percent(gain.share, 1))),
    h("button", { type: "button", onclick: use }, t.useIt),
  ];
}

/** Of the energy. */
const NOTICEABLE = 0.001;

function withinText({ tilt_range, azimuth_range }: NonNullable<YieldAnswer["optimum"]>): string {
  const t = texts().roof;
  const [tiltFrom, tiltTo] = tilt_range.map((tilt) => `${tilt}°`) as [string, string];
  const [from, to] = azimuth_range.map((azimuth) => `${azimuth}°`) as [string, string];
  return from === to ? t.withinAll(tiltFrom, tiltTo) : t.within(tiltFrom, tiltTo, from, to);
}
