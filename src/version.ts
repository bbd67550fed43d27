/** The package's version, as `meta.version` reports it (a test holds it to package.json). */
export const VERSION = "0.1.0";
