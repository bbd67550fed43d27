/** What an answer of series says of its weather, with `meta=extended`: doors say it in their own answers. */
import type { OwnAnswer } from "./door.js";

export interface SeriesBody {
  readonly start_times: readonly string[];
  readonly values: { readonly [name: string]: readonly (number | null)[] | null };
  readonly meta: {
    readonly altitude: number;
    readonly sources: readonly { readonly source: string; readonly dataset: string; readonly synthetic: boolean }[];
    readonly notices: readonly { readonly message: string }[];
    readonly climate?: { readonly months_selected?: readonly { readonly month: number; readonly year: number }[] };
  };
}

/** The weather of an answer. */
export interface Said {
  /** Names of data sets. */
  readonly sources: readonly string[];
  readonly synthetic: boolean;
  readonly notices: readonly string[];
}

export function saidOf({ json: { meta }, notices }: OwnAnswer<SeriesBody>): Said {
  return {
    sources: [...new Set(meta.sources.map(({ source, dataset }) => `${source}/${dataset}`))],
    synthetic: meta.sources.some(({ synthetic }) => synthetic),
    notices: [...meta.notices.map(({ message }) => message), ...notices],
  };
}

/** Of several answers. */
export function joined(said: readonly Said[]): Said {
  return {
    sources: [...new Set(said.flatMap(({ sources }) => sources))],
    synthetic: said.some(({ synthetic }) => synthetic),
    notices: [...new Set(said.flatMap(({ notices }) => notices))],
  };
}

/** The first notice of an answer. @param than the service that the door looks like */
export function ownNotice({ sources, synthetic }: Said, than: string): string {
  const made = synthetic ? ", which is synthetic: drawn from the climate, no real weather" : "";
  return `an answer of irradiance-server, not of ${than}; weather: ${sources.join(", ") || "none"}${made}`;
}
