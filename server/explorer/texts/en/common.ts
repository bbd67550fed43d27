/** The frame of the page, and words that several rooms share. */
export const common = {
  title: "Sun, light and yield",
  titleOf: (place: string) => `Sun, light and yield – ${place}`,
  rooms: {
    roof: "Your roof",
    light: "Light",
    sun: "Sun and horizon",
    forecast: "Forecast",
    history: "History",
    data: "Data and code",
    account: "Account",
  },
  roomsLabel: "Rooms",
  reference: "Reference",
  skip: "Go to the content",
  language: "Language",
  languages: { auto: "As the browser", en: "English", de: "Deutsch" },
  colours: "Colours",
  themes: { auto: "As the system", light: "Light", dark: "Dark" },
  opening: "Opening …",
  unopened:
    "This room could not be loaded: the server does not answer. Check that it is running and that you are online, then open it again.",
  natural: "Coasts and borders: Natural Earth, public domain. Borders do not state who owns what.",
};
