/** The commit of a build. The sources do not contain it: the build writes it into dist/. */
export const COMMIT: string = "unknown";
