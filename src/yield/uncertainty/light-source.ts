/** What the light of the weather is worth, by its source. */
import type { Notice } from "../../contract/observation/types.js";
import { shown } from "../../text/shown.js";
import { FORMAT_LIGHT, type FormatName } from "../../weather/readers/format-names.js";
import { LIGHT_SOURCES, type LightSource, type PlaceError, type UncertaintyShare } from "./types.js";

/** Of the long-term mean of the light on the horizontal, percent (k = 1), and why. */
const KINDS: { readonly [kind in (typeof LIGHT_SOURCES)[number]]: readonly [percent: number, reason: string] } = {
  // Reda (2011), NREL/TP-3B10-52194, has some 5 % (95 %) for a thermopile in the field.
  pyranometer: [2.5, "measured by a pyranometer, ±5 % with 95 % (Reda 2011)"],
  // Means of stations: 3 % at 320 in the seller's own words (Solargis), mean size 5.8 % at ten in South America (CAMS).
  satellite: [4, "from satellites: 3 to 6 % at stations"],
  // The ten stations again: 4.6 % in the mean of ERA5's biases without their sign, 13.5 of MERRA-2's.
  reanalysis: [6, "from a reanalysis: 5 % (ERA5) and more at stations"],
  "typical-year": [5, "a typical year: 5 % for the long-term mean (Thevenard & Pelland 2013)"],
  // All places of the accuracy table (world-climate): 5.2 %.
  generated: [5.2, "generated from the world climatology: 5.2 % at 70 places"],
  unknown: [5, "of unknown source: 5 % assumed, as for a long-term mean (Thevenard & Pelland 2013)"],
};

/** @param format of a reading: those of typical years have measured and modelled years, too */
export function sourceOfFormat(format: string | undefined, typicalYear: boolean): LightSource {
  const light = Object.hasOwn(FORMAT_LIGHT, format ?? "") ? FORMAT_LIGHT[format as FormatName] : "any";
  return light !== "any" ? light : typicalYear ? "typical-year" : "unknown";
}

/**
 * Whether years of that light are nobody's history: drawn from a climate, or one typical year on other dates. How they differ from one
 * another says nothing of how years do.
 */
export function isInvented(source: LightSource): boolean {
  return typeof source !== "string" || source === "generated" || source === "typical-year";
}

/** @throws TypeError, RangeError naming the kinds */
export function checkLightSource(source: unknown, where: string): LightSource {
  if (typeof source === "object" && source !== null && isPlaceError(source)) return source;
  if (LIGHT_SOURCES.includes(source as never)) return source as LightSource;
  const kinds = `${LIGHT_SOURCES.join(", ")}, or the expectedError of a place`;
  const message = `${where} must be one of ${kinds}, got ${shown(source)}`;
  throw typeof source === "string" ? new RangeError(message) : new TypeError(message);
}

function isPlaceError(source: object): source is PlaceError {
  const { annualGlobalHorizontal, yield: ofYield } = source as Partial<PlaceError>;
  return [annualGlobalHorizontal, ofYield].every((share) => typeof share === "number" && share >= 0 && share <= 1);
}

export function lightShare(source: LightSource): Omit<UncertaintyShare, "key"> {
  if (typeof source === "string") {
    const [percent, reason] = KINDS[source];
    return { percent, reason };
  }
  const { annualGlobalHorizontal, placeClass, places, knownMiss } = source;
  const missed = Math.abs(knownMiss?.error ?? 0);
  if (knownMiss !== undefined && missed > annualGlobalHorizontal) {
    return { percent: 100 * missed, reason: `world climatology, known to be so far off at ${knownMiss.place}` };
  }
  const judged = places > 0 ? `${places} places judged` : "none judged, assumed";
  return { percent: 100 * annualGlobalHorizontal, reason: `world climatology, ${placeClass}: ${judged}` };
}

/** Where the climatology that light was drawn from is known to be far off. */
export function missNotices(source: LightSource): Notice[] {
  if (typeof source === "string" || source.knownMiss === undefined) return [];
  const { message, place, error, distanceKm } = source.knownMiss;
  const facts = { place, percent: Math.round(100 * error), km: Math.round(distanceKm) };
  return [{ code: "known-miss", message: `the world climatology is known to be far off here: ${message}`, facts }];
}
