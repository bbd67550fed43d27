/** The place, the same in every room: looked for, found on a map, and what is known of it. */
import { button, type Child, freshId, h, replace } from "../dom.js";
import type { Page, SeriesExchange } from "../request/questions.js";
import { pause, type Schemas, type Service, type Session } from "../service/service.js";
import type { Store } from "../state/state.js";
import { figure } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { gazetteer, isTownHeight, kilometres, SAME } from "./gazetteer.js";
import type { Place } from "./map/view.js";
import { SearchField } from "./search.js";
import { coordinatesOf, placeName } from "./words.js";

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
  const said = h("p.said", { role: "status" }, told);
  const wrong = h("p.wrong", { role: "alert" });
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
  const search = new SearchField({ store, isHeld, go, say });
  const here = button(t.here, () => void locate(), { class: "place-here" });
  const map = mapPlace(store, series, go);
  const facts = placeFacts({ store, service, session, isHeld });
  // Of a link: its numbers may have been changed, and it may be without the height that its town has.
  let isChecked = told !== "" || store.state.name === "";
  store.onChange((state, before) => {
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
    "section.place",
    { "aria-label": t.label },
    h("div.place-row", search.element, h("div.place-buttons", here, map.toggle), facts.element),
    wrong,
    said,
    facts.offered,
    map.holder,
  );

  async function locate(): Promise<void> {
    say(t.locating);
    const found = await geolocated();
    if (typeof found === "string") say(t.located[found], true);
    else go(found);
  }
}

