/** What a tool is, the arguments that several have, and schemas of answers. */
import { type Field, number } from "irradiance-engine/internal/fields";
import { type PvSystem, readSystem, SYSTEM_SCHEMA } from "irradiance-engine/system";

/** What the operator has set, never the agent: a folder, links resolved, whose files may be read; an irradiance server, and a key there. */
export type Setting = { readonly [name in "files" | "server" | "key"]?: string | undefined };

/** By the tool's schema; what matters most is first. */
export type Answer = { readonly notices: readonly string[]; readonly [key: string]: unknown };

export type Schema = { readonly [key: string]: unknown };
export type Shapes = { readonly [key: string]: Schema };

export interface Tool {
  readonly description: string;
  readonly input: Field<object>;
  readonly output: Schema;
  /** @param given as `input` reads it @throws TypeError, RangeError, WeatherError that name an argument */
  readonly run: (given: object, setting: Setting) => Promise<Answer>;
}

/** @param output what there is beside the notices */
export function tool<Given extends object>(
  description: string,
  input: Field<Given>,
  output: Shapes,
  run: (given: Given, setting: Setting) => Promise<Answer>,
): Tool {
  const notices = { type: "array", items: { type: "string" } };
  return { description, input, output: shape({ notices, ...output }), run: run as Tool["run"] };
}

export const NUMBER: Schema = { type: ["number", "null"] };
export const TEXT: Schema = { type: ["string", "null"] };

/** An object with all of these keys and no other. */
export function shape(properties: Shapes): Schema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

/** A list of such objects. */
export const rows = (properties: Shapes): Schema => ({ type: "array", items: shape(properties) });

export const messages = (notices: readonly { readonly message: string }[]) => notices.map(({ message }) => message);

/** Whose constant losses, and what each set is, percent. */
export const LOSS_SET = { type: "object", description: "name, and percent of each set" };

export const PLACE = {
  lat: number(-90, 90, "degrees north"),
  lon: number(-180, 180, "degrees east"),
  altitude: number(-500, 9000, "metres; default: a coarse map's"),
};

type Nested = { readonly [key: string]: Nested };

/** In the schema is what an agent needs most of a system's description; all of it is read. */
function systemField(): Field<PvSystem> {
  const { planes, inverter, export_limit } = (SYSTEM_SCHEMA as Nested).properties!;
  const { surface_tilt, surface_azimuth, kwp, tracking_mode } = planes!.items!.properties!;
  const open = (properties: object) => ({ type: "object", properties });
  const losses = { description: "percent before the inverter, or owner (default, 8.2) or bank (14.08)" };
  const ofPlanes = { ...planes, items: open({ surface_tilt, surface_azimuth, kwp, tracking_mode }) };
  const ofInverter = open({ ac_power: inverter!.properties!.ac_power });
  const description = "other keys of irradiance-engine's systems are taken, too: module, bifacial, snow, ageing, …";
  const main = open({ planes: ofPlanes, inverter: ofInverter, losses, export_limit });
  const read = (value: unknown, where: string) => readSystem(value, where.replace(".system", ""));
  return { schema: { ...main, required: ["planes"], description }, read };
}

export const SYSTEM = systemField();
