/** The bytes of the response's `meta` object, assembled from parts that are the same in most responses. */
import { type Part, TextPart } from "./chunks.js";
import { PARAMETER_NAMES } from "./parameters.js";
import { describeParameters, wireDescriptor } from "./response.js";
import type { AnyDescriptor, AnyMetadata, ParameterDescriptor } from "./types.js";

const COMMA = /* @__PURE__ */ new TextPart(",");

/** The catalogue's descriptors by name, and their bytes. */
const CATALOGUE = /* @__PURE__ */ catalogue();

function catalogue(): ReadonlyMap<string, { readonly own: ParameterDescriptor; readonly part: Part }> {
  const descriptors = describeParameters(PARAMETER_NAMES);
  return new Map(descriptors.map((own) => [own.name, { own, part: new TextPart(JSON.stringify(own)) }]));
}

/** `JSON.stringify({ ...wireMetadata(meta), ...added })` in parts. */
export function metadataParts(meta: AnyMetadata, added: { readonly [name: string]: unknown }): Part[] {
  const { version, commit, frequency } = meta;
  const { lat, lon, altitude, surface_azimuth, surface_tilt, time_zone } = meta;
  const before = JSON.stringify({ version, commit, frequency });
  const behind = JSON.stringify({ lat, lon, altitude, surface_azimuth, surface_tilt, time_zone, ...added });
  const parts: Part[] = [new TextPart(`${before.slice(0, -1)},"parameters":[`)];
  for (const descriptor of meta.parameters) {
    if (parts.length > 1) parts.push(COMMA);
    parts.push(descriptorPart(descriptor));
  }
  parts.push(new TextPart(`],${behind.slice(1)}`));
  return parts;
}

function descriptorPart(descriptor: AnyDescriptor): Part {
  const known = CATALOGUE.get(descriptor.name);
  if (known !== undefined && isSame(descriptor, known.own)) return known.part;
  return new TextPart(JSON.stringify(wireDescriptor(descriptor)));
}

function isSame(a: AnyDescriptor, b: AnyDescriptor): boolean {
  return (
    a.description === b.description &&
    a.unit.name === b.unit.name &&
    a.unit.description === b.unit.description &&
    a.aggregation_method === b.aggregation_method
  );
}
