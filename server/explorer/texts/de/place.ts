/** Wo, und die Sonne dort. */
import type { Texts } from "../said.js";

/** Wo: das Suchfeld, die Höhe und die Karte. */
export const place: Texts["place"] = {
  label: "Ort",
  start: "Greensboro, USA (ein Beispiel)",
  startOf: (town) =>
    `Ein Beispiel für den Anfang: ${town}, nach der Zeitzone Ihres Browsers. Wählen Sie Ihren eigenen Ort.`,
  nameDropped: (name) =>
    `Der Link nennt diesen Ort „${name}“, seine Koordinaten liegen aber anderswo: Der Name ist weggelassen.`,
  ofAddress:
    "Straßen, Hausnummern und Postleitzahlen sind hier nicht bekannt: Wählen Sie den Ort, und dann Ihr Dach auf der Karte oder über Koordinaten.",
  search: "Ort oder Koordinaten",
  searchHint: "Ein Ort, Koordinaten oder ein Kartenlink",
  suggestions: "Vorschläge",
  goTo: (place) => `Gehe zu ${place}`,
  found: (count) =>
    count === 1
      ? "Ein Vorschlag, Eingabetaste übernimmt ihn"
      : `${count} Vorschläge; Pfeiltasten wählen, Eingabetaste übernimmt`,
  near: (town) => `bei ${town}`,
  unknown: (text) =>
    `Ein Ort namens „${text}“ ist hier nicht bekannt. Versuchen Sie einen größeren Ort in der Nähe, Koordinaten (47,4; 8,5 oder 47°24'N 8°30'O) oder einen Kartenlink.`,
  unloaded: "Die Orte ließen sich nicht laden. Koordinaten gehen trotzdem.",
  range: {
    lat: (value) => `Die Breite ${value} liegt außerhalb von −90 bis 90.`,
    lon: (value) => `Die Länge ${value} liegt außerhalb von −180 bis 180.`,
  },
  minutes: (value) => `Minuten und Sekunden gehen bis 59,999; hier steht ${value}.`,
  refused: {
    half: "Das ist nur ein halber Ort: Nötig sind Breite und Länge, etwa 47,4; 8,5.",
    postcode: "Postleitzahlen sind hier nicht bekannt: Geben Sie den Ort ein.",
    doubt: "Das lässt sich verschieden lesen. Schreiben Sie 47,4; 8,5 oder 47°24'N 8°30'O.",
    twice: "Beide Zahlen haben dieselbe Richtung: Nötig sind einmal Nord oder Süd und einmal Ost oder West.",
    "letter O": "O heißt im Deutschen Ost, im Französischen oder Spanischen West: Bitte schreiben Sie E oder W.",
    link: "Dieser Link enthält keine Koordinaten. Öffnen Sie die Karte an Ihrem Ort und kopieren Sie den Link dort, oder geben Sie einen Ort ein.",
    "short link":
      "Ein gekürzter Link enthält keine Koordinaten. Öffnen Sie ihn und kopieren Sie den langen Link aus der Adresszeile.",
    "three words": "Drei Wörter kann nur deren Dienst auflösen. Fügen Sie die Koordinaten ein, die er anzeigt.",
    "short code":
      "Ein kurzer Plus Code braucht einen Ort dazu. Fügen Sie den vollständigen Code (8FVC9G8F+6X) oder die Koordinaten ein.",
  },
  here: "Mein Standort",
  locating: "Ihr Standort wird gesucht …",
  located: {
    denied:
      "Der Browser darf Ihren Standort nicht nennen. Erlauben Sie es für diese Seite, oder geben Sie einen Ort ein.",
    unavailable: "Ihr Gerät kennt seinen Standort gerade nicht. Geben Sie einen Ort oder Koordinaten ein.",
    insecure: "Browser nennen den Standort nur Seiten mit https. Geben Sie einen Ort oder Koordinaten ein.",
    late: "Ihr Gerät hat seinen Standort nicht rechtzeitig gefunden. Versuchen Sie es erneut, oder geben Sie einen Ort ein.",
  },
  map: "Karte",
  hideMap: "Karte ausblenden",
  mapLabel:
    "Weltkarte. Pfeiltasten verschieben sie, Plus und Minus zoomen, die Eingabetaste wählt den Ort in der Mitte. Ein Ort oder Koordinaten lassen sich auch oben eingeben.",
  mapTools: { in: "Vergrößern", out: "Verkleinern", show: "Ort zeigen", touch: "Karte mit einem Finger verschieben" },
  mapHint: "Ein Klick auf die Karte wählt den Ort. Strg und Mausrad oder zwei Finger zoomen.",
  roofs: {
    title: "Meine Dächer",
    about: "Nur in diesem Browser gespeichert, unter Namen Ihrer Wahl. Die Seite öffnet sich beim letzten.",
    unkept: "Dieser Browser behält sie nicht: Speichern Sie sie als Datei, bevor Sie gehen.",
    name: "Name dieses Dachs",
    save: "Dieses Dach speichern",
    replace: "So wie jetzt speichern",
    saved: (name) => `„${name}“ ist in diesem Browser gespeichert.`,
    rename: "Umbenennen",
    renameOf: (name) => `${name} umbenennen`,
    newName: (name) => `Neuer Name für ${name}`,
    remove: "Löschen",
    removeOf: (name) => `${name} löschen`,
    removed: (name) => `„${name}“ ist gelöscht.`,
    undo: "Rückgängig",
    export: "Alle als Datei speichern",
    import: "Datei laden",
    taken: (count) => (count === 1 ? "Ein Dach ist geladen." : `${count} Dächer sind geladen.`),
    notTaken: "In dieser Datei sind keine Dächer.",
  },
  colours: {
    label: "Farben der Karte",
    plain: "Keine",
    yield: "Solarertrag",
    light: "Einstrahlung",
    units: { yield: "kWh im Jahr je kWp", light: "kWh/m² im Jahr, horizontal" },
    below: (value) => `unter ${value}`,
    above: (value) => `ab ${value}`,
    here: {
      yield: (place, energy, percent) =>
        `${place}: rund ${energy} kWh im Jahr je kWp. Acht von zehn Jahren liegen im Bereich von ±${percent} %.`,
      light: (place, energy, percent) =>
        `${place}: rund ${energy} kWh/m² im Jahr. Von Orten dieser Art liegen acht von zehn im Bereich von ±${percent} %.`,
    },
    nothing: (place) => `${place}: Die Karte hat hier keinen Wert.`,
    about: {
      yield:
        "Für Module, die zum Äquator zeigen, geneigt um drei Viertel der geografischen Breite und 3° mehr (höchstens 45°), mit üblichen Verlusten, bei freiem Horizont, in einem typischen Jahr, das aus der eingebauten Klimatologie erzeugt ist.",
      light:
        "Aus der eingebauten Klimatologie: ein Mittel vieler Jahre, für die mittlere Höhe des Geländes im Umkreis, ohne den Schatten der Berge.",
    },
    between: (rms, worst) =>
      `Ein Wert je Grad: Zwischen den Orten, deren Jahr gerechnet wurde, weicht der Ertrag um ${rms} % ab (quadratisches Mittel), höchstens um ${worst} %. Genauer ist die Zahl für Ihr Dach.`,
    table: "Die größten Städte in Zahlen",
    columns: ["Stadt", "kWh je kWp", "%", "Einstrahlung (kWh/m²)", "%"],
  },
  kilometres: (km) => `${km} km`,
  metres: (m) => `${m} m`,
  directions: { north: "N", south: "S", east: "O", west: "W" },
  altitude: "Höhe …",
  altitudeField: "Höhe (m)",
  altitudeHint: "Sie bestimmt Temperatur und klaren Himmel. Leer: wie der Dienst sie kennt.",
  altitudeOf: {
    own: (m) => `${m} m ü. M.`,
    coarse: (m) => `etwa ${m} m ü. M.`,
    known: (m) => `${m} m ü. M.`,
    terrain: (m) => `${m} m ü. M.`,
  },
  altitudeFrom: {
    own: "Die Höhe ist angegeben: von Hand, mit dem Ort oder durch den Link.",
    town: "Höhe des Ortes, auf zehn Meter (GeoNames).",
    coarse:
      "Der Dienst nimmt sie aus einer groben Karte, die im Gebirge um Hunderte Meter danebenliegen kann: Geben Sie Ihre ein, wenn Sie sie kennen.",
    known: "Der Dienst kennt diesen Ort.",
    terrain: "Der Dienst nimmt sie aus Geländedaten.",
  },
  altitudeUnknown: "Höhe unbekannt",
  townLies: (town, m) => `Die Höhe stammt aus einer groben Karte; ${town} liegt auf etwa ${m} m.`,
  useMetres: (m) => `${m} m übernehmen`,
  sources: "Wetterquellen für diesen Ort",
  sourcesLoading: "Wird nachgesehen …",
  sourcesNone: "Für diesen Ort hat dieser Server mit Ihrem Schlüssel kein Wetter.",
  sourcesGone: (names) => `Zurzeit nicht verfügbar: ${names}.`,
  atPlace: "am Ort",
  away: (km) => `${km} km entfernt`,
  offer: (kind, from, to, minutes) => ` (${kind}): ${from} bis ${to}, alle ${minutes} min. `,
  cell: (lat, lon, away, licence) => `Zelle ${lat}, ${lon}, ${away}. Lizenz: ${licence}.`,
  credit: "Orte: GeoNames, CC BY 4.0.",
};
