/** Weather files as a bulk run reads them, looked at; for sums of local periods, a typical year has the months of its place. */
import type { SiteNote } from "../../bulk/types.js";
import { DAY, yearOf, yearStart } from "../../time/calendar.js";
import { firstMoment, fixedZone, type Zone } from "../../time/zone.js";
import { examineReading, withoutAssumptions } from "../../weather/examine/reading.js";
import type { ExamineOptions } from "../../weather/examine/types.js";
import { readWeather, type WeatherReading } from "../../weather/node.js";
import type { ReadWeatherOptions } from "../../weather/read-weather.js";
import { askForZone } from "../../weather/readers/table/zone-question.js";
import type { WeatherPlace, WeatherSeries } from "../../weather/series.js";
import { yearInZone } from "../../weather/year-in-zone.js";
import { believed, type DoubtFlags, skyOf, withZoneName } from "../examined.js";

export interface FileReading extends DoubtFlags {
  readonly options: ReadWeatherOptions;
  /** In place of that of the maps. */
  readonly turbidity: ExamineOptions["linkeTurbidity"];
  /**
   * Typical years begin with 1 January of the local standard time of their place: else they would begin and end within the months
   * of two other years.
   */
  readonly inLocalYear: boolean;
  /** Each site takes what its file says of itself, too. */
  readonly ofYields?: boolean | undefined;
  /** In place of what the file states. */
  readonly typicalYear?: boolean | undefined;
}

/** As it was read, and what looking at it found. */
export interface ReadFile extends WeatherReading {
  readonly found: readonly SiteNote[];
}

/**
 * @param site where the file is looked at, if it does not state its place
 * @throws WeatherError for a file that cannot be read, or whose clock is surely wrong and not trusted
 */
export async function readFileFor(
  { options, inLocalYear, turbidity, typicalYear, ...flags }: FileReading,
  path: string,
  site?: WeatherPlace,
): Promise<ReadFile> {
  const bare = await readPlaced(path, { ...options, examine: false }, site);
  const at = bare.series.place ?? site;
  const told = typicalYear === undefined ? bare : { ...bare, typicalYear };
  const looked = examineReading({ ...told, notices: [] }, at && (await skyOf(at, turbidity)));
  const { notices: found, ...reading } = believed(looked, path, flags);
  return {
    ...inYear({ ...reading, notices: withoutAssumptions(bare.notices, looked.examination) }, inLocalYear),
    found: found.map((notice) => ({ ...notice, message: `${path}: ${notice.message}`, about: path })),
  };
}

/** As it is, and asked for its zone where the site says that it is not that of UTC. */
async function readPlaced(
  path: string,
  options: ReadWeatherOptions,
  site: WeatherPlace | undefined,
): Promise<WeatherReading> {
  try {
    const reading = await readWeather(path, options);
    const { series, notices } = reading;
    if (notices.some(({ code }) => code === "time-zone"))
      askForZone(series, series.place ?? site, notices, { file: path });
    return reading;
  } catch (cause) {
    throw await withZoneName(cause, site);
  }
}

function inYear(reading: WeatherReading, inLocalYear: boolean): WeatherReading {
  const { place } = reading.series;
  if (!inLocalYear || !reading.typicalYear || place === undefined) return reading;
  const zone = fixedZone(place.timeZone ?? Math.round(place.longitude / 15));
  return { ...reading, series: withinYear(yearInZone(reading.series, zone), zone) };
}

/** Without the hours that the ends of the year cut, in a zone of half or quarter hours: a part of them is in another year. */
function withinYear(series: WeatherSeries, zone: Zone): WeatherSeries {
  const start = Number(series.start);
  const step = series.interval * 1000;
  const year = yearOf(start + 183 * DAY);
  const from = Math.max(Math.ceil((firstMoment(zone, yearStart(year)) - start) / step), 0);
  const to = Math.floor((firstMoment(zone, yearStart(year + 1)) - start) / step);
  const columns = Object.entries(series.columns).map(([name, values]) => [
    name,
    Array.prototype.slice.call(values, from, to),
  ]);
  return { ...series, start: start + from * step, columns: Object.fromEntries(columns) };
}
