/** The JSON schema of descriptions, from the same fields that read them: archive.schema.json. */
import { WHOLE } from "./description.js";
import { constant, type Fields, type JsonSchema, object } from "./fields.js";
import { CATALOGUE_KIND, KINDS } from "./kinds.js";
import { COMMON } from "./open-all.js";

/** JSON Schema 2020-12. */
export function descriptionSchema(): JsonSchema {
  const sources = [...Object.entries(KINDS), [CATALOGUE_KIND.name, CATALOGUE_KIND] as const].map(
    ([name, { text, fields, required }]) => {
      const all: Fields = { ...COMMON, ...fields, kind: constant(text, name) };
      return object(text, all, ["kind", ...required]).schema;
    },
  );
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Description of an archive",
    ...object(
      "sources of weather for irradiance-archive, irradiance-server and irradiance",
      {
        ...WHOLE,
        sources: { schema: { type: "array", minItems: 1, maxItems: 100, items: { oneOf: sources } } },
      } as unknown as Fields,
      ["sources"],
    ).schema,
  };
}
