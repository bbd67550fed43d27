/** What is known of the place: its coordinates, its height, and the sources of its weather. */
import { effect, type ReadonlySignal, signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { NumberField } from "../form/number-field.js";
import type { Page } from "../request/questions.js";
import { pause, type Schemas } from "../service/service.js";
import { PARTS, type Store } from "../state/state.js";
import { figure } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { button, type Child, h, of } from "../view.js";
import { knownTowns } from "./known-towns.js";
import { coordinatesOf, placeName } from "./words.js";

interface Height {
  readonly metres: number;
  readonly from: "coarse" | "terrain" | "known";
}

/** Of the state's place; undefined while it is asked for. */
type HeightOf = ReadonlySignal<Height | "unknown" | undefined>;

/** ms: while a place is being dragged or typed nothing is asked about it. */
const CALM = 400;
/** Metres that make it worth saying that a town lies higher or lower. */
const WORTH = 50;

function query({ state: { lat, lon } }: Store): string {
  return `lat=${lat}&lon=${lon}`;
}

/** As the service has it, asked for by itself. */
export function heightOf({ store, service, session }: Page, isHeld: () => boolean): HeightOf {
  const height = signal<Height | "unknown">();
  let asked = "";
  const lookUp = async (place: string): Promise<Height> => {
    const { text, headers } = await service.get(`altitude?${place}`);
    const [metres, notice] = [JSON.parse(text).altitude as number, headers.get("api-notice") ?? ""];
    if (/coarse/.test(notice)) return { metres, from: "coarse" };
    return { metres, from: notice === "" ? "known" : "terrain" };
  };
  effect(() => {
    const place = query(store);
    // Another key may know more.
    const now = isHeld() ? "" : `${session.key} ${place}`;
    if (now === asked) return;
    asked = now;
    height.value = undefined;
    if (now === "") return;
    const take = (found: Height | "unknown") => asked === now && (height.value = found);
    void pause(CALM).then(() => asked === now && lookUp(place).then(take, () => take("unknown")));
  });
  return height;
}

interface Facts {
  readonly page: Page;
  readonly height: HeightOf;
}

export function Details({ page, height }: Facts): Child {
  const t = texts().place;
  const { store } = page;
  const isOpen = useSignal(false);
  const { altitude, lat, lon, name } = store.state;
  // The field has the coordinates of a place without a name.
  const coordinates = coordinatesOf({ lat, lon });
  const where = placeName({ lat, lon, name }) === coordinates ? "" : `${coordinates} · `;
  const found = altitude === "" ? height.value : undefined;
  const ofService = () => {
    if (found === "unknown") return [t.altitudeUnknown, ""];
    return found ? [t.altitudeOf[found.from](figure(found.metres)), t.altitudeFrom[found.from]] : [t.altitude, ""];
  };
  const given = () => [
    t.altitudeOf.own(figure(Number(altitude))),
    t.altitudeFrom[knownTowns()?.isTownHeight(store.state) ? "town" : "own"],
  ];
  const [high, from] = altitude === "" ? ofService() : given();
  const field = useMemo(() => altitudeField(store), []);
  return h(
    "details.place-details",
    { ontoggle: ({ currentTarget }: { currentTarget: HTMLDetailsElement }) => (isOpen.value = currentTarget.open) },
    h("summary", h("span.place-where", where), h("span.place-altitude", high)),
    h(
      "div.place-more",
      field.view(),
      h("p.hint", from),
      h("h2.minor", t.sources),
      isOpen.value ? of(Sources, page) : null,
    ),
  );
}

function altitudeField(store: Store): NumberField {
  const t = texts().place;
  return new NumberField(t.altitudeField, {
    limits: { ...PARTS.altitude, mayBeEmpty: true },
    value: () => (store.state.altitude === "" ? undefined : Number(store.state.altitude)),
    take: (metres) => store.set({ altitude: metres === undefined ? "" : String(metres) }),
    hint: () => t.altitudeHint,
  });
}

/** Where the service has a coarse map alone, a town beside the place knows better. */
export function TownOffer({ store, height }: { readonly store: Store; readonly height: HeightOf }): Child {
  const t = texts().place;
  const { altitude } = store.state;
  const found = height.value;
  if (found === "unknown" || found?.from !== "coarse" || altitude !== "") return null;
  const towns = knownTowns();
  const town = towns?.townAt(store.state);
  if (!towns || !town || Math.abs(town.altitude - found.metres) < WORTH) return null;
  const metres = figure(town.altitude);
  const use = () => store.set({ altitude: String(town.altitude) });
  return h(
    "p.place-offered.hint",
    t.townLies(towns.gazetteer().nameOf(town), metres),
    " ",
    button(t.useMetres(metres), use),
  );
}

/** The sources of weather that have a place, asked for when they are looked at. */
function Sources({ store, service, session }: Page): Child {
  const t = texts().place;
  const place = query(store);
  const listed = useSignal<Child>(undefined);
  useEffect(() => {
    let isPresent = true;
    listed.value = h("p", t.sourcesLoading);
    service
      .fact<Schemas["SourcesResponse"]>(`sources?${place}`)
      .then(sourceList, ({ message }: Error) => h("p.problem", { lang: "en" }, message))
      .then((found) => isPresent && (listed.value = found));
    return () => {
      isPresent = false;
    };
  }, [place, session.key]);
  return h("div.facts", { role: "status" }, listed.value);
}

function sourceList({ sources, unavailable }: Schemas["SourcesResponse"]): Child {
  const t = texts().place;
  return [
    sources.length === 0 ? h("p", t.sourcesNone) : h("ul", sources.map(offer)),
    unavailable.length > 0 ? h("p", t.sourcesGone(unavailable.join(", "))) : null,
  ];
}

function offer({ dataset, class: kind, step, first, last, cell, licence }: Schemas["Source"]): Child {
  const t = texts().place;
  const away = cell.distance_km === 0 ? t.atPlace : t.away(figure(cell.distance_km, 1));
  return h(
    "li",
    h("strong", dataset),
    t.offer(kind, first.slice(0, 10), last.slice(0, 10), figure(step / 60)),
    t.cell(String(cell.lat), String(cell.lon), away, licence),
  );
}
