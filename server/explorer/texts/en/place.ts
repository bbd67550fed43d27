/** Where, and the sun there. */

/** Where: the search field, the altitude and the map. */
export const place = {
  label: "Place",
  /** The place of a page that nobody has given one. */
  start: "Greensboro, USA (an example)",
  /** Of a start that nobody has chosen. */
  startOf: (town: string) =>
    `An example to begin with: ${town}, by the time zone of your browser. Choose your own place.`,
  /** A link was changed by hand. */
  nameDropped: (name: string) =>
    `The link calls this place “${name}”, but its coordinates are elsewhere: the name is left out.`,
  ofAddress:
    "Streets, house numbers and postcodes are not known here: choose the town, and then your roof on the map or by coordinates.",
  search: "Town or coordinates",
  searchHint: "A town, coordinates or a link of a map",
  suggestions: "Suggestions",
  goTo: (place: string) => `Go to ${place}`,
  found: (count: number) =>
    count === 1 ? "One suggestion, chosen with Enter" : `${count} suggestions; arrow keys choose, Enter takes one`,
  near: (town: string) => `near ${town}`,
  unknown: (text: string) =>
    `No town called “${text}” is known here. Try a larger town nearby, coordinates (47.4, 8.5 or 47°24'N 8°30'E), or a link from a map.`,
  unloaded: "The towns could not be loaded. Coordinates still work.",
  range: {
    lat: (value: string) => `Latitude ${value} is outside −90 to 90.`,
    lon: (value: string) => `Longitude ${value} is outside −180 to 180.`,
  },
  minutes: (value: string) => `Minutes and seconds go up to 59.999; this has ${value}.`,
  refused: {
    half: "This is half a place: a latitude and a longitude are needed, as in 47.4, 8.5.",
    postcode: "Postcodes are not known here: type the town.",
    doubt: "This can be read in more than one way. Write it as 47.4, 8.5 or 47°24'N 8°30'E.",
    twice: "Both numbers are of the same direction: one north or south and one east or west are needed.",
    "letter O": "O means east in German and west in French or Spanish: please write E or W.",
    link: "This link has no coordinates. Open the map at your place and copy the link from there, or type a town.",
    "short link": "A shortened link has no coordinates. Open it, then copy the long link from the address bar.",
    "three words": "Three words can only be looked up by their service. Paste the coordinates that it shows.",
    "short code": "A short plus code depends on a town. Paste the full code (8FVC9G8F+6X) or the coordinates.",
  },
  here: "Where I am",
  locating: "Looking for where you are …",
  located: {
    denied: "The browser may not say where you are. Allow it for this page, or type a town.",
    unavailable: "Your device does not know where it is just now. Type a town or coordinates.",
    insecure: "Browsers say where you are only to pages with https. Type a town or coordinates.",
    late: "Your device took too long to find out where it is. Try again, or type a town.",
  },
  map: "Map",
  hideMap: "Hide map",
  mapLabel:
    "Map of the world. Arrow keys move it, plus and minus zoom, Enter chooses the place in the middle. A town or coordinates can also be typed above.",
  mapTools: { in: "Zoom in", out: "Zoom out", show: "Show the place", touch: "Move the map with one finger" },
  mapHint: "Click the map to choose a place. Ctrl and the wheel, or two fingers, zoom.",
  roofs: {
    title: "My roofs",
    about: "Kept in this browser alone, under names of your choice. The page opens on the last one.",
    unkept: "This browser does not keep them: save them as a file before you leave.",
    name: "Name of this roof",
    save: "Save this roof",
    replace: "Save it as it is now",
    saved: (name: string) => `“${name}” is saved in this browser.`,
    rename: "Rename",
    renameOf: (name: string) => `Rename ${name}`,
    newName: (name: string) => `New name of ${name}`,
    remove: "Delete",
    removeOf: (name: string) => `Delete ${name}`,
    removed: (name: string) => `“${name}” is deleted.`,
    undo: "Undo",
    export: "Save all as a file",
    import: "Load a file",
    taken: (count: number) => (count === 1 ? "One roof is loaded." : `${count} roofs are loaded.`),
    notTaken: "There are no roofs in this file.",
  },
  /** The colours of the land on the map. */
  colours: {
    label: "Colours of the map",
    plain: "None",
    yield: "Solar yield",
    light: "Sunlight",
    units: { yield: "kWh a year from each kWp", light: "kWh/m² a year on level ground" },
    below: (value: string) => `below ${value}`,
    above: (value: string) => `${value} and more`,
    here: {
      yield: (place: string, energy: string, percent: string) =>
        `${place}: about ${energy} kWh a year from each kWp. Eight of ten years lie within ±${percent} % of it.`,
      light: (place: string, energy: string, percent: string) =>
        `${place}: about ${energy} kWh/m² a year. At places of its kind eight of ten lie within ±${percent} % of it.`,
    },
    nothing: (place: string) => `${place}: the map has no value here.`,
    about: {
      yield:
        "For modules that face the equator, tilted by three quarters of the latitude and 3° more (45° at most), with usual losses, under an open horizon, in a typical year generated from the embedded climatology.",
      light:
        "From the embedded climatology: a mean of many years, over the ground's mean height within half a degree, without the shade of mountains.",
    },
    between: (rms: string, worst: string) =>
      `One value a degree: between the places whose year was computed the yield is off by ${rms} % (rms), at worst ${worst} %. The number of your roof is the better one.`,
    table: "The largest towns in numbers",
    columns: ["Town", "kWh per kWp", "%", "Light (kWh/m²)", "%"],
  },
  kilometres: (km: string) => `${km} km`,
  metres: (m: string) => `${m} m`,
  directions: { north: "N", south: "S", east: "E", west: "W" },
  altitude: "Altitude …",
  altitudeField: "Altitude (m)",
  altitudeHint: "It decides on temperature and clear sky. Empty: as the service knows it.",
  altitudeOf: {
    own: (m: string) => `${m} m above sea`,
    coarse: (m: string) => `about ${m} m above sea`,
    known: (m: string) => `${m} m above sea`,
    terrain: (m: string) => `${m} m above sea`,
  },
  altitudeFrom: {
    own: "The altitude is given: by hand, with the place or by the link.",
    town: "The altitude of the town, to ten metres (GeoNames).",
    coarse:
      "The service takes it from a coarse map, which can be hundreds of metres off in mountains: type yours if you know it.",
    known: "The service knows this place.",
    terrain: "The service takes it from terrain data.",
  },
  altitudeUnknown: "altitude not known",
  townLies: (town: string, m: string) => `The altitude is from a coarse map; ${town} lies at about ${m} m.`,
  useMetres: (m: string) => `Use ${m} m`,
  sources: "Sources of weather for this place",
  sourcesLoading: "Looking …",
  sourcesNone: "This server has no weather of this place for your key.",
  sourcesGone: (names: string) => `Currently not available: ${names}.`,
  atPlace: "at the place",
  away: (km: string) => `${km} km away`,
  offer: (kind: string, from: string, to: string, minutes: string) =>
    ` (${kind}): ${from} to ${to}, every ${minutes} min. `,
  cell: (lat: string, lon: string, away: string, licence: string) =>
    `Cell ${lat}, ${lon}, ${away}. Licence: ${licence}.`,
  credit: "Towns: GeoNames, CC BY 4.0.",
};
