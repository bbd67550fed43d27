/** Horizon lines from files and back: the engine's readers and writers, to the whole degrees of the service. */
import {
  type HorizonCompass,
  HorizonError,
  type HorizonFileOptions,
  type HorizonFormat,
  readHorizon,
  writeHorizon,
} from "irradiance-engine/horizon";
import { parseHorizon, wholeElevation } from "../../state/horizon.js";

export interface HorizonFile {
  /** 360 whole degrees, from north over east. */
  readonly line: readonly number[];
  readonly points: number;
  /** How azimuths were taken; "list": elevations without azimuths, from north over east. */
  readonly compass: HorizonCompass | "list";
  /** Whether elevations were between whole degrees. */
  readonly isRounded: boolean;
}

/** A file that may be read in two ways, until somebody says which. */
export interface HorizonQuestion {
  readonly asks: "zero" | "hemisphere";
}

/** A number a line: elevations alone, as PVGIS takes them. With a decimal comma it would look like a pair. */
const LONE = /^\s*[+-]?\d+(?:\.\d+)?\s*$/;

/**
 * @param options.zero where azimuth 0 is, once somebody has said it
 * @throws HorizonError, RangeError that say what is wrong, and where
 */
export function horizonOfFile(text: string, options: HorizonFileOptions): HorizonFile | HorizonQuestion {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== "");
  const isJson = /^\s*[[{]/.test(text);
  const isList = !isJson && lines.length > 0 && (lines.length === 1 || lines.every((line) => LONE.test(line)));
  if (isList) {
    const list = lines.join(" ");
    const points = list.split(/[\s,;]+/).filter((item) => item !== "").length;
    return { line: parseHorizon(list), points, compass: "list", isRounded: /\d\.\d*[1-9]/.test(list) };
  }
  try {
    const { elevation, points, compass } = readHorizon(text, options);
    const line = elevation.map(wholeElevation);
    return { line, points, compass, isRounded: line.some((height, azimuth) => height !== elevation[azimuth]) };
  } catch (thrown) {
    if (thrown instanceof HorizonError && (thrown.reason === "zero" || thrown.reason === "hemisphere")) {
      return { asks: thrown.reason };
    }
    throw thrown;
  }
}

/** Name and media type of a file with a line. */
export function horizonFileName({ lat, lon }: { readonly lat: number; readonly lon: number }, format: HorizonFormat) {
  return `horizon_${lat}_${lon}.${format}`;
}

export const MEDIA_TYPES: { readonly [Format in HorizonFormat]: string } = {
  csv: "text/csv",
  hor: "text/plain",
  json: "application/json",
};

export { writeHorizon };
