/** What the horizon takes: in words, beside what there was before, and by month. */
import { widthFor } from "../../chart/picture.js";
import { h, replace } from "../../dom.js";
import type { YieldExchange } from "../../request/questions.js";
import { statusBar } from "../../result/status.js";
import type { Stage } from "../../service/exchange.js";
import { lacksTerrain, noticeSentence } from "../../service/words.js";
import type { YieldAnswer } from "../../service/yield-answer.js";
import type { Store } from "../../state/state.js";
import { figure, percent } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import type { Page } from "../page.js";
import { flatLandOf } from "./flat-land.js";
import { type HorizonLoss, horizonLossOf } from "./loss.js";
import { lossMonths } from "./loss-months.js";

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
  private readonly sentence = h("p", { class: "loss-sentence", role: "status" });
  private readonly progress = h("p", { class: "hint", role: "status" });
  private readonly statuses: HTMLElement;
  private readonly detail = h("div", { class: "loss-detail" });
  private shown: Pair | undefined;

  constructor(page: Page) {
    const { lossTitle } = texts().sun;
    this.store = page.store;
    this.yields = page.yields;
    this.open = flatLandOf(page);
    // Prices, waits and refusals of both questions; quiet where they are free and answered.
    this.statuses = h(
      "div",
      {},
      this.exchanges.map((exchange) => statusBar(exchange, page.store, page.service)),
    );
    const { sentence, progress, statuses, detail } = this;
    const parts = [sentence, progress, statuses, detail];
    this.element = h("section", { class: "horizon-loss", "aria-label": lossTitle }, h("h2", {}, lossTitle), parts);
    this.yields.onChange(() => this.show());
    this.open.onChange(() => this.show());
    page.store.subscribe(() => this.show());
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
    say(this.progress, isOld && this.isWorking ? texts().sun.working : "");
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

  private get isWorking(): boolean {
    return this.exchanges.every(({ stage }) => !WAITS_FOR_A_HAND.includes(stage.kind));
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
  const all = [beforeAndAfter(loss), h("p", { class: "hint" }, systemWords(behind))];
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
