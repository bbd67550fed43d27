/** Which software answers: the engine's version, and the commit that the server was built from. */
import { createRequire } from "node:module";
import { COMMIT } from "./commit.js";

const { version } = createRequire(import.meta.url)("irradiance-engine/package.json") as { version: string };

export const SOFTWARE = { version, commit: COMMIT } as const;
