export interface Chromium {
  file: string;
  flags: string[];
}

/** @throws Error that says what to do, if there is none */
export function findChromium(): Promise<Chromium>;

/** The page's document once its element "status" says how it ended. @throws Error if the page does not report */
export function pageText(
  chromium: Chromium,
  root: string,
  path: string,
  pages?: { readonly [path: string]: string },
): Promise<string>;

/** The text of a page's element "status". */
export function statusOf(dom: string): string;
