/** How sure a yield is: what it exceeds with which chance, where the uncertainty comes from, years one by one, the system's life. */
import { type Child, h, replace } from "../../dom.js";
import { phraseWords } from "../../service/words.js";
import type { Uncertainty, YieldAnswer } from "../../service/yield-answer.js";
import { figure, percent } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { energyDigits } from "./figures.js";
import type { Part } from "./months.js";
import { PictureBox } from "./picture-box.js";
import { yearsPicture } from "./pictures.js";
import { smallTable } from "./table.js";

export function surePart(): Part {
  const t = texts().roof;
  const place = h("div", {});
  const details = h("details", {}, h("summary", {}, h("h2", {}, t.sure)), place);
  const element = h("section", { class: "roof-sure" }, details);
  return {
    element,
    show({ uncertainty, life }) {
      element.hidden = uncertainty === null;
      if (!uncertainty) return;
      const tables = [chanceTable(uncertainty), sharesTable(uncertainty), life ? lifeTable(life) : null];
      replace(place, h("p", {}, t.sureIntro), tables);
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
  const note = h("p", { class: "hint" });
  const made = h("p", { class: "hint" });
  const element = h("section", { class: "roof-years" }, h("h2", {}, t.yearsHead), box.element, note, made);
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
