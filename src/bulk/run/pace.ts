/** How many sites a batch has: it follows the time that sites take, so that the cost of messages is negligible. */

/** Work of a batch in ms: long compared with a round trip to the thread (measured: 20 ms cost 4 %), short compared with a run. */
const BATCH_TIME = 80;
const MOST_SITES = 256;
/** Sites of a batch whose weather is loaded in the main thread and sent with them. */
const MOST_LOADED = 16;
/**
 * Bytes of a batch's results, and of the weather sent with its sites: a result beyond the caches, such as a year of all values,
 * is sent alone (measured: three such years together take a third longer).
 */
export const BATCH_BYTES = 4 << 20;

/** A batch may take so many times as long to have all sites of a piece of weather: another thread would read the piece again. */
const FOR_A_PIECE = 4;
/** Sites of a stretch before it is known what they take. */
const FIRST_STRETCH = 64;
/**
 * Sites, bytes of results, and ms of work of a stretch at most: its results wait for one another, an interruption loses them, and nobody
 * sees progress meanwhile.
 */
const STRETCH_SITES = 1024;
const STRETCH_BYTES = 32 << 20;
const STRETCH_TIME = 30_000;

export class Pace {
  /** Sites of the next batch. */
  size = 1;
  private siteTime = 0;
  private siteBytes = 0;

  /** Sites of one piece of weather in a batch. */
  get ofPiece(): number {
    return Math.min(FOR_A_PIECE * this.size, MOST_SITES);
  }

  /** Sites of the next stretch. */
  get stretch(): number {
    if (this.siteBytes === 0) return FIRST_STRETCH;
    const fitting = Math.floor(Math.min(STRETCH_BYTES / this.siteBytes, STRETCH_TIME / this.siteTime));
    return Math.min(Math.max(fitting, 1), STRETCH_SITES);
  }

  /** @param time ms of the thread @param bytes of the results */
  adapt(sites: number, { time, bytes }: { readonly time: number; readonly bytes: number }, isLoaded: boolean): void {
    const each = Math.max(time / sites, 1e-3);
    this.siteTime = this.siteTime === 0 ? each : 0.7 * this.siteTime + 0.3 * each;
    this.siteBytes = Math.max(bytes / sites, 1);
    const fitting = Math.floor(BATCH_BYTES / this.siteBytes);
    const wanted = Math.floor(Math.min(BATCH_TIME / this.siteTime, 4 * this.size, fitting));
    this.size = Math.min(Math.max(wanted, 1), isLoaded ? MOST_LOADED : MOST_SITES);
  }
}
