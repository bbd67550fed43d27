/** The place, the same in every room: looked for, found on a map, and what is known of it. */
import { freshId, h, replace } from "../dom.js";
import type { Page } from "../rooms/page.js";
import { texts } from "../texts/texts.js";
import { placeFacts } from "./facts.js";
import { gazetteer } from "./find.js";
import type { Place } from "./map/view.js";
import { searchField } from "./search.js";

/** Why the device does not say where it is. */
type NotLocated = "denied" | "unavailable" | "insecure" | "late";

/** ms. */
const PATIENCE = 20_000;
/** An answer of the last minutes is good enough: a roof does not move. */
const OLD = 300_000;
/** Ten metres. */
const DIGITS = 4;
const REASONS: readonly NotLocated[] = ["unavailable", "denied", "unavailable", "late"];

/** @param told what is to be said of the place that the page begins with */
export function placeBar({ store, service, session, series, yields }: Page, told: string): HTMLElement {
  const t = texts().place;
  const said = h("p", { class: "said", role: "status" }, told);
  const wrong = h("p", { class: "wrong", role: "alert" });
  const say = (message: string, isWrong = false) => {
    wrong.textContent = isWrong ? message : "";
    said.textContent = isWrong ? "" : message;
  };
  const exchanges = [series, yields];
  const isHeld = () => exchanges.every((exchange) => exchange.isHeld);
  /** @param name "" for a place that nobody named: the town that it is near, where the towns are loaded */
  const go = (place: Place & { readonly altitude?: number }, name = "") => {
    const altitude = place.altitude === undefined ? "" : String(place.altitude);
    store.set({ lat: place.lat, lon: place.lon, name: name || nearName(place), altitude });
    isChecked = true;
    say("");
    // A place that somebody chose, even if it is the one that stood there.
    for (const exchange of exchanges) if (exchange.isHeld) exchange.release();
  };
  const search = searchField(store, isHeld, go, say);
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
  let isMapOpen = false;
  const facts = placeFacts({ store, service, session, isHeld });
  // Of a link: its numbers may have been changed, and it may be without the height that its town has.
  let isChecked = told !== "" || store.state.name === "";
  store.subscribe((state, before) => {
    if (NAMED.some((part) => state[part] !== before[part])) isChecked = state.name === "";
  });
  const check = async () => {
    if (isChecked || isHeld()) return;
    isChecked = true;
    const { state } = store;
    const { name } = state;
    const isElsewhere = await gazetteer()
      .isElsewhere(name, state)
      .catch(() => false);
    if (NAMED.some((part) => store.state[part] !== state[part])) return;
    if (isElsewhere) {
      store.set({ name: "" });
      say(t.nameDropped(name), true);
    }
    facts.follow();
  };
  // A held place may be released.
  for (const exchange of exchanges) {
    let was = exchange.isHeld;
    exchange.onChange(() => {
      if (exchange.stage.kind === "answered") void check();
      if (was === exchange.isHeld) return;
      was = exchange.isHeld;
      search.show();
      facts.follow();
    });
  }
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
    if (!isMapOpen) void openMap();
  }

  async function openMap(): Promise<void> {
    isMapOpen = true;
    replace(holder, h("p", { role: "status" }, texts().common.opening));
    try {
      const { openWorldMap } = await import("./map/map.js");
      const world = await openWorldMap(store, go);
      series.onChange(() => world.mark(series.answer?.sources[0]?.cell));
      replace(holder, world.element, h("p", { class: "hint" }, t.mapHint));
    } catch {
      isMapOpen = false;
      replace(holder, h("p", { class: "problem" }, t.mapUnloaded));
    }
  }

  async function locate(): Promise<void> {
    say(t.locating);
    const found = await geolocated();
    if (typeof found === "string") say(t.located[found], true);
    else go(found);
  }
}

const NAMED = ["name", "lat", "lon"] as const;

function nearName({ lat, lon }: Place): string {
  const found = gazetteer().near(lat, lon);
  if (!found) return "";
  const name = gazetteer().nameOf(found.town);
  return found.isInside ? name : texts().place.near(name);
}

/** Where the device is, as far as it says so. */
function geolocated(): Promise<Place | NotLocated> {
  if (!isSecureContext) return Promise.resolve("insecure");
  if (!("geolocation" in navigator)) return Promise.resolve("unavailable");
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) =>
        resolve({ lat: Number(latitude.toFixed(DIGITS)), lon: Number(longitude.toFixed(DIGITS)) }),
      ({ code }) => resolve(REASONS[code] ?? "unavailable"),
      { timeout: PATIENCE, maximumAge: OLD },
    );
  });
}
