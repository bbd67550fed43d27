/** irradiance-archive: weather for a place and a period from the sources that an operator has. */
export type {
  Cell,
  Offer,
  Part,
  Period,
  Place,
  Provenance,
  ReadOptions,
  SourceClass,
  WeatherSource,
} from "./source.js";
