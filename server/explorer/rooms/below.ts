/** What stands below a room's result: its comparison, and how accurate it is. Both are loaded on use. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { PinKind } from "../compare/pins.js";
import type { Page } from "../request/questions.js";
import { texts } from "../texts/texts.js";
import { type Child, h, part, type View } from "../view.js";

/** @param kind "yield" in Your roof, "series" in Light and History */
export function comparedPlace(page: Page, kind: PinKind): View {
  const exchange = kind === "yield" ? page.yields : page.series;
  const view = answered(exchange, async () => (await import("../compare/panel.js")).comparison(page, kind));
  return () => h("div.compare-place", view());
}

export function moneyPlace(page: Page): View {
  const view = answered(page.yields, async () => (await import("./roof/money.js")).moneyView(page));
  return () => h("section.roof-money", view());
}

/** @param isWrong whether a field is marked: what is shown belongs to what was right last */
export function restPlace(page: Page, isWrong: () => boolean): View {
  return answered(page.yields, async () => (await import("./roof/parts.js")).restView(page, isWrong));
}

/** What nobody needs before the answer is loaded after it. */
function answered(exchange: { readonly answer: unknown }, load: () => Promise<View>): View {
  const loaded = signal<View>();
  return () => {
    const isDue = exchange.answer !== undefined && loaded.value === undefined;
    useEffect(() => {
      if (isDue)
        load().then(
          (view) => (loaded.value = view),
          () => undefined,
        );
    }, [isDue]);
    return loaded.value ? part(loaded.value) : null;
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
