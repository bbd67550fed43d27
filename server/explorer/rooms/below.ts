/** What stands below a room's result: its comparison, and how accurate it is. Both are loaded on use. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { PinKind } from "../compare/pins.js";
import type { Page } from "../request/questions.js";
import { texts } from "../texts/texts.js";
import { type Child, h, held, type View } from "../view.js";

/** @param kind "yield" in Your roof, "series" in Light and History */
export function comparedPlace(page: Page, kind: PinKind): View {
  const exchange = kind === "yield" ? page.yields : page.series;
  const panel = signal<Element>();
  const load = async () => {
    const { comparison } = await import("../compare/panel.js");
    panel.value ??= comparison(page, kind);
  };
  return () => {
    const isWanted = exchange.answer !== undefined && panel.value === undefined;
    useEffect(() => void (isWanted && load()), [isWanted]);
    return panel.value ? held(panel.value, "div.compare-place") : null;
  };
}

export function accuracyPlace(page: Page): View {
  const t = texts().accuracy;
  const isOpen = signal(false);
  const draw = signal<(page: Page) => Child>();
  const hasFailed = signal(false);
  const toggle = async ({ currentTarget: { open } }: { currentTarget: HTMLDetailsElement }) => {
    isOpen.value = open;
    if (!open || draw.value) return;
    const loaded = await import("../accuracy/card.js").catch(() => undefined);
    draw.value = loaded?.accuracyCard;
    hasFailed.value = loaded === undefined;
  };
  return () =>
    h(
      "details.accuracy",
      { ontoggle: toggle },
      h("summary", t.title),
      h(
        "div.accuracy-body",
        isOpen.value ? draw.value?.(page) : null,
        hasFailed.value ? h("p.problem", t.unloaded) : null,
      ),
    );
}
