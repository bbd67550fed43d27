/** The answer as files: made here from what is on the page, so that nothing is asked or charged again. */
import { h } from "../dom.js";
import type { Answer } from "../service/answer.js";
import type { Exchange } from "../service/exchange.js";

const COMMA_SEPARATED = "text/csv;charset=utf-8";

/** @param svg the picture of the view that is shown */
export function downloads(exchange: Exchange, svg: () => string | undefined): HTMLElement {
  const button = (label: string, work: (answer: Answer | undefined) => void) =>
    h("button", { type: "button", onclick: () => work(exchange.answer) }, label);
  const pictureButton = button("SVG", (answer) => {
    const text = svg();
    if (text !== undefined) save(`${answer ? baseName(answer) : "sun-path"}.svg`, text, "image/svg+xml");
  });
  const series = [
    button("CSV", (answer) => answer && save(`${baseName(answer)}.csv`, csvOf(answer), COMMA_SEPARATED)),
    button("JSON", (answer) => answer && save(`${baseName(answer)}.json`, answer.text, "application/json")),
  ];
  const show = () => {
    for (const one of series) one.disabled = exchange.answer === undefined;
  };
  exchange.onChange(show);
  show();
  return h("div", { class: "actions downloads" }, h("span", {}, "Download:"), series, pictureButton);
}

/** As the service's own CSV: the same columns and digits. */
export function csvOf({ startTexts, endTexts, columns }: Answer): string {
  const head = ["start_time", "end_time", ...columns.map(({ name }) => name)].join(",");
  const rows = startTexts.map((start, i) =>
    [start, endTexts[i], ...columns.map(({ values }) => values[i] ?? "")].join(","),
  );
  return `${[head, ...rows].join("\n")}\n`;
}

function baseName({ request, place, synthetic }: Answer): string {
  return [request.path.replace("/", "-"), place.lat, place.lon, ...(synthetic ? ["synthetic"] : [])].join("_");
}

function save(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
