/** Weather of single sites on its way to the workers: packed as it is read, once for all sites of a part that share it. */
import { failureOf, type SentWeather, SiteFiles, UsageError } from "irradiance-engine/internal/bulk-command";
import { type NumberedPart, type PackedSite, type PackedWeather, packWeather } from "./wire.js";

/** Packed bytes of a part's weather: coordinator and Redis hold about as much again for the parts ahead. */
const MOST = 64 << 20;
const MEBIBYTE = 1 << 20;

/**
 * The parts with the weather files of their sites.
 *
 * @param most bytes of a part
 * @throws UsageError for a part whose weather is too large for the queue
 */
export async function* packedParts(
  parts: AsyncIterable<NumberedPart>,
  most = MOST,
): AsyncGenerator<NumberedPart, void, undefined> {
  const files = new SiteFiles();
  const packing = new Packing();
  for await (const { sites, ...part } of parts) {
    const packed: PackedSite[] = [];
    const distinct = new Set<Buffer>();
    let bytes = 0;
    for (const site of sites) {
      const { weather_file: file, ...rest } = site;
      const weather = file === undefined ? undefined : await packing.pack(await files.weatherOf(site));
      if (weather?.bytes && !distinct.has(weather.bytes)) bytes += weather.bytes.length;
      if (weather?.bytes) distinct.add(weather.bytes);
      if (bytes > most) throw tooLarge(part.part, sites.length, most);
      packed.push(weather === undefined ? rest : ({ ...rest, weather_packed: weather } as PackedSite));
    }
    yield { ...part, sites: packed };
  }
}

function tooLarge(part: number, sites: number, most: number): UsageError {
  const size = `more than ${Math.floor(most / MEBIBYTE)} MiB, packed`;
  return new UsageError(
    `the weather files of part ${part} have ${size}: give --part-sites fewer than its ${sites} sites`,
  );
}

class Packing {
  /** By the columns of a series. */
  private readonly known = new WeakMap<object, Buffer>();

  async pack({ series, failure, told }: SentWeather): Promise<PackedWeather> {
    if (series === undefined) return { bytes: undefined, place: undefined, failure, told };
    try {
      const bytes = this.known.get(series.columns) ?? (await packWeather(series));
      this.known.set(series.columns, bytes);
      return { bytes, place: series.place, failure: undefined, told };
    } catch (thrown) {
      // An invalid series: the site fails with it, as it would where its file is.
      return { bytes: undefined, place: undefined, failure: failureOf(thrown), told };
    }
  }
}
