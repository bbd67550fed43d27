/** Der Rahmen der Seite, und Wörter mehrerer Räume. */
import type { Texts } from "../en/index.js";

export const common: Texts["common"] = {
  title: "Sonne, Licht und Ertrag",
  titleOf: (place) => `Sonne, Licht und Ertrag – ${place}`,
  rooms: {
    roof: "Ihr Dach",
    light: "Licht",
    sun: "Sonne und Horizont",
    forecast: "Vorhersage",
    history: "Rückblick",
    data: "Daten und Code",
    account: "Konto",
  },
  roomsLabel: "Räume",
  reference: "Referenz",
  skip: "Zum Inhalt",
  language: "Sprache",
  languages: { auto: "Wie der Browser", en: "English", de: "Deutsch" },
  colours: "Farben",
  themes: { auto: "Wie das System", light: "Hell", dark: "Dunkel" },
  opening: "Wird geöffnet …",
  unopened:
    "Dieser Raum ließ sich nicht laden: Der Server antwortet nicht. Prüfen Sie, ob er läuft und ob Sie online sind, und öffnen Sie ihn erneut.",
  natural: "Küsten und Grenzen: Natural Earth, gemeinfrei. Grenzen sagen nichts darüber, wem was gehört.",
};
