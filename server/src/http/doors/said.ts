/** What answers say at a door, which looks like another service: that they are not of it, and of which weather they are. */
import type { OwnAnswer } from "./door.js";

interface WireSource {
  readonly source: string;
  readonly dataset: string;
  readonly synthetic: boolean;
}

/** An answer of series with `meta=extended`. */
export interface SeriesBody {
  readonly start_times: readonly string[];
  readonly values: { readonly [name: string]: readonly (number | null)[] | null };
  readonly meta: {
    readonly altitude: number;
    readonly sources: readonly WireSource[];
    readonly notices: readonly { readonly message: string }[];
    readonly climate?: { readonly months_selected?: readonly { readonly month: number; readonly year: number }[] };
  };
}

/** The weather of a system's yield or power. */
export interface WireWeather {
  readonly synthetic: boolean;
  readonly sources: readonly Pick<WireSource, "source" | "dataset">[];
}

/** The weather of an answer. */
export interface Said {
  /** Names of data sets. */
  readonly sources: readonly string[];
  readonly synthetic: boolean;
  readonly notices: readonly string[];
}

export function saidOf({ json: { meta }, notices }: OwnAnswer<SeriesBody>): Said {
  const synthetic = meta.sources.some((source) => source.synthetic);
  return saidOfWeather({ ...meta, synthetic }, [...meta.notices.map(({ message }) => message), ...notices]);
}

export function saidOfWeather({ synthetic, sources }: WireWeather, notices: readonly string[]): Said {
  return { sources: [...new Set(sources.map(({ source, dataset }) => `${source}/${dataset}`))], synthetic, notices };
}

/** Of several answers. */
export function joined(said: readonly Said[]): Said {
  return {
    sources: [...new Set(said.flatMap(({ sources }) => sources))],
    synthetic: said.some(({ synthetic }) => synthetic),
    notices: [...new Set(said.flatMap(({ notices }) => notices))],
  };
}

/** The first notice of an answer. @param than the service that the door looks like @param what the answer is */
export function ownNotice(
  { sources, synthetic }: Pick<Said, "sources" | "synthetic">,
  than: string,
  what = "an answer",
): string {
  const made = synthetic ? ", which is synthetic: drawn from the climate, no real weather" : "";
  return `${what} of irradiance-server, not of ${than}; weather: ${sources.join(", ") || "none"}${made}`;
}

/** Of answers for a tracker: what `tracking_mode=1_axis` stands for, which other services' axes need not be. */
export const ONE_AXIS_NOTICE =
  "the plane turns about its axis by 45° either way, and back where rows would shade one another (ground cover 0.3)";
