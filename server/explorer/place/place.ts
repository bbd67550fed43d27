/** The place: on the map, by coordinates, and what is known of it. */
import { h, replace } from "../dom.js";
import { numberField } from "../form/number-field.js";
import type { SeriesExchange } from "../request/questions.js";
import type { Session } from "../service/key.js";
import { pause } from "../service/pace.js";
import type { Service } from "../service/service.js";
import type { Store } from "../state/state.js";
import type { WorldMap } from "./map/map.js";

interface Offer {
  readonly source: string;
  readonly dataset: string;
  readonly class: string;
  readonly step: number;
  readonly first: string;
  readonly last: string;
  readonly cell: { readonly lat: number; readonly lon: number; readonly distance_km: number };
  readonly licence: string;
}

/** ms: while a place is being dragged or typed nothing is asked about it. */
const CALM = 400;
const PAIR = /^(-?\d+(?:\.\d+)?)(?:\s*[,;]\s*|\s+)(-?\d+(?:\.\d+)?)$/;

export function placeSection(
  store: Store,
  map: WorldMap,
  service: Service,
  session: Session,
  exchange: SeriesExchange,
): HTMLElement {
  const latitude = numberField("Latitude (°N)", { least: -90, most: 90, step: "any" }, (lat) => store.set({ lat }));
  const longitude = numberField("Longitude (°E)", { least: -180, most: 180, step: "any" }, (lon) => store.set({ lon }));
  const wrong = h("p", { class: "wrong", role: "alert" });
  const search = h("input", { id: "search", type: "search", placeholder: "52.52, 13.40", autocomplete: "off" });
  const facts = h("div", { class: "facts", role: "status" });
  const find = () => {
    const [, lat, lon] = PAIR.exec(search.value.trim()) ?? [];
    const isPlace = Math.abs(Number(lat)) <= 90 && Math.abs(Number(lon)) <= 180;
    wrong.textContent = isPlace ? "" : "Two numbers, latitude and longitude in degrees: 52.52, 13.40";
    if (isPlace) store.set({ lat: Number(lat), lon: Number(lon) });
  };
  const form = h(
    "form",
    { class: "search", role: "search" },
    h("label", { for: "search" }, "Go to coordinates"),
    h("div", { class: "row" }, search, h("button", { type: "submit" }, "Go")),
    wrong,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    find();
  });
  let asked = "";
  const show = () => {
    latitude.show(store.state.lat);
    longitude.show(store.state.lon);
  };
  const follow = async () => {
    const { lat, lon } = store.state;
    const place = `lat=${lat}&lon=${lon}`;
    if (asked === place || exchange.isHeld) return;
    asked = place;
    await pause(CALM);
    if (asked === place) await lookAt(place);
  };
  show();
  store.subscribe(() => {
    show();
    void follow();
  });
  session.onChange(() => {
    asked = "";
    void follow();
  });
  exchange.onChange(() => {
    map.mark(exchange.answer?.sources[0]?.cell);
    void follow();
  });
  void follow();
  return h(
    "section",
    { class: "place", "aria-label": "Place" },
    h("h2", {}, "Place"),
    map.element,
    h("div", { class: "row" }, latitude.element, longitude.element),
    form,
    h("details", {}, h("summary", {}, "Sources for this place"), facts),
  );

  async function lookAt(place: string): Promise<void> {
    try {
      const { altitude } = await service.fact<{ altitude: number }>(`altitude?${place}`);
      const { sources, unavailable } = await service.fact<{ sources: Offer[]; unavailable: string[] }>(
        `sources?${place}`,
      );
      if (asked !== place) return;
      const gone = unavailable.length > 0 ? h("p", {}, `Currently not available: ${unavailable.join(", ")}.`) : null;
      replace(facts, h("p", {}, `Altitude ${altitude} m.`), h("ul", {}, sources.map(offer)), gone);
    } catch (thrown) {
      if (asked === place) replace(facts, h("p", { class: "problem" }, (thrown as Error).message));
    }
  }
}

function offer({ dataset, class: kind, step, first, last, cell, licence }: Offer): HTMLElement {
  const away = cell.distance_km === 0 ? "at the place" : `${Number(cell.distance_km.toFixed(1))} km away`;
  return h(
    "li",
    {},
    h("strong", {}, dataset),
    ` (${kind}): ${first.slice(0, 10)} to ${last.slice(0, 10)}, every ${step / 60} min. `,
    `Cell ${cell.lat}, ${cell.lon}, ${away}. Licence: ${licence}.`,
  );
}
