/** Where the values come from, and what a reader of them should know. */
import { h, replace } from "../dom.js";
import type { SeriesExchange } from "../request/questions.js";
import type { Source } from "../service/answer.js";
import { lastAnswerText } from "./last-answer.js";

export function provenance(exchange: SeriesExchange): HTMLElement {
  const notices = h("ul", { class: "notices" });
  const sources = h("ul", { class: "sources" });
  const last = h("p", { class: "hint" });
  const show = () => {
    const { answer } = exchange;
    last.textContent = lastAnswerText(exchange) ?? "";
    section.hidden = answer === undefined;
    replace(
      notices,
      (answer?.notices ?? []).map((text) => h("li", {}, text)),
    );
    replace(sources, (answer?.sources ?? []).map(source));
  };
  const section = h(
    "section",
    { class: "provenance", "aria-label": "Sources and notices" },
    h("h2", {}, "Sources and notices"),
    last,
    notices,
    sources,
  );
  exchange.onChange(show);
  show();
  return section;
}

function source({
  dataset,
  class: kind,
  columns,
  cell,
  licence,
  attribution,
  run,
  corrections = [],
}: Source): HTMLElement {
  const away = cell.distance_km === 0 ? "at the place" : `${Number(cell.distance_km.toFixed(1))} km away`;
  return h(
    "li",
    {},
    h("strong", {}, dataset),
    ` (${kind}${run === undefined ? "" : `, run ${run}`}): ${columns.join(", ")}. Cell ${cell.lat}, ${cell.lon}, ${away}. `,
    corrections.length > 0 ? `Changes: ${corrections.join("; ")}. ` : "",
    `Licence: ${licence}.`,
    attribution === undefined ? "" : ` ${attribution}.`,
  );
}
