/** Opens the report over the page: to be read, and to be printed or saved as PDF by the browser. */
import { pinnedYields, pinsOfKind } from "../compare/page-pins.js";
import { comparedOf } from "../compare/yield-tables.js";
import { h } from "../dom.js";
import type { Page } from "../rooms/page.js";
import { lineOf } from "../state/horizon.js";
import { texts } from "../texts/texts.js";
import { inLight } from "../theme.js";
import type { Asked } from "./model.js";
import { documentTitle, type Report, sheet } from "./sheet.js";

/** On the body while a report is open: the page behind it is neither seen nor printed. */
const OPEN = "reporting";

/** @returns whether there is something to report */
export async function openReport(page: Page): Promise<boolean> {
  const report = await reportOf(page);
  if (!report || document.body.classList.contains(OPEN)) return false;
  const words = texts().report;
  const before = { title: document.title, focus: document.activeElement as HTMLElement | null, y: scrollY };
  const close = () => {
    element.remove();
    document.body.classList.remove(OPEN);
    document.title = before.title;
    removeEventListener("keydown", onKey);
    scrollTo(0, before.y);
    before.focus?.focus();
  };
  const onKey = ({ key }: KeyboardEvent) => key === "Escape" && close();
  const print = h("button", { type: "button", class: "send", onclick: () => window.print() }, words.print);
  const bar = h("div", { class: "report-bar" }, print, h("button", { type: "button", onclick: close }, words.close));
  // On paper it is light, whatever the page wears.
  const element = h(
    "div",
    { class: "report", role: "dialog", "aria-label": words.label },
    bar,
    inLight(() => sheet(report)),
  );
  document.body.append(element);
  document.body.classList.add(OPEN);
  document.title = documentTitle(report);
  addEventListener("keydown", onKey);
  scrollTo(0, 0);
  print.focus();
  return true;
}

/** undefined as long as there is no answer to what the page asks. */
async function reportOf(page: Page): Promise<Report | undefined> {
  const { store, yields } = page;
  if (!yields.answer || !yields.isCurrent) return undefined;
  const pins = pinsOfKind(store, "yield");
  const answers = pinnedYields(page);
  const outcomes = answers.outcomes(
    pins.flatMap(({ state }) => answers.question.requestOf(state) ?? []),
    yields.answer,
  );
  const known = outcomes.map((outcome) => (outcome.kind === "answered" ? outcome.answer : undefined));
  return {
    answer: yields.answer,
    asked: await askedOf(page),
    date: new Date(),
    address: location.href,
    compared: pins.length > 1 ? comparedOf(pins, known) : undefined,
  };
}

async function askedOf({ store, terrain }: Page): Promise<Asked> {
  const { name, altitude, roof_plane, system, tracking_mode, horizon, lat, lon } = store.state;
  const isTerrain = horizon === "auto";
  const line = lineOf(horizon) ?? (await terrain.line(lat, lon).catch(() => undefined));
  const isFlat = !line || line.every((height) => height === 0);
  return {
    name,
    hasAltitude: altitude !== "",
    isBest: roof_plane === "best" && system === "" && tracking_mode === "none",
    horizon: isFlat ? undefined : { line, isTerrain },
  };
}
