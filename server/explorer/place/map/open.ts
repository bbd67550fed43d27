/** The map with all that it is drawn from: loaded when it is opened. */
import world from "virtual:outlines/world";
import type { Store } from "../../state/state.js";
import { gazetteer } from "../find.js";
import { WorldMap } from "./map.js";
import type { TileSource } from "./tiles.js";
import type { Place } from "./view.js";

export async function openWorldMap(store: Store, choose: (place: Place) => void): Promise<WorldMap> {
  return new WorldMap(store, {
    world,
    choose,
    gazetteer: gazetteer(),
    tiles: await tileSource(),
    close: async () => (await import("virtual:outlines/close")).default,
  });
}

/** The map service that the operator has named, if any; a server that does not answer has no map, either. */
async function tileSource(): Promise<TileSource | undefined> {
  const reply = await fetch(new URL("explorer/map.json", new URL(".", location.href)));
  if (!reply.ok) return undefined;
  const { tiles, attribution } = (await reply.json()) as Partial<TileSource>;
  return tiles === undefined ? undefined : { tiles, attribution: attribution ?? "" };
}
