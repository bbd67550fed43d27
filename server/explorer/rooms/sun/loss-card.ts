/** What the horizon takes: in words, beside what there was before, and by month. */
import { barShapes, SUN } from "irradiance-engine/report/scene";
import { drawn, type Picture, widthFor } from "../../chart/picture.js";
import { h, replace } from "../../dom.js";
import type { YieldAnswer } from "../../service/yield-answer.js";
import { figure, monthName, percent } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import type { Page } from "../page.js";
import { flatLandOf } from "./flat-land.js";
import { type HorizonLoss, horizonLossOf } from "./loss.js";

/** Pixels of the months' picture. */
const HEIGHT = 150;

export function lossCard(page: Page): HTMLElement {
  const { store, yields } = page;
  const t = texts().sun;
  const open = flatLandOf(page);
  const sentence = h("p", { class: "loss-sentence", role: "status" });
  const problem = h("p", { class: "problem", role: "alert", lang: "en" });
  const ask = h("div", { class: "actions" });
  const detail = h("div", { class: "loss-detail" });
  const card = h(
    "section",
    { class: "horizon-loss", "aria-label": t.lossTitle },
    h("h2", {}, t.lossTitle),
    sentence,
    problem,
    ask,
    detail,
  );
  let shown: { readonly open: YieldAnswer; readonly behind: YieldAnswer } | undefined;

  const show = () => {
    if (store.state.room !== "sun") return;
    const isFlat = store.state.horizon === "flat";
    const isHere = !isFlat && yields.isCurrent && open.isCurrent;
    sentence.classList.toggle("reading", isFlat);
    card.classList.toggle("old", !isFlat && !isHere && shown !== undefined);
    replace(ask, isFlat ? null : offer());
    problem.textContent = isFlat ? "" : problemOf();
    if (isFlat) {
      shown = undefined;
      clear();
      say(t.noHorizon);
      replace(detail);
    } else if (isHere) {
      if (shown?.behind === yields.answer && shown?.open === open.answer) return;
      shown = { open: open.answer as YieldAnswer, behind: yields.answer as YieldAnswer };
      tell(horizonLossOf(shown.open, shown.behind), shown.behind);
    } else if (!shown) {
      say(isWaiting() ? t.working : "");
    }
  };

  function isWaiting(): boolean {
    return [yields, open].every(({ stage }) => stage.kind !== "problem" && stage.kind !== "offered");
  }

  function problemOf(): string {
    const { stage } = yields.stage.kind === "problem" ? yields : open;
    return stage.kind === "problem" ? stage.problem.message : "";
  }

  /** Tokens are spent by a click: for both yields, or for the one that is not here yet. */
  function offer(): HTMLElement | null {
    const exchange = [yields, open].find(({ stage }) => stage.kind === "offered" || stage.kind === "stopped");
    if (!exchange) return null;
    const cost = figure(exchange.price?.cost ?? 0);
    return h("button", { type: "button", class: "send", onclick: () => exchange.send() }, t.askLoss(cost));
  }

  function say(text: string): void {
    if (sentence.textContent !== text) sentence.textContent = text;
  }

  function clear(): void {
    for (const name of ["light", "energy", "lost", "open", "behind"]) delete card.dataset[name];
  }

  function tell(loss: HorizonLoss | undefined, behind: YieldAnswer): void {
    clear();
    if (!loss) {
      say(t.noYear);
      replace(detail);
      return;
    }
    // Unrounded, for those who compare with the service.
    for (const name of ["light", "energy", "lost", "open", "behind"] as const) card.dataset[name] = String(loss[name]);
    const isNothing = loss.light === 0 && loss.lost === 0;
    say(isNothing ? nothingWords(behind) : t.loss(percent(loss.light, 1), percent(loss.energy, 1), figure(loss.lost)));
    const picture = monthsPicture(loss, widthFor(detail));
    replace(
      detail,
      beforeAndAfter(loss),
      h("p", { class: "hint" }, systemWords(behind)),
      isNothing
        ? null
        : [
            h("h3", {}, t.monthsTitle),
            drawn(picture),
            h("p", { class: "reading" }, monthsWords(loss)),
            monthsTable(loss),
          ],
    );
  }

  yields.onChange(show);
  open.onChange(show);
  store.subscribe(show);
  show();
  return card;
}

/** Why there is nothing: the service has no terrain there, or its weather has the horizon in it already. */
function nothingWords({ notices, losses }: YieldAnswer): string {
  const t = texts().sun;
  const why =
    notices.find(({ code }) => code === "horizon")?.message ?? losses.find(({ name }) => name === "shading")?.note;
  return why === undefined ? t.noLoss : `${t.noLoss} ${t.said(why)}`;
}

/** Two bars of one scale: what there was stays in sight. */
function beforeAndAfter({ open, behind }: HorizonLoss): HTMLElement {
  const t = texts().sun;
  const row = (name: string, energy: number, kind: string) => {
    const bar = h("span", { class: `bar ${kind}` });
    bar.style.inlineSize = `${open > 0 ? (100 * energy) / open : 0}%`;
    return h(
      "div",
      { class: "energy" },
      h("dt", {}, name),
      h("dd", {}, t.energyYear(figure(energy))),
      h("dd", { class: "track", "aria-hidden": "true" }, bar),
    );
  };
  return h("dl", { class: "before-after" }, row(t.flatLand, open, "open"), row(t.behind, behind, "behind"));
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
  const t = texts().sun;
  const { columns } = t;
  const head = [t.month, columns.open, columns.behind, columns.lost, columns.light];
  const rows = months.map(({ month, open, behind, lost, light }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, monthName(month, "long")),
      [figure(open, 1), figure(behind, 1), figure(lost, 1), figure(100 * light, 1)].map((text) => h("td", {}, text)),
    ),
  );
  return h(
    "details",
    {},
    h("summary", {}, t.monthsTable),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": t.monthsTable },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            head.map((name) => h("th", { scope: "col" }, name)),
          ),
        ),
        h("tbody", {}, rows),
      ),
    ),
  );
}
