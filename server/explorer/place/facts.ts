/** What is known of the place: coordinates, altitude, and the sources of weather that have it. */
import { freshId, h, replace } from "../dom.js";
import type { Session } from "../service/key.js";
import { pause } from "../service/pace.js";
import type { Service } from "../service/service.js";
import type { Store } from "../state/state.js";
import { figure } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { gazetteer, isTownHeight, SAME } from "./find.js";
import { kilometres } from "./gazetteer.js";
import { coordinatesOf, placeName } from "./words.js";

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

export interface PlaceFacts {
  readonly element: HTMLElement;
  /** A better altitude, where there is one. */
  readonly offered: HTMLElement;
  follow(): void;
}

export function placeFacts({
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
}): PlaceFacts {
  const t = texts().place;
  const where = h("span", { class: "place-where" });
  const high = h("span", { class: "place-altitude" });
  const field = altitudeField(store);
  const from = h("p", { class: "hint" });
  const offered = h("p", { class: "place-offered hint" });
  const sources = h("div", { class: "facts", role: "status" });
  const details = h(
    "details",
    { class: "place-details" },
    h("summary", {}, where, high),
    h("div", { class: "place-more" }, field.element, from, h("h2", { class: "minor" }, t.sources), sources),
  );
  let height: Height | undefined;
  let asked = "";
  let listed = "";
  const placeText = () => `lat=${store.state.lat}&lon=${store.state.lon}`;

  const show = () => {
    const { altitude, lat, lon, name } = store.state;
    details.hidden = isHeld();
    // The field has the coordinates of a place without a name.
    const coordinates = coordinatesOf({ lat, lon });
    where.textContent = placeName({ lat, lon, name }) === coordinates ? "" : `${coordinates} · `;
    const metres = (value: number) => figure(value);
    const given = isTownHeight(store.state) ? "town" : "own";
    if (altitude !== "") high.textContent = t.altitudeOf.own(metres(Number(altitude)));
    else high.textContent = height ? t.altitudeOf[height.from](metres(height.metres)) : t.altitude;
    from.textContent = altitude !== "" ? t.altitudeFrom[given] : height ? t.altitudeFrom[height.from] : "";
    field.show(altitude);
    showOffer();
  };
  const follow = async () => {
    const place = placeText();
    if (asked === place || isHeld()) return;
    asked = place;
    height = undefined;
    show();
    await pause(CALM);
    if (asked === place) await Promise.all([lookUp(place), details.open ? list(place) : undefined]);
  };
  details.addEventListener("toggle", () => {
    if (details.open && !isHeld()) void list(placeText());
  });
  store.subscribe(() => {
    show();
    void follow();
  });
  session.onChange(() => {
    [asked, listed] = ["", ""];
    void follow();
  });
  show();
  void follow();
  return {
    element: details,
    offered,
    follow: () => {
      show();
      void follow();
    },
  };

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

  /** Where the service has a coarse map alone, a town beside the place knows better. */
  function showOffer(): void {
    const { lat, lon, altitude } = store.state;
    const town = height?.from === "coarse" && altitude === "" ? gazetteer().near(lat, lon)?.town : undefined;
    const isWorth =
      town !== undefined &&
      kilometres(town, store.state) <= SAME &&
      Math.abs(town.altitude - (height as Height).metres) >= WORTH;
    if (!isWorth) {
      replace(offered);
      return;
    }
    const use = () => store.set({ altitude: String(town.altitude) });
    const metres = figure(town.altitude);
    replace(
      offered,
      t.townLies(town.name, metres),
      " ",
      h("button", { type: "button", onclick: use }, t.useMetres(metres)),
    );
  }

  async function list(place: string): Promise<void> {
    if (listed === place) return;
    listed = place;
    replace(sources, h("p", {}, t.sourcesLoading));
    try {
      const found = await service.fact<{ sources: Offer[]; unavailable: string[] }>(`sources?${place}`);
      if (listed !== place) return;
      const gone = found.unavailable.length > 0 ? h("p", {}, t.sourcesGone(found.unavailable.join(", "))) : null;
      const none = found.sources.length === 0 ? h("p", {}, t.sourcesNone) : null;
      replace(sources, none ?? h("ul", {}, found.sources.map(offer)), gone);
    } catch (thrown) {
      if (listed !== place) return;
      listed = "";
      replace(sources, h("p", { class: "problem", lang: "en" }, (thrown as Error).message));
    }
  }
}

function heightOf(metres: number, notice: string): Height {
  if (/coarse/.test(notice)) return { metres, from: "coarse" };
  return { metres, from: notice === "" ? "known" : "terrain" };
}

function altitudeField(store: Store): { readonly element: HTMLElement; show(altitude: string): void } {
  const t = texts().place;
  const id = freshId();
  const wrong = h("p", { class: "wrong", role: "alert" });
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
    element: h(
      "div",
      { class: "field" },
      h("label", { for: id }, t.altitudeField),
      input,
      h("p", { class: "hint" }, t.altitudeHint),
      wrong,
    ),
    show(altitude) {
      if (document.activeElement === input) return;
      input.value = altitude;
      input.setAttribute("aria-invalid", "false");
      wrong.textContent = "";
    },
  };
}

function offer({ dataset, class: kind, step, first, last, cell, licence }: Offer): HTMLElement {
  const t = texts().place;
  const away = cell.distance_km === 0 ? t.atPlace : t.away(figure(cell.distance_km, 1));
  return h(
    "li",
    {},
    h("strong", {}, dataset),
    t.offer(kind, first.slice(0, 10), last.slice(0, 10), figure(step / 60)),
    t.cell(String(cell.lat), String(cell.lon), away, licence),
  );
}
