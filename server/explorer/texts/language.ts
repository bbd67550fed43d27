/** The language of the page's texts and numbers. */
export type Language = "en" | "de";

let name: Language = "en";

export function language(): Language {
  return name;
}

export function setLanguage(wanted: Language): void {
  name = wanted;
}
