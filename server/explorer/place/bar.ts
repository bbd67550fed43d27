/** The place, the same in every room: looked for, found on a map, and what is known of it. */
import { freshId, h, replace } from "../dom.js";
import type { Page } from "../rooms/page.js";
import { texts } from "../texts/texts.js";
import { placeFacts } from "./facts.js";
import { gazetteer } from "./find.js";
import { geolocated } from "./geolocation.js";
import type { Place } from "./map/view.js";
import { searchField } from "./search.js";

export function placeBar({ store, service, session, series, yields }: Page): HTMLElement {
  const t = texts().place;
  const said = h("p", { class: "said", role: "status" });
  const wrong = h("p", { class: "wrong", role: "alert" });
  const say = (message: string, isWrong = false) => {
    wrong.textContent = isWrong ? message : "";
    said.textContent = isWrong ? "" : message;
  };
  /** @param name "" for a place that nobody named: the town that it is near, where the towns are loaded */
  const go = (place: Place & { readonly altitude?: number }, name = "") => {
    const altitude = place.altitude === undefined ? "" : String(place.altitude);
    store.set({ lat: place.lat, lon: place.lon, name: name || nearName(place), altitude });
    say("");
  };
  const search = searchField(store, go, say);
  const here = h("button", { type: "button", class: "place-here", onclick: () => void locate() }, t.here);
  const mapId = freshId();
  const holder = h("div", { class: "place-map", id: mapId, hidden: true });
  const toggle = h(
    "button",
    {
      type: "button",
      class: "place-map-button",
      "aria-expanded": "false",
      "aria-controls": mapId,
      onclick: () => switchMap(),
    },
    t.map,
  );
  let map: Promise<unknown> | undefined;
  const facts = placeFacts({ store, service, session, exchanges: [series, yields] });
  return h(
    "section",
    { class: "place", "aria-label": t.label },
    h("div", { class: "place-row" }, search.element, h("div", { class: "place-buttons" }, here, toggle), facts.element),
    wrong,
    said,
    facts.offered,
    holder,
  );

  function switchMap(): void {
    holder.hidden = !holder.hidden;
    toggle.setAttribute("aria-expanded", String(!holder.hidden));
    toggle.textContent = holder.hidden ? t.map : t.hideMap;
    map ??= openMap().catch((thrown: unknown) => {
      map = undefined;
      replace(holder, h("p", { class: "problem" }, t.mapUnloaded((thrown as Error).message)));
    });
  }

  async function openMap(): Promise<void> {
    replace(holder, h("p", { role: "status" }, texts().common.opening));
    const { openWorldMap } = await import("./map/open.js");
    const world = await openWorldMap(store, go);
    series.onChange(() => world.mark(series.answer?.sources[0]?.cell));
    replace(holder, world.element, h("p", { class: "hint" }, t.mapHint));
  }

  async function locate(): Promise<void> {
    say(t.locating);
    const found = await geolocated();
    if (typeof found === "string") say(t.located[found], true);
    else go(found);
  }
}

function nearName({ lat, lon }: Place): string {
  const found = gazetteer().near(lat, lon);
  if (!found) return "";
  return found.km < 1 ? found.town.name : texts().place.near(found.town.name);
}
