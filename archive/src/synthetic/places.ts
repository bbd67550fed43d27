/** What is known of places: their climate, what it is worth, and the weather that is drawn from it. */
import { SyntheticWeather } from "irradiance-engine/climate";
import {
  describeExpectedError,
  type ExpectedError,
  loadWorldClimate,
  openClimatology,
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

/** Places whose weather is kept ready: making one takes tens of ms and 100 kB. */
const MOST = 100;

export async function openPlaces(): Promise<Places> {
  const [world, climatology] = await Promise.all([loadWorldClimate(), openClimatology()]);
  const licence = [...new Set(world.sources.map((source) => source.licence))].join("; ");
  const attribution = world.sources.map((source) => source.attribution).join("; ");
  const ready = lruOf<SyntheticWeather>(MOST);
  const at = ({ latitude, longitude, altitude }: Place) => world.at(latitude, longitude, { altitude });

  function made(place: Place): SyntheticWeather {
    const { latitude, longitude } = place;
    const climate = at(place);
    const turbidity = Array.from(climatology.linkeTurbidity(latitude, longitude));
    return new SyntheticWeather({ latitude, longitude, altitude: climate.altitude, turbidity }, climate);
  }

  return {
    climateOf: (place) => ({ notice: noticeOf(at(place).expectedError), licence, attribution }),
    weatherOf(place) {
      const key = `${place.latitude},${place.longitude},${place.altitude}`;
      const weather = ready.get(key) ?? made(place);
      ready.set(key, weather);
      return weather;
    },
  };
}

function noticeOf(error: ExpectedError): string {
  return `synthetic: drawn from the climate of the place, neither history nor forecast; of that climate, ${describeExpectedError(error)}`;
}
