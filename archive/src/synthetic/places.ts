/** What is known of places: their climate, what it is worth, and the weather that is drawn from it. */
import { SyntheticWeather } from "irradiance-engine/climate";
import {
  describeExpectedError,
  type ExpectedError,
  loadWorldClimate,
  openClimatology,
  type PlaceClimate,
} from "irradiance-engine/climatology";
import { lruOf } from "irradiance-engine/shared";
import type { Place } from "../source.js";

export interface KnownPlace {
  readonly notice: string;
  readonly licence: string;
  readonly attribution: string;
}

export interface Places {
  climateOf(place: Place): KnownPlace;
  weatherOf(place: Place): SyntheticWeather;
}

/** Places that are kept ready: the weather of one takes 2 ms and 80 kB. */
const MOST = 100;

interface ReadyPlace {
  readonly known: KnownPlace;
  readonly climate: PlaceClimate;
  /** Made when it is asked for. */
  weather?: SyntheticWeather;
}

export async function openPlaces(): Promise<Places> {
  const [world, climatology] = await Promise.all([loadWorldClimate(), openClimatology()]);
  const licence = [...new Set(world.sources.map((source) => source.licence))].join("; ");
  const attribution = world.sources.map((source) => source.attribution).join("; ");
  const ready = lruOf<ReadyPlace>(MOST);

  function placeOf({ latitude, longitude, altitude }: Place): ReadyPlace {
    const key = `${latitude},${longitude},${altitude}`;
    const found = ready.get(key);
    if (found !== undefined) return found;
    const climate = world.at(latitude, longitude, { altitude });
    const made = { climate, known: { notice: noticeOf(climate.expectedError), licence, attribution } };
    ready.set(key, made);
    return made;
  }

  return {
    climateOf: (place) => placeOf(place).known,
    weatherOf(place) {
      const { latitude, longitude } = place;
      const ready = placeOf(place);
      ready.weather ??= new SyntheticWeather(
        {
          ...{ latitude, longitude, altitude: ready.climate.altitude },
          turbidity: Array.from(climatology.linkeTurbidity(latitude, longitude)),
        },
        ready.climate,
      );
      return ready.weather;
    },
  };
}

function noticeOf(error: ExpectedError): string {
  return `synthetic: drawn from the climate of the place, neither history nor forecast; of that climate, ${describeExpectedError(error)}`;
}
