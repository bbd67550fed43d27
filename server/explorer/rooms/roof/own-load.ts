/** Own use by a load that stays in this browser: the library's reader and rule, over the hours of the roof as the service gives them. Loaded on use. */
import { ownUseOf } from "irradiance-engine/own-use";
import { type PvSystem, readSystem } from "irradiance-engine/system";
import { readPower } from "irradiance-engine/yield";
import type { YieldAnswer } from "../../service/answer.js";
import type { State } from "../../state/state.js";
import { describedOf, type OwnUse } from "./house.js";

/** Years of the mean that the range of the money is of: as long as money is counted. */
const HORIZON = 20;

/** As it is read: a battery with its capacity, kW of the limit. */
interface ReadSystem extends Pick<PvSystem, "house"> {
  readonly battery?: Exclude<PvSystem["battery"], number>;
  readonly exportLimit?: number;
}

/**
 * What becomes of the roof's energy, and kWh a year of the load.
 * @param answer with the hours of the roof and the clocks of the house
 * @throws Error in the library's words
 */
export async function ownUseHere(
  file: File,
  { series, place, weather, own_use, ...answer }: YieldAnswer,
  state: State,
) {
  const zone = own_use?.time_zone;
  const load = await loadOf(file, zone);
  const { house, battery, exportLimit } = readSystem(describedOf(state, state), "page") as ReadSystem;
  const power = Float64Array.from(series?.values.ac ?? [], (watts) => watts ?? Number.NaN);
  const { uncertainty, life } = answer;
  const mean = uncertainty?.horizons.find(({ years }) => years === HORIZON);
  const low = mean?.values.find(({ exceedance }) => exceedance === 90)?.energy;
  const share = low === undefined || !uncertainty ? undefined : low / uncertainty.energy;
  const first = life?.years[0]?.factor;
  const found = ownUseOf(
    {
      ...{ start: Date.parse(series?.start ?? ""), step: 1000 * (series?.interval ?? 0), power },
      ...{ timeZone: place.time_zone, typicalYear: weather.kind === "typical" },
      ageing: first === undefined ? undefined : life?.years.map(({ factor }) => factor / first),
      range: share === undefined ? undefined : [share, 2 - share],
    },
    {
      ...{ load, battery, tariff: house?.tariff, timeZone: zone },
      feedInLimit: exportLimit === undefined ? undefined : 1000 * exportLimit,
    },
    "",
  );
  return { found: wireKeys({ ...found, columns: null }) as OwnUse, kwh: (found.annual ?? found.total).load };
}

let read:
  | { readonly file: File; readonly zone: string | undefined; readonly load: ReturnType<typeof steps> }
  | undefined;

/** Read once, whatever is turned at the roof meanwhile. */
function loadOf(file: File, zone: string | undefined): ReturnType<typeof steps> {
  if (read?.file !== file || read.zone !== zone) read = { file, zone, load: steps(file, zone) };
  return read.load;
}

/** W in equal steps. */
async function steps(file: File, zone: string | undefined) {
  const text = new Uint8Array(await file.arrayBuffer());
  const { measured } = await readPower(text, { of: "load", file: file.name, zone });
  const { start, interval, power } = measured;
  return { start, step: 1000 * interval, power: power.map((kilowatts) => 1000 * kilowatts) };
}

/** Names as the service writes them. */
function wireKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wireKeys);
  if (typeof value !== "object" || value === null) return value;
  const named = Object.entries(value).map(([key, item]) => [
    key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    wireKeys(item),
  ]);
  return Object.fromEntries(named);
}
