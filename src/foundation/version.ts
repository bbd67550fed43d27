/** The package's version, as `meta.version` reports it (a test compares it with package.json). */
export const VERSION = "0.1.0";
