/** Values of options from their texts; what cannot be read is refused in commander's words. */
import { InvalidArgumentError } from "commander";
import type { YieldPlane } from "../../answers/yield/types.js";
import { snakeCase } from "../../data/system/fields.js";
import type { ObservationContext } from "../../index.js";

export function toNumber(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value)) return value;
  throw new InvalidArgumentError("It must be a number.");
}

function numberThat(isRight: (value: number) => boolean, expected: string, read: (text: string) => number = toNumber) {
  return (text: string): number => {
    const value = read(text);
    if (isRight(value)) return value;
    throw new InvalidArgumentError(expected);
  };
}

export const toSeed = numberThat(
  (value) => Number.isSafeInteger(value) && value >= 0,
  "It must be a whole number from 0 to 9007199254740991.",
);
export const toCount = numberThat(
  (value) => Number.isInteger(value) && value > 0,
  "It must be a whole number above 0.",
);
export const toPositive = numberThat((value) => value > 0, "It must be a number above 0.");
export const toRounds = numberThat(
  (value) => Number.isInteger(value) && value >= 1 && value <= 1000,
  "Expected a whole number from 1 to 1000.",
  Number,
);
const toFewDecimals = numberThat(
  (value) => Number.isInteger(value) && value >= 0 && value <= 6,
  "It must be a whole number from 0 to 6, or full.",
);

export function toDecimals(text: string): number | "full" {
  return text === "full" ? text : toFewDecimals(text);
}

export function toSubSteps(text: string): number | "auto" {
  return text === "auto" ? text : toNumber(text);
}

/** One number, or twelve. */
export function toTurbidity(text: string): number | readonly number[] {
  const values = text.split(",").map(toNumber);
  if (values.length === 1) return values[0]!;
  if (values.length === 12) return values;
  throw new InvalidArgumentError(`It must be one number or twelve with commas between, got ${values.length}.`);
}

export function toTwelve(text: string): readonly number[] {
  const values = toTurbidity(text);
  return typeof values === "number" ? new Array<number>(12).fill(values) : values;
}

export function toYears(text: string): readonly [number, number] {
  const [, first, last] = /^(\d{4})-(\d{4})$/.exec(text.trim()) ?? [];
  if (first !== undefined && last !== undefined && first <= last) return [Number(first), Number(last)];
  throw new InvalidArgumentError("It must be two years such as 1991-2020.");
}

type Models = NonNullable<ObservationContext["models"]>;
const MODEL_FAMILIES: readonly (keyof Models)[] = ["clearSky", "decomposition", "transposition", "pv"];
export const FAMILIES = MODEL_FAMILIES.join(", ");

/** family=name,…: the engine checks the names. */
export function toModels(text: string): Models {
  const models: Models = {};
  for (const choice of text.split(",")) {
    const [family, name, ...rest] = choice.split("=").map((part) => part.trim());
    const known = MODEL_FAMILIES.find((candidate) => candidate === family);
    if (!known || !name || rest.length > 0)
      throw new InvalidArgumentError(`It must be family=name,… with a family of ${FAMILIES}; got "${choice}".`);
    models[known] = name;
  }
  return models;
}

type Columns = { [role: string]: string | number };
type Units = { [column: string]: string };

export function toColumn(text: string, before: Columns | undefined): Columns {
  const [role, name] = pair(text, 'role=name, such as "ghi=Global [kW/m²]"');
  return { ...before, [role]: /^[1-9]\d{0,3}$/.test(name) ? Number(name) : name };
}

export function toUnit(text: string, before: Units | undefined): Units {
  const [column, unit] = pair(text, "column=unit, such as ghi=kW/m2");
  return { ...before, [column]: unit };
}

function pair(text: string, expected: string): [string, string] {
  const at = text.indexOf("=");
  if (at > 0 && at < text.length - 1) return [text.slice(0, at).trim(), text.slice(at + 1)];
  throw new InvalidArgumentError(`It must be ${expected}; got "${text}".`);
}

/** `30/180/8`, `tracker/8`: one more plane. */
export function toPlane(text: string, before: YieldPlane[] = []): YieldPlane[] {
  const parts = text.split("/");
  if (parts[0] === "tracker" && parts.length === 2)
    return [...before, { trackingMode: "1_axis", kwp: toNumber(parts[1]!) }];
  const [surfaceTilt, surfaceAzimuth, kwp] = parts.map(Number) as [number, number, number];
  if (parts.length === 3 && parts.every((part) => part.trim() !== "" && Number.isFinite(Number(part))))
    return [...before, { surfaceTilt, surfaceAzimuth, kwp }];
  throw new InvalidArgumentError(`It must be tilt/azimuth/kwp, such as 30/180/8, or tracker/kwp; got "${text}".`);
}

/** Up to a comma before the next name; what is quoted is whole. */
const PARTS = /(?:"[^"]*"|'[^']*'|[^,]|,(?!\s*[A-Za-z][\w-]*\s*=))+/g;
const PART = /^([A-Za-z][\w-]*)\s*=(.*)$/s;

/** `column=P_AC kWh/h,date-format=MM/DD/YYYY HH:mm`, or the same as JSON. No value is a list: a stroke stays one. */
export function toItems(text: string): { readonly [name: string]: unknown } {
  if (text.trim().startsWith("{")) return toJson(text) as { [name: string]: unknown };
  const parts = text.match(PARTS) ?? [];
  return Object.fromEntries(
    parts.map((part) => {
      const [, name, value] = PART.exec(part.trim()) ?? [];
      if (name === undefined) throw noItem(part);
      return [name, value!.trim().replace(/^(["'])(.*)\1$/s, "$2")];
    }),
  );
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InvalidArgumentError(`It begins like JSON, but cannot be read as such: ${(cause as Error).message}.`);
  }
}

function noItem(part: string): InvalidArgumentError {
  return new InvalidArgumentError(`Every item must be name=value; got "${part}".`);
}

const ITEM = /^([A-Za-z][\w-]*)=(.*)$/s;

/** Keys that are lists in a system's description: elsewhere a stroke is part of a name. */
export const LISTS = [
  "monthly_snowfall",
  "monthly_snow_days",
  "monthly_humidity",
  "washes",
  "remaining",
  "battery_sizes",
  "discharge_hours",
  "grid_charge_hours",
];

/**
 * A value of a system's description, without the brackets and quotes of JSON: `4` is a number; `kimber` a text; `1,1,2` a list of numbers;
 * `dc=1,ac=0.5` an object, in which `monthly-humidity=80/75/…` is a list. JSON may be written as it is: `{"dc": 1}`.
 */
export function toValue(text: string): unknown {
  const written = text.trim();
  if (written.startsWith("{") || written.startsWith("[")) return toJson(written);
  const parts = written.split(",").map((part) => part.trim());
  if (parts.some((part) => ITEM.test(part))) return Object.fromEntries(parts.map(toItem));
  return parts.length > 1 ? parts.map(toScalar) : toScalar(written);
}

function toItem(part: string): [name: string, value: unknown] {
  const [, name, value] = ITEM.exec(part) ?? [];
  if (name === undefined) throw noItem(part);
  const key = name.replaceAll("-", "_");
  return [key, LISTS.includes(snakeCase(key)) ? value!.split("/").map(toScalar) : toScalar(value!)];
}

/** A text that is no number stays one: whoever reads the description knows what was expected. */
function toScalar(text: string): number | string | boolean {
  const written = text.trim();
  if (written === "true" || written === "false") return written === "true";
  return written !== "" && Number.isFinite(Number(written)) ? Number(written) : written;
}
