/** The commit of a build. In the sources nobody knows it: the build writes it into dist/. */
export const COMMIT: string = "unknown";
