/** Sites of a job in the order of the pieces of files that their weather lies in: of a part, each piece is read and decoded once. */
import type { Archive } from "irradiance-archive";
import type { OrderSites } from "../../jobs/make-part.js";
import type { JobRequest, JobSite, SiteValue } from "../../jobs/request.js";
import { Slices } from "../../loop-slices.js";

export function orderByPiece(archive: Pick<Archive, "pieceOf">): OrderSites {
  return async (sites, request, signal) => {
    const listed = [...sites.keys()];
    try {
      const pieces = await piecesOf(sites, request, archive, signal);
      return listed.sort((a, b) => (pieces[a] === pieces[b] ? a - b : pieces[a]! - pieces[b]!));
    } catch {
      signal.throwIfAborted();
      // Of a source that fails the sites have their own failures, or other sources.
      return [...sites.keys()];
    }
  };
}

async function piecesOf(
  sites: readonly JobSite[],
  { query: common }: JobRequest,
  archive: Pick<Archive, "pieceOf">,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const slices = new Slices();
  const pieces: number[] = [];
  for (const { query: own } of sites) {
    const place = placeOf({ ...common, ...own });
    const piece = place === undefined ? undefined : await archive.pieceOf(place, { signal });
    pieces.push(piece ?? Number.MAX_SAFE_INTEGER);
    await slices.rest();
  }
  return pieces;
}

/** Undefined for an invalid one, which is refused when its turn comes. */
function placeOf({ lat, lon }: { readonly [key: string]: SiteValue }) {
  const [latitude, longitude] = [Number(lat ?? Number.NaN), Number(lon ?? Number.NaN)];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}
