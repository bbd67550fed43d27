/**
 * Which revisions of which data the parts of a run were computed from. Every worker reads its own archive by the same
 * description; that the data behind it are the same is seen here, and not otherwise.
 */
import type { DataRevision, ToldOfSite } from "irradiance-engine/bulk";

/** Of the data that served the sites of a part, each once. */
export function revisionsOf(told: readonly ToldOfSite[]): DataRevision[] {
  const found = new Map<string, DataRevision>();
  for (const { notes } of told)
    for (const { data } of notes) if (data !== undefined) found.set(`${keyOf(data)}\n${data.revision}`, data);
  return [...found.values()];
}

/** A data set in the manifest. */
export interface ManifestData {
  readonly source: string;
  readonly dataset: string;
  /** With the parts of each, unless all parts have one revision of one data set. */
  readonly revisions: readonly { readonly revision: string; readonly parts?: readonly number[] }[];
}

interface Data extends Pick<DataRevision, "source" | "dataset"> {
  /** By revision. */
  readonly parts: Map<string, number[]>;
}

export class WeatherRevisions {
  private readonly data = new Map<string, Data>();
  private readonly reported = new Set<string>();

  /** @returns lines to print: one for each source with several revisions */
  add(part: number, revisions: readonly DataRevision[]): string[] {
    const lines: string[] = [];
    for (const of of revisions) {
      const { source, dataset, revision } = of;
      const data = this.data.get(keyOf(of)) ?? { source, dataset, parts: new Map() };
      this.data.set(keyOf(of), data);
      const parts = data.parts.get(revision) ?? [];
      data.parts.set(revision, parts);
      parts.push(part);
      if (data.parts.size === 1 || this.reported.has(source)) continue;
      this.reported.add(source);
      lines.push(`weather: parts come from different revisions of ${source} (${dataset}): ${REASONS}`);
    }
    return lines;
  }

  /** In the order of sources and data sets, whatever the order of the parts. */
  get list(): ManifestData[] {
    const inOrder = [...this.data].sort(([a], [b]) => (a < b ? -1 : 1));
    const isOne = inOrder.length === 1 && inOrder[0]![1].parts.size === 1;
    return inOrder.map(([, { source, dataset, parts }]) => {
      const each = [...parts].map(([revision, of]) => ({ revision, parts: [...of].sort((a, b) => a - b) }));
      each.sort((a, b) => a.parts[0]! - b.parts[0]! || (a.revision < b.revision ? -1 : 1));
      return { source, dataset, revisions: isOne ? each.map(({ revision }) => ({ revision })) : each };
    });
  }
}

const REASONS = "the data changed during the run, or workers have different files; the manifest lists the revisions";

function keyOf({ source, dataset }: Pick<DataRevision, "source" | "dataset">): string {
  return `${source}\n${dataset}`;
}
