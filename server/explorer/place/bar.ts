/** The place, the same in every room: looked for, found on a map, kept as a roof, and what is known of it. */
import { effect, signal } from "@preact/signals";
import type { Page } from "../request/questions.js";
import { texts } from "../texts/texts.js";
import { button, h, of, part, type View } from "../view.js";
import { Details, heightOf, TownOffer } from "./facts.js";
import { knownTowns, loadTowns } from "./known-towns.js";
import type { Place } from "./map/view.js";
import { type Say, SearchField } from "./search.js";

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
export function placeBar(page: Page, told: string): View {
  const t = texts().place;
  const { store, series, yields } = page;
  const said = signal({ message: told, isWrong: false });
  const say: Say = (message, isWrong = false) => (said.value = { message, isWrong });
  const exchanges = [series, yields];
  // Whether the place of a link could not be read: nothing is asked about another one.
  const isHeld = () => exchanges.every((exchange) => exchange.isHeld);
  const names = watchName(page, isHeld, say);
  if (told !== "") names.trust();
  /** @param name "" for a place that nobody named: the town that it is near, where the towns are loaded */
  const go = (place: Place & { readonly altitude?: number }, name = "") => {
    const altitude = place.altitude === undefined ? "" : String(place.altitude);
    store.set({ lat: place.lat, lon: place.lon, name: name || nearName(place), altitude });
    names.trust();
    say("");
    // A place that somebody chose, even if it is the one that stood there.
    for (const exchange of exchanges) if (exchange.isHeld) exchange.release();
  };
  const locate = async () => {
    say(t.locating);
    const found = await geolocated();
    if (typeof found === "string") say(t.located[found], true);
    else go(found);
  };
  const search = new SearchField({ store, isHeld, go, say });
  const height = heightOf(page, isHeld);
  const isMapOpen = () => store.state.map !== "closed";
  const areRoofsOpen = signal(false);
  const map = loadedOn(isMapOpen, async () => (await import("./map/map.js")).openWorldMap(page, go));
  const roofs = loadedOn(
    () => areRoofsOpen.value,
    async () => (await import("./roofs.js")).roofList(page, say),
  );
  const opener = (isOpen: boolean, words: string, id: string, turn: () => void) =>
    button(words, turn, { class: `${id}-button`, "aria-expanded": String(isOpen), "aria-controls": id });
  return () => {
    const [isOpen, areOpen, { message, isWrong }] = [isMapOpen(), areRoofsOpen.value, said.value];
    return h(
      "section.place",
      { "aria-label": t.label },
      h(
        "div.place-row",
        search.view(),
        h(
          "div.place-buttons",
          button(t.here, () => void locate(), { class: "place-here" }),
          opener(isOpen, isOpen ? t.hideMap : t.map, "place-map", () =>
            store.set({ map: isOpen ? "closed" : "plain" }),
          ),
          opener(areOpen, t.roofs.title, "place-roofs", () => (areRoofsOpen.value = !areOpen)),
        ),
        isHeld() ? null : of(Details, { page, height }),
      ),
      h("p.wrong", { role: "alert" }, isWrong ? message : ""),
      h("p.said", { role: "status" }, isWrong ? "" : message),
      of(TownOffer, { store, height }),
      h("div.place-roofs", { id: "place-roofs", hidden: !areOpen }, part(roofs)),
      h("div.place-map", { id: "place-map", hidden: !isOpen }, part(map)),
    );
  };
}

/** A view that is loaded when it is opened for the first time; the next opening tries again what did not come. */
function loadedOn(isOpen: () => boolean, load: () => Promise<View>): View {
  const t = texts().common;
  const loaded = signal<View | "opening" | "failed">();
  effect(() => {
    const now = loaded.peek();
    if (!isOpen() || typeof now === "function" || now === "opening") return;
    loaded.value = "opening";
    load().then(
      (view) => (loaded.value = view),
      () => (loaded.value = "failed"),
    );
  });
  return () => {
    const now = loaded.value;
    if (typeof now === "function") return part(now);
    return now === "failed" ? h("p.problem", t.unopened) : h("p", { role: "status" }, now && t.opening);
  };
}

/** The name of a link is left out where its town lies elsewhere: its numbers may have been changed. */
function watchName({ store, series, yields }: Page, isHeld: () => boolean, say: Say): { trust(): void } {
  const key = () => [store.state.name, store.state.lat, store.state.lon].join();
  let trusted = "";
  const trust = () => (trusted = key());
  const check = async () => {
    const { state } = store;
    if (state.name === "" || key() === trusted || isHeld()) return;
    const asked = trust();
    const isElsewhere = await loadTowns()
      .then(({ gazetteer }) => gazetteer().isElsewhere(state.name, state))
      .catch(() => false);
    if (!isElsewhere || key() !== asked) return;
    store.set({ name: "" });
    say(texts().place.nameDropped(state.name), true);
  };
  for (const exchange of [series, yields]) {
    exchange.onChange(() => exchange.stage.kind === "answered" && void check());
  }
  return { trust };
}

function nearName({ lat, lon }: Place): string {
  const towns = knownTowns()?.gazetteer();
  const found = towns?.near(lat, lon);
  if (!towns || !found) return "";
  const name = towns.nameOf(found.town);
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
