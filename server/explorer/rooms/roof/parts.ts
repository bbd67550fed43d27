/** What stands below the number: the months, where the light goes, how sure it is, and the years. */
import { fitted, type Picture, pictureView } from "../../chart/picture.js";
import type { Page } from "../../request/questions.js";
import {
  type LossStage,
  phraseWords,
  type Uncertainty,
  type YieldAnswer,
  type YieldPlane,
  type YieldSum,
} from "../../service/answer.js";
import { figure, monthName, percent, plain, signed } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { type Child, h, smallTable, type View } from "../../view.js";
import { energyDigits, planeName } from "./figures.js";
import { monthsPicture, stageName, stageNote, wayOf, wayPicture, yearsPicture } from "./pictures.js";

/** All that stands below the number. */
export function restView({ yields }: Page, isWrong: () => boolean): View {
  const parts = [monthsPart, wayPart, yearsPart, surePart];
  return () => {
    const { answer, isCurrent } = yields;
    const isOld = isWrong() || !isCurrent;
    return h("div.roof-rest", { class: isOld ? "old" : undefined }, answer && parts.map((draw) => draw(answer)));
  };
}

function monthsPart(answer: YieldAnswer): Child {
  const t = texts().roof;
  return h(
    "section.roof-months",
    h("h2", t.months),
    picture(monthsPicture, answer),
    h("details", h("summary.quiet", t.asTable), monthsTable(answer)),
  );
}

function monthsTable({ months, annual }: YieldAnswer): Child {
  const t = texts().roof;
  const digits = energyDigits(annual?.energy ?? 0);
  const row = (name: string, sum: YieldSum) => [
    name,
    figure(sum.energy, digits),
    figure(sum.specific_yield, 1),
    figure(sum.horizontal_irradiation, 1),
    figure(sum.plane_irradiation, 1),
    sum.performance_ratio === null ? "–" : figure(sum.performance_ratio, 3),
  ];
  const isMean = months.some(({ years }) => years > 1);
  return smallTable({
    head: [t.month, t.energy, t.perKwp, t.onLevel, t.onPlane, t.ratioHead],
    rows: [
      ...months.map((month) => row(monthName(month.month, "long"), month)),
      ...(annual ? [row(isMean ? t.meanYear : t.year, annual)] : []),
    ],
    hasSum: annual !== null,
  });
}

function wayPart(answer: YieldAnswer): Child {
  const t = texts().roof;
  const { losses, planes } = answer;
  const [first, last] = [losses[0], losses.at(-1)] as [LossStage, LossStage];
  const digits = energyDigits(first.energy);
  return h(
    "section.roof-way",
    h("h2", t.way),
    h("p.hint", t.wayIntro(figure(first.energy, digits), figure(last.energy, digits))),
    picture(wayPicture, answer),
    h(
      "details",
      h("summary.quiet", t.asTable),
      stagesTable(losses, digits),
      planes.length > 1 ? planesTable(planes) : null,
    ),
  );
}

function stagesTable(losses: readonly LossStage[], digits: number): Child {
  const t = texts().roof;
  return smallTable({
    head: [t.stage, t.change, t.changeEnergy, t.left],
    rows: wayOf(losses).rows.map(({ stage, change, share }) => [
      stageName(stage),
      share === undefined ? "" : (stageNote(stage) ?? signed(share * 100, 1)),
      change === undefined || stage.note !== undefined ? "" : signed(change, digits),
      figure(stage.energy, digits),
    ]),
  });
}

function planesTable(planes: readonly YieldPlane[]): Child {
  const t = texts().roof;
  return smallTable({
    caption: t.planesOf,
    head: [t.planeHead, t.kwp, t.energy, t.perKwp],
    rows: planes.map((plane) => [
      planeName(plane),
      plain(plane.kwp),
      figure(plane.energy, energyDigits(plane.energy)),
      figure(plane.specific_yield),
    ]),
  });
}

function surePart({ uncertainty, life }: YieldAnswer): Child {
  const t = texts().roof;
  if (!uncertainty) return null;
  const tables = [chanceTable(uncertainty), sharesTable(uncertainty), life ? lifeTable(life) : null];
  return h("section.roof-sure", h("details", h("summary", h("h2", t.sure)), h("p", t.sureIntro), tables));
}

/** What one year, and means of several, exceed with which chance. */
export function chanceTable({ horizons, energy }: Uncertainty): Child {
  const t = texts().roof;
  const digits = energyDigits(energy);
  return smallTable({
    caption: t.exceeded,
    head: ["kWh", ...(horizons[0]?.values ?? []).map(({ exceedance }) => `${exceedance} % (P${exceedance})`)],
    rows: horizons.map(({ years, values }) => [
      years === 1 ? t.oneYear : t.horizonsOf(String(years)),
      ...values.map((value) => figure(value.energy, digits)),
    ]),
  });
}

export function sharesTable({ shares, horizons }: Uncertainty): Child {
  const t = texts().roof;
  const names: { readonly [key: string]: string } = t.shares;
  return smallTable({
    caption: t.sharesHead,
    head: [t.cause, t.share, t.reason],
    rows: [
      ...shares
        .filter(({ key, percent: size }) => key !== "record" || size > 0)
        .map(({ key, percent: size, reason: words }) => [names[key] ?? key, figure(size, 1), phraseWords(words)]),
      [t.together, figure(horizons[0]?.percent ?? 0, 1), t.together2],
    ],
    hasSum: true,
    endsInWords: true,
  });
}

function lifeTable({ years }: NonNullable<YieldAnswer["life"]>): Child {
  const t = texts().roof;
  const digits = energyDigits(years[0]?.p50 ?? 0);
  return smallTable({
    caption: t.lifeHead,
    head: [t.lifeYear, t.lifeLeft, t.p50, t.p90],
    rows: years.map(({ year, factor, p50, p90 }) => [
      String(year),
      percent(factor, 1),
      figure(p50, digits),
      figure(p90, digits),
    ]),
  });
}

/** Calendar years of history as bars; a typical year has none, and a single one no scatter. */
function yearsPart(answer: YieldAnswer): Child {
  const t = texts().roof;
  const { years, exceedance, weather } = answer;
  if (years.length < 2) return null;
  const p90 = exceedance?.values.find((value) => value.exceedance === 90)?.value;
  const digits = energyDigits(years[0]?.energy ?? 0);
  const count = String(exceedance?.years ?? years.length);
  return h(
    "section.roof-years",
    h("h2", t.yearsHead),
    picture(yearsPicture, answer),
    p90 === undefined ? null : h("p.hint", t.weatherOnly(figure(p90, digits), count)),
    weather.synthetic ? h("p.hint", t.madeYears) : null,
  );
}

/** A picture of an answer, as wide as its place. */
export function picture<Answer>(make: (answer: Answer, width: number) => Picture, answer: Answer): Child {
  return fitted((width) => pictureView(make(answer, width)), "div.picture-box");
}
