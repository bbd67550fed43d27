// The JSON schema of descriptions of archives, from the code that reads them (npm run build first); a test compares it:
//
//   node scripts/archive-schema.mjs && npx biome format --write archive/archive.schema.json
import { writeFile } from "node:fs/promises";
import { descriptionSchema } from "../archive/dist/description/description.js";

await writeFile(
  new URL("../archive/archive.schema.json", import.meta.url),
  `${JSON.stringify(descriptionSchema(), null, 2)}\n`,
);
