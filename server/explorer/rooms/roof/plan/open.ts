/** The plan of what stands around, which is loaded when it is opened. */
import { signal } from "@preact/signals";
import type { Page } from "../../../request/questions.js";
import { texts } from "../../../texts/texts.js";
import { h, part, type View } from "../../../view.js";

export function planPlace(page: Page): View {
  const t = texts().roof;
  const view = signal<View | "failed" | undefined>(undefined);
  const load = async ({ currentTarget: { open } }: { currentTarget: HTMLDetailsElement }) => {
    if (!open || typeof view.peek() === "function") return;
    const loaded = await import("./plan.js").then(
      ({ planView }) => planView(page),
      () => "failed" as const,
    );
    view.value = loaded;
  };
  return () => {
    const { value } = view;
    const content = typeof value === "function" ? part(value) : value === "failed" ? texts().common.unopened : null;
    return h("details.group", { ontoggle: load }, h("summary", t.plan), content);
  };
}
