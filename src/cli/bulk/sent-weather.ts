/** Weather files of single sites for machines that do not have them: read where they are, they travel with their sites. */
import { fromWire, toWire, type WireError } from "../../bulk/errors.js";
import type { BulkSite, ModuleExport, SiteNote, WeatherFunction } from "../../bulk/types.js";
import type { WeatherSeries } from "../../weather/series.js";
import { readSiteFile, type SiteFile, type WeatherFile, weatherOfFile } from "./site-weather.js";

const LOADER: ModuleExport = { module: import.meta.url };
/** Values of files that are kept: sites often share one with their neighbours. */
const KEPT = 8_000_000;

/** What became of the file of a site. */
export interface SentWeather {
  /** Undefined: it could not be read. Sites of one file have the same `columns`. */
  readonly series?: WeatherSeries | undefined;
  readonly failure?: WireError | undefined;
  readonly told: readonly SiteNote[];
}

export class SiteFiles {
  private readonly kept = new Map<string, { readonly read: Promise<SiteFile>; values: number }>();

  /** @param site with a file of its own; its failure is one of the site alone */
  async weatherOf(site: BulkSite): Promise<SentWeather> {
    const told: SiteNote[] = [];
    try {
      const series = await weatherOfFile(
        site,
        (file) => this.read(file, site),
        (note) => void told.push(note),
      );
      return { series, told };
    } catch (thrown) {
      return { failure: failureOf(thrown), told };
    }
  }

  private async read(file: WeatherFile, site: BulkSite): Promise<SiteFile> {
    const known = this.kept.get(file.path);
    const item = known ?? { read: readSiteFile(file, site), values: 0 };
    // The last one is the one that was used last.
    this.kept.delete(file.path);
    this.kept.set(file.path, item);
    const found = await item.read;
    item.values = Object.values(found.series.columns).reduce((sum, column) => sum + (column?.length ?? 0), 0);
    this.forget();
    return found;
  }

  private forget(): void {
    let values = 0;
    for (const item of this.kept.values()) values += item.values;
    for (const [path, item] of this.kept) {
      if (values <= KEPT || this.kept.size === 1) return;
      this.kept.delete(path);
      values -= item.values;
    }
  }
}

/** As much of an error as its site fails with elsewhere. */
export function failureOf(thrown: unknown): WireError {
  return { ...toWire(thrown), stack: undefined };
}

/** @param sent what was read for the site elsewhere */
export function siteWithSentWeather(site: BulkSite, sent: SentWeather): BulkSite {
  return { ...site, weather: LOADER, weather_sent: sent };
}

/** @throws the error that the file was not read with */
export default async function sentWeather(
  site: BulkSite,
  _index: number,
  { tell }: Parameters<WeatherFunction>[2],
): Promise<WeatherSeries> {
  const { series, failure, told } = site.weather_sent as SentWeather;
  if (series === undefined) throw fromWire(failure!);
  for (const note of told) tell(note);
  return series;
}
