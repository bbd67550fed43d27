/** The version of the service: the page is built with it, and comes from it. */

/** Written in by scripts/explorer/bundle.mjs; tests run without it. */
declare const PAGE_VERSION: string;

export const VERSION = typeof PAGE_VERSION === "undefined" ? "0" : PAGE_VERSION;