/** The map and the button that shows it: it is loaded when it is opened for the first time. */
function mapPlace(store: Store, series: SeriesExchange, go: (place: Place) => void) {
  const t = texts().place;
  const id = freshId();
  const holder = h("div.place-map", { id, hidden: true });
  const toggle = button(t.map, () => switchMap(), {
    class: "place-map-button",
    "aria-expanded": "false",
    "aria-controls": id,
  });
  let isOpen = false;
  const open = async () => {
    isOpen = true;
    replace(holder, h("p", { role: "status" }, texts().common.opening));
    try {
      const { openWorldMap } = await import("./map/map.js");
      const world = await openWorldMap(store, go);
      series.onChange(() => world.mark(series.answer?.sources[0]?.cell));
      replace(holder, world.element, h("p.hint", t.mapHint));
    } catch {
      isOpen = false;
      replace(holder, h("p.problem", t.mapUnloaded));
    }
  };
  const switchMap = () => {
    holder.hidden = !holder.hidden;
    toggle.setAttribute("aria-expanded", String(!holder.hidden));
    toggle.textContent = holder.hidden ? t.map : t.hideMap;
    if (!isOpen) void open();
  };
  return { holder, toggle };
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

interface Height {
  readonly metres: number;
  readonly from: "coarse" | "terrain" | "known";
}

/** ms: while a place is being dragged or typed nothing is asked about it. */
const CALM = 400;
/** Metres that make it worth saying that a town lies higher or lower. */
const WORTH = 50;
const LEAST = -500;
const MOST = 9000;

function placeFacts({
  store,
  service,
  session,
  isHeld,
}: {
  readonly store: Store;
  readonly service: Service;
  readonly session: Session;
  /** Whether the place of a link could not be read: nothing is asked about another one. */
  isHeld(): boolean;
}) {
  const t = texts().place;
  const where = h("span.place-where");
  const high = h("span.place-altitude");
  const field = altitudeField(store);
  const from = h("p.hint");
  const offered = h("p.place-offered.hint");
  const sources = sourceList(service);
  const details = h(
    "details.place-details",
    h("summary", where, high),
    h("div.place-more", field.element, from, h("h2.minor", t.sources), sources.element),
  );
  let height: Height | undefined;
  let asked = "";
  const placeText = () => `lat=${store.state.lat}&lon=${store.state.lon}`;

  const show = () => {
    const { altitude, lat, lon, name } = store.state;
    details.hidden = isHeld();
    // The field has the coordinates of a place without a name.
    const coordinates = coordinatesOf({ lat, lon });
    where.textContent = placeName({ lat, lon, name }) === coordinates ? "" : `${coordinates} · `;
    const given = isTownHeight(store.state) ? "town" : "own";
    if (altitude !== "") high.textContent = t.altitudeOf.own(figure(Number(altitude)));
    else high.textContent = height ? t.altitudeOf[height.from](figure(height.metres)) : t.altitude;
    from.textContent = altitude !== "" ? t.altitudeFrom[given] : height ? t.altitudeFrom[height.from] : "";
    field.show(altitude);
    replace(offered, townOffer(store, height));
  };
  const follow = async () => {
    const place = placeText();
    if (asked === place || isHeld()) return;
    asked = place;
    height = undefined;
    show();
    await pause(CALM);
    if (asked === place) await Promise.all([lookUp(place), details.open ? sources.list(place) : undefined]);
  };
  details.addEventListener("toggle", () => {
    if (details.open && !isHeld()) void sources.list(placeText());
  });
  const showAndFollow = () => {
    show();
    void follow();
  };
  store.onChange(showAndFollow);
  session.onChange(() => {
    asked = "";
    sources.forget();
    void follow();
  });
  showAndFollow();
  return { element: details, offered, follow: showAndFollow };

  async function lookUp(place: string): Promise<void> {
    try {
      const { text, headers } = await service.get(`altitude?${place}`);
      if (asked !== place) return;
      height = heightOf(JSON.parse(text).altitude, headers.get("api-notice") ?? "");
      show();
    } catch {
      if (asked === place) high.textContent = t.altitudeUnknown;
    }
  }
}

/** Where the service has a coarse map alone, a town beside the place knows better. */
function townOffer(store: Store, height: Height | undefined): Child {
  const t = texts().place;
  const { lat, lon, altitude } = store.state;
  if (height?.from !== "coarse" || altitude !== "") return null;
  const town = gazetteer().near(lat, lon)?.town;
  if (!town || kilometres(town, store.state) > SAME || Math.abs(town.altitude - height.metres) < WORTH) return null;
  const metres = figure(town.altitude);
  const use = () => store.set({ altitude: String(town.altitude) });
  return [t.townLies(town.name, metres), " ", button(t.useMetres(metres), use)];
}

/** The sources of weather that have a place, asked for when they are looked at. */
function sourceList(service: Service) {
  const t = texts().place;
  const element = h("div.facts", { role: "status" });
  let listed = "";
  const list = async (place: string) => {
    if (listed === place) return;
    listed = place;
    replace(element, h("p", t.sourcesLoading));
    try {
      const { sources, unavailable } = await service.fact<Schemas["SourcesResponse"]>(`sources?${place}`);
      if (listed !== place) return;
      const gone = unavailable.length > 0 ? h("p", t.sourcesGone(unavailable.join(", "))) : null;
      const none = sources.length === 0 ? h("p", t.sourcesNone) : null;
      replace(element, none ?? h("ul", sources.map(offer)), gone);
    } catch (thrown) {
      if (listed !== place) return;
      listed = "";
      replace(element, h("p.problem", { lang: "en" }, (thrown as Error).message));
    }
  };
  const forget = () => {
    listed = "";
  };
  return { element, list, forget };
}

function heightOf(metres: number, notice: string): Height {
  if (/coarse/.test(notice)) return { metres, from: "coarse" };
  return { metres, from: notice === "" ? "known" : "terrain" };
}

function altitudeField(store: Store): { readonly element: HTMLElement; show(altitude: string): void } {
  const t = texts().place;
  const id = freshId();
  const wrong = h("p.wrong", { role: "alert" });
  const input = h("input", { id, inputmode: "numeric", autocomplete: "off", size: 6 });
  const read = () => {
    const text = input.value.trim().replace("−", "-").replace(",", ".");
    const isRight =
      text === "" || (/^-?\d{1,4}(?:\.\d{1,3})?$/.test(text) && Number(text) >= LEAST && Number(text) <= MOST);
    wrong.textContent = isRight ? "" : t.altitudeWrong;
    input.setAttribute("aria-invalid", String(!isRight));
    return isRight ? text : undefined;
  };
  input.addEventListener("input", read);
  input.addEventListener("change", () => {
    const text = read();
    if (text !== undefined) store.set({ altitude: text === "" ? "" : String(Number(text)) });
  });
  return {
    element: h("div.field", h("label", { for: id }, t.altitudeField), input, h("p.hint", t.altitudeHint), wrong),
    show(altitude) {
      if (document.activeElement === input) return;
      input.value = altitude;
      input.setAttribute("aria-invalid", "false");
      wrong.textContent = "";
    },
  };
}

function offer({ dataset, class: kind, step, first, last, cell, licence }: Schemas["Source"]): HTMLElement {
  const t = texts().place;
  const away = cell.distance_km === 0 ? t.atPlace : t.away(figure(cell.distance_km, 1));
  return h(
    "li",
    h("strong", dataset),
    t.offer(kind, first.slice(0, 10), last.slice(0, 10), figure(step / 60)),
    t.cell(String(cell.lat), String(cell.lon), away, licence),
  );
}
