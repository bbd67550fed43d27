/**
 * Stretches of the list whose sites are computed in the order of the pieces of files that their weather lies in, so that each piece is read
 * and decoded once, and not anew by each thread. Sites without such pieces stay in the order of the list.
 */
import { type Pending, type SiteSource, weatherBytes } from "./site-reader.js";

/** Consecutive sites of the list. Their results are in memory together: they come when all have one. */
export interface Stretch {
  readonly sites: number;
}

/** Sites that go through a thread together. */
export interface TakenSites {
  readonly sites: readonly Pending[];
  /** That they are of. Sites in the order of the list are one of their own. */
  readonly stretch: Stretch;
}

/** How many sites are taken. */
export interface TakeLimits {
  readonly sites: number;
  /** Bytes of their own weather. */
  readonly bytes: number;
  /** In place of `sites`, if they are of one piece. */
  readonly ofPiece: number;
  readonly stretch: number;
}

export class Stretches {
  private readonly source: SiteSource;
  /** What is left of a stretch, in the order in which it is computed. */
  private left: readonly Pending[] = [];
  private stretch: Stretch = { sites: 0 };

  constructor(source: SiteSource) {
    this.source = source;
  }

  /** Every site has been taken. */
  get ended(): boolean {
    return this.source.ended && this.left.length === 0;
  }

  /** @throws as `SiteSource.take` */
  async take(limits: TakeLimits): Promise<TakenSites> {
    if (this.left.length > 0) return this.next(limits);
    const [first] = await this.source.take(1, limits.bytes);
    if (first === undefined) return { sites: [], stretch: { sites: 0 } };
    const isSorted = pieceOf(first) !== undefined;
    const most = isSorted ? limits.stretch : limits.sites;
    const sites = [first, ...(await this.source.take(most - 1, limits.bytes - weatherBytes(first.weather)))];
    const stretch = { sites: sites.length };
    if (!isSorted) return { sites, stretch };
    this.stretch = stretch;
    this.left = inPieces(sites);
    return this.next(limits);
  }

  close(): void {
    this.left = [];
    this.source.close();
  }

  private next({ sites, ofPiece }: TakeLimits): TakenSites {
    const piece = pieceOf(this.left[0]!);
    const other = this.left.findIndex((one) => pieceOf(one) !== piece);
    const alike = other < 0 ? this.left.length : other;
    // Several small pieces, or as much of a large one as a batch may have.
    const count = alike > sites ? Math.min(alike, ofPiece) : this.wholePieces(sites);
    const taken = this.left.slice(0, count);
    this.left = this.left.slice(count);
    return { sites: taken, stretch: this.stretch };
  }

  /** Sites of the pieces that are whole within so many. */
  private wholePieces(most: number): number {
    if (this.left.length <= most) return this.left.length;
    let count = most;
    while (pieceOf(this.left[count - 1]!) === pieceOf(this.left[count]!)) count--;
    return count;
  }
}

function inPieces(sites: readonly Pending[]): readonly Pending[] {
  const placed = sites.map((site) => ({ site, piece: pieceOf(site) ?? Number.POSITIVE_INFINITY }));
  placed.sort((a, b) => (a.piece < b.piece ? -1 : a.piece > b.piece ? 1 : a.site.index - b.site.index));
  return placed.map(({ site }) => site);
}

function pieceOf({ result, site }: Pending): number | undefined {
  const piece: unknown = result === null ? site.weatherPiece : undefined;
  return typeof piece === "number" && Number.isFinite(piece) ? piece : undefined;
}
