/** Sites into parts: fixed groups of consecutive ones, read no further than parts are asked for. */
import type { BulkSite, PartSites } from "irradiance-engine/bulk";

export interface NumberedPart extends PartSites {
  readonly part: number;
}

export async function* cutSites(
  sites: AsyncIterable<BulkSite>,
  size: number,
): AsyncGenerator<NumberedPart, void, undefined> {
  let [part, group]: [number, BulkSite[]] = [0, []];
  for await (const site of sites) {
    group.push(site);
    if (group.length < size) continue;
    yield { part, first: part * size, sites: group };
    [part, group] = [part + 1, []];
  }
  if (group.length > 0) yield { part, first: part * size, sites: group };
}
