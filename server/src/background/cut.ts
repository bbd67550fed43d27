/** Sites into parts: groups of consecutive ones, read no further than parts are asked for. */

interface PartOfSites<Site> {
  readonly part: number;
  /** Place of its first site among all. */
  readonly first: number;
  readonly sites: readonly Site[];
}

/** What a part has at most. */
interface PartBounds<Site> {
  readonly sites: number;
  /** A site with more is a part of its own. Default: any number. */
  readonly values?: number;
  valuesOf?(site: Site): number;
}

export async function* cutSites<Site>(
  sites: AsyncIterable<Site> | Iterable<Site>,
  { sites: mostSites, values: mostValues = Number.POSITIVE_INFINITY, valuesOf = () => 0 }: PartBounds<Site>,
): AsyncGenerator<PartOfSites<Site>, void, undefined> {
  let next: { part: number; first: number; sites: Site[] } = { part: 0, first: 0, sites: [] };
  let values = 0;
  const cut = () => {
    const whole = next;
    next = { part: whole.part + 1, first: whole.first + whole.sites.length, sites: [] };
    values = 0;
    return whole;
  };
  for await (const site of sites) {
    const own = valuesOf(site);
    if (next.sites.length > 0 && values + own > mostValues) yield cut();
    next.sites.push(site);
    values += own;
    if (next.sites.length === mostSites) yield cut();
  }
  if (next.sites.length > 0) yield cut();
}

/** How the files of a part begin: in the order of the parts. */
export function partName(part: number): string {
  return `part-${String(part).padStart(6, "0")}`;
}
