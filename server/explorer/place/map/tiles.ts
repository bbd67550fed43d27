/** Pictures of a map service that the operator has named: none, and no request to it, where there is no such setting. */
import { boxOf, EDGE, heightOf, type View } from "./view.js";

export interface TileSource {
  /** With {z}, {x} and {y}. */
  readonly tiles: string;
  readonly attribution: string;
}

/** The map service that the operator has named, if any; a server that does not answer has no map, either. */
export async function tileSource(): Promise<TileSource | undefined> {
  const reply = await fetch(new URL("explorer/map.json", new URL(".", location.href)));
  if (!reply.ok) return undefined;
  const { tiles, attribution } = (await reply.json()) as Partial<TileSource>;
  return tiles === undefined ? undefined : { tiles, attribution: attribution ?? "" };
}

/** Pixels of a tile, the deepest level that map services have, and tiles that are kept. */
const SIZE = 256;
const DEEPEST = 19;
const KEPT = 256;

export interface Tile {
  readonly url: string;
  /** On the map, pixels. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** The tiles that cover a view. @param density pixels of the screen for one of the page */
export function tilesOf(view: View, template: string, density: number): Tile[] {
  const level = Math.round(Math.log2((view.scale * 360 * density) / SIZE));
  const z = Math.min(DEEPEST, Math.max(0, level));
  const count = 2 ** z;
  const degrees = 360 / count;
  const size = degrees * view.scale;
  const box = boxOf(view);
  const top = heightOf(EDGE);
  const [left, right] = [Math.floor((box.west + 180) / degrees), Math.floor((box.east + 180) / degrees)];
  const [upper, lower] = [box.north, box.south].map((lat) => Math.floor((180 - heightOf(lat)) / degrees)) as [
    number,
    number,
  ];
  const tiles: Tile[] = [];
  for (let row = Math.max(0, upper); row <= Math.min(count - 1, lower); row++)
    for (let column = left; column <= right; column++) {
      const url = addressOf(template, z, ((column % count) + count) % count, row);
      const x = view.width / 2 + (column * degrees - 180 - view.lon) * view.scale;
      const y = view.height / 2 + (heightOf(view.lat) - 180 + row * degrees) * view.scale;
      if (180 - row * degrees > -top) tiles.push({ url, x, y, size });
    }
  return tiles;
}

function addressOf(template: string, z: number, x: number, y: number): string {
  return template.replaceAll("{z}", String(z)).replaceAll("{x}", String(x)).replaceAll("{y}", String(y));
}

/** Pictures by address, the last used ones kept. */
export class TilePictures {
  private readonly pictures = new Map<string, HTMLImageElement>();
  private readonly draw: () => void;

  /** @param draw called when a picture has come */
  constructor(draw: () => void) {
    this.draw = draw;
  }

  /** undefined until it is there. */
  picture(url: string): HTMLImageElement | undefined {
    let picture = this.pictures.get(url);
    if (!picture) {
      picture = new Image();
      picture.addEventListener("load", this.draw);
      picture.src = url;
    }
    this.pictures.delete(url);
    this.pictures.set(url, picture);
    for (const old of this.pictures.keys()) {
      if (this.pictures.size <= KEPT) break;
      this.pictures.delete(old);
    }
    return picture.complete && picture.naturalWidth > 0 ? picture : undefined;
  }
}
