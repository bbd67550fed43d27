/** A source whose server does not answer, and which serves what was kept on disk: its answers say so. */
import type { WeatherSource } from "../source.js";
import type { ByteStore } from "./byte-store.js";

/** @param bytes what the source reads */
export function sayingWhatIsKept(source: WeatherSource, bytes: Pick<ByteStore, "keptSince">): WeatherSource {
  return {
    ...source,
    async read(...asked) {
      const parts = await source.read(...asked);
      const { keptSince } = bytes;
      if (keptSince === undefined) return parts;
      const day = new Date(keptSince).toISOString().replace(/:\d\d\.\d+Z$/, "Z");
      const message = `its server does not answer: this is what it had at ${day}, kept on disk`;
      return parts.map((part) => ({ ...part, notices: [...(part.notices ?? []), { code: "offline", message }] }));
    },
  };
}
