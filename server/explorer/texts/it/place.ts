/** Il luogo, e il sole lì. */
import type { Texts } from "../said.js";

export const place: Texts["place"] = {
  label: "Luogo",
  start: "Greensboro, USA (un esempio)",
  startOf: (town) => `Un esempio per cominciare: ${town}, dal fuso orario del tuo browser. Scegli il tuo luogo.`,
  nameDropped: (name) =>
    `Il link chiama questo luogo «${name}», ma le sue coordinate sono altrove: il nome è lasciato fuori.`,
  ofAddress: "La pagina non conosce vie né numeri: scegli la città, poi il tuo tetto sulla mappa o per coordinate.",
  search: "Città o coordinate",
  searchHint: "Una città, coordinate o il link di una mappa",
  suggestions: "Suggerimenti",
  goTo: (place) => `Vai a ${place}`,
  found: (count) =>
    count === 1
      ? "Un suggerimento, si sceglie con Invio"
      : `${count} suggerimenti; le frecce scelgono, Invio ne prende uno`,
  near: (town) => `vicino a ${town}`,
  unknown: (text) =>
    `Qui non si conosce nessuna città «${text}». Prova con una più grande vicina, coordinate (47.4, 8.5 o 47°24'N 8°30'E) o il link di una mappa.`,
  unloaded: "Le città non si sono potute caricare. Le coordinate funzionano ancora.",
  range: {
    lat: (value) => `La latitudine ${value} è fuori da −90 a 90.`,
    lon: (value) => `La longitudine ${value} è fuori da −180 a 180.`,
  },
  minutes: (value) => `Minuti e secondi arrivano a 59,999; qui c’è ${value}.`,
  refused: {
    postcode: "La pagina non conosce codici postali: scrivi la città.",
    half: "È mezzo luogo: servono latitudine e longitudine, come 47.4, 8.5.",
    doubt: "Si può leggere in più di un modo. Scrivilo come 47.4, 8.5 o 47°24'N 8°30'E.",
    twice: "Entrambi i numeri sono della stessa direzione: servono un nord o sud e un est o ovest.",
    "letter O": "O è est in tedesco e ovest in francese o spagnolo: scrivi E o W.",
    link: "Questo link non ha coordinate. Apri la mappa sul tuo luogo e copia il link da lì, o scrivi una città.",
    "short link": "Un link abbreviato non ha coordinate. Aprilo, poi copia il link lungo dalla barra dell’indirizzo.",
    "three words": "Tre parole le può cercare solo il loro servizio. Incolla le coordinate che mostra.",
    "short code": "Un plus code corto dipende da una città. Incolla il codice intero (8FVC9G8F+6X) o le coordinate.",
  },
  here: "Dove sono",
  locating: "Si cerca dove sei …",
  located: {
    denied: "Il browser non può dire dove sei. Permettilo per questa pagina, o scrivi una città.",
    unavailable: "Il tuo dispositivo ora non sa dov’è. Scrivi una città o coordinate.",
    insecure: "I browser dicono dove sei solo a pagine con https. Scrivi una città o coordinate.",
    late: "Il tuo dispositivo ci ha messo troppo a capire dov’è. Riprova, o scrivi una città.",
  },
  map: "Mappa",
  hideMap: "Nascondi la mappa",
  mapLabel:
    "Mappa del mondo. Le frecce la muovono, più e meno ingrandiscono, Invio sceglie il luogo al centro. Si può anche scrivere sopra una città o coordinate.",
  mapTools: { in: "Ingrandisci", out: "Riduci", show: "Mostra il luogo", touch: "Muovi la mappa con un dito" },
  mapHint: "Fai clic sulla mappa per scegliere un luogo. Ctrl e la rotella, o due dita, ingrandiscono.",
  kilometres: (km) => `${km} km`,
  metres: (m) => `${m} m`,
  directions: { north: "N", south: "S", east: "E", west: "O" },
  altitude: "Quota …",
  altitudeField: "Quota (m)",
  altitudeHint: "Decide temperatura e cielo sereno. Vuoto: come la conosce il servizio.",
  altitudeOf: {
    own: (m) => `${m} m sul mare`,
    coarse: (m) => `circa ${m} m sul mare`,
    known: (m) => `${m} m sul mare`,
    terrain: (m) => `${m} m sul mare`,
  },
  altitudeFrom: {
    own: "La quota è data: a mano, con il luogo o dal link.",
    town: "La quota della città, a dieci metri (GeoNames).",
    coarse:
      "Il servizio la prende da una mappa grossolana, che in montagna può sbagliare di centinaia di metri: scrivi la tua se la sai.",
    known: "Il servizio conosce questo luogo.",
    terrain: "Il servizio la prende da dati di rilievo.",
  },
  altitudeUnknown: "quota non nota",
  townLies: (town, m) => `La quota è da una mappa grossolana; ${town} è a circa ${m} m.`,
  useMetres: (m) => `Usa ${m} m`,
  sources: "Fonti di meteo per questo luogo",
  sourcesLoading: "Si cerca …",
  sourcesNone: "Questo server non ha meteo di questo luogo per la tua chiave.",
  sourcesGone: (names) => `Ora non disponibile: ${names}.`,
  atPlace: "sul posto",
  away: (km) => `a ${km} km`,
  offer: (kind, from, to, minutes) => ` (${kind}): da ${from} a ${to}, ogni ${minutes} min. `,
  cell: (lat, lon, away, licence) => `Cella ${lat}, ${lon}, ${away}. Licenza: ${licence}.`,
  credit: "Città: GeoNames, CC BY 4.0.",
  roofs: {
    title: "I miei tetti",
    about: "Tenuti solo in questo browser, con i nomi che vuoi. La pagina si apre sull’ultimo.",
    unkept: "Questo browser non li tiene: salvali in un file prima di andare.",
    name: "Nome di questo tetto",
    save: "Salva questo tetto",
    replace: "Salvalo com’è ora",
    saved: (name) => `«${name}» è salvato in questo browser.`,
    rename: "Rinomina",
    renameOf: (name) => `Rinomina ${name}`,
    newName: (name) => `Nuovo nome di ${name}`,
    remove: "Cancella",
    removeOf: (name) => `Cancella ${name}`,
    removed: (name) => `«${name}» è cancellato.`,
    undo: "Annulla",
    export: "Salva tutti",
    import: "Carica un file",
    taken: (count) => (count === 1 ? "Un tetto è caricato." : `${count} tetti sono caricati.`),
    notTaken: "In questo file non ci sono tetti.",
  },
  colours: {
    label: "Colori della mappa",
    plain: "Nessuno",
    yield: "Produzione solare",
    light: "Radiazione",
    units: { yield: "kWh l’anno per kWp", light: "kWh/m² l’anno, orizzontale" },
    below: (value) => `sotto ${value}`,
    above: (value) => `${value} e più`,
    here: {
      yield: (place, energy, percent) =>
        `${place}: circa ${energy} kWh l’anno per kWp. Otto anni su dieci sono entro ±${percent} %.`,
      light: (place, energy, percent) =>
        `${place}: circa ${energy} kWh/m² l’anno. In luoghi di questo tipo otto su dieci sono entro ±${percent} %.`,
    },
    nothing: (place) => `${place}: la mappa non ha qui valore.`,
    about: {
      yield:
        "Per moduli verso l’equatore, inclinati di tre quarti della latitudine e 3° in più (45° al massimo), con perdite usuali, senza ostacoli all’orizzonte, in un anno tipico generato dalla climatologia incorporata.",
      light:
        "Dalla climatologia incorporata: una media di molti anni, alla quota media del terreno entro mezzo grado, senza l’ombra dei monti.",
    },
    between: (rms, worst) =>
      `Un valore per grado: tra i luoghi il cui anno è stato calcolato, la produzione si scosta del ${rms} % (rms), al peggio del ${worst} %. Il numero del tuo tetto è il migliore.`,
    table: "Le città più grandi in numeri",
    columns: ["Città", "kWh per kWp", "%", "Radiazione (kWh/m²)", "%"],
  },
};
