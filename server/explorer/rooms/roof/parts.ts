/** What stands below the number: the months, where the light goes, how sure it is, and the years. */
import { drawn, type Picture, widthFor } from "../../chart/picture.js";
import { type Child, h, replace, smallTable } from "../../dom.js";
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
import {
  energyDigits,
  monthsPicture,
  planeName,
  stageName,
  stageNote,
  wayOf,
  wayPicture,
  yearsPicture,
} from "./pictures.js";

/** A part of the room, below the number. */
interface Part {
  readonly element: HTMLElement;
  show(answer: YieldAnswer): void;
}

export function monthsPart(): Part {
  const t = texts().roof;
  const box = new PictureBox();
  const table = h("div");
  return {
    element: h(
      "section.roof-months",
      h("h2", t.months),
      box.element,
      h("details", h("summary.quiet", t.asTable), table),
    ),
    show(answer) {
      box.show((width) => monthsPicture(answer, width));
      replace(table, monthsTable(answer));
    },
  };
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

export function wayPart(): Part {
  const t = texts().roof;
  const intro = h("p.hint");
  const box = new PictureBox();
  const tables = h("div");
  return {
    element: h(
      "section.roof-way",
      h("h2", t.way),
      intro,
      box.element,
      h("details", h("summary.quiet", t.asTable), tables),
    ),
    show(answer) {
      const { losses, planes } = answer;
      const [first, last] = [losses[0], losses.at(-1)] as [LossStage, LossStage];
      const digits = energyDigits(first.energy);
      intro.textContent = t.wayIntro(figure(first.energy, digits), figure(last.energy, digits));
      box.show((width) => wayPicture(answer, width));
      replace(tables, stagesTable(losses, digits), planes.length > 1 ? planesTable(planes) : null);
    },
  };
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

export function surePart(): Part {
  const t = texts().roof;
  const place = h("div");
  const details = h("details", h("summary", h("h2", t.sure)), place);
  const element = h("section.roof-sure", details);
  return {
    element,
    show({ uncertainty, life }) {
      element.hidden = uncertainty === null;
      if (!uncertainty) return;
      const tables = [chanceTable(uncertainty), sharesTable(uncertainty), life ? lifeTable(life) : null];
      replace(place, h("p", t.sureIntro), tables);
    },
  };
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

/** Calendar years of history as bars; hidden for a typical year, and for a single one. */
export function yearsPart(): Part {
  const t = texts().roof;
  const box = new PictureBox();
  const note = h("p.hint");
  const made = h("p.hint");
  const element = h("section.roof-years", h("h2", t.yearsHead), box.element, note, made);
  return {
    element,
    show(answer) {
      const { years, exceedance, weather } = answer;
      element.hidden = years.length < 2;
      if (element.hidden) return;
      const digits = energyDigits(years[0]?.energy ?? 0);
      box.show((width) => yearsPicture(answer, width));
      const p90 = exceedance?.values.find((value) => value.exceedance === 90)?.value;
      note.textContent =
        p90 === undefined ? "" : t.weatherOnly(figure(p90, digits), String(exceedance?.years ?? years.length));
      made.textContent = weather.synthetic ? t.madeYears : "";
    },
  };
}

class PictureBox {
  readonly element = h("div.picture-box");
  private make: ((width: number) => Picture) | undefined;
  private width = 0;

  constructor() {
    new ResizeObserver(() => {
      if (this.width !== widthFor(this.element)) this.draw();
    }).observe(this.element);
  }

  show(make: (width: number) => Picture): void {
    this.make = make;
    this.draw();
  }

  /** What has no place yet is drawn when it gets one. */
  private draw(): void {
    this.width = this.element.clientWidth === 0 ? 0 : widthFor(this.element);
    if (!this.make || this.width === 0) return;
    replace(this.element, drawn(this.make(this.width)));
  }
}
