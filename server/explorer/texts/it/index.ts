import type { Clause } from "../../accuracy/nearest.js";
import { figure, percent, plain } from "../numbers.js";
import type { Texts } from "../said.js";
import { type Sentence, spoken } from "../spoken.js";
import { accuracy } from "./page.js";

/** I testi in italiano, parte per parte. */
export * from "./page.js";
export * from "./place.js";
export * from "./report.js";
export * from "./roof.js";
export * from "./series.js";

/** Che cosa si sa del clima del luogo. */
function errorOf({ name, places, within80, monthly, kelvin, ofYield }: Clause): string {
  const kind = (accuracy.kinds as { readonly [name: string]: string })[name] ?? name;
  const year =
    places > 0
      ? `Otto luoghi su dieci del suo tipo (${kind}; ${places} giudicati) si discostano al più del ${within80} % nella radiazione di un anno.`
      : `Nessuno ha giudicato luoghi del suo tipo (${kind}); si suppone il ${within80} % per la radiazione di un anno.`;
  return `${year} Errori tipici: ${monthly} % del mese medio nella radiazione di un mese, ${plain(kelvin)} K nella sua temperatura, ${ofYield} % nella produzione di un anno.`;
}

const SENTENCES: { readonly [code: string]: Sentence } = {
  climatology: (_, clause) =>
    clause ? `Un anno tipico, generato dalla climatologia mondiale. ${errorOf(clause)}` : "",
  source: (_, clause) =>
    clause ? `Generato dal clima del luogo, né registrazione né previsione. ${errorOf(clause)}` : "",
  "known-miss": ({ place, percent: off, km }) =>
    off === undefined || km === undefined
      ? ""
      : `Si sa che la climatologia mondiale qui sbaglia: a ${place}, a ${figure(km)} km, la sua radiazione era del ${figure(Math.abs(off))} % troppo ${off > 0 ? "alta" : "bassa"}.`,
  altitude: ({ altitude }) =>
    altitude === undefined
      ? ""
      : `La quota di ${figure(altitude)} m viene da una mappa grossolana; in montagna può sbagliare di molto.`,
  synthetic: () =>
    "Un anno plausibile, non una registrazione: le sue ore e i suoi minuti non sono di nessuna data. Quanto cambia la luce da un minuto all’altro è esatto al 30 %.",
  wind: ({ speed }) => (speed === undefined ? "" : `Il meteo non ha vento: si suppongono ${plain(speed)} m/s.`),
  snow: ({ percent: taken, points, coldest, least, most }) => {
    if (taken !== undefined && points !== undefined && coldest !== undefined)
      return `La neve sui moduli conta per il ${figure(taken, 1)} % dell’energia (±${figure(points, 1)} punti), come ci si aspetta con ${figure(coldest)} °C nel mese più freddo: non si sa quanto nevichi qui. Toglie meno in inverni asciutti, di più in montagne nevose.`;
    if (taken !== undefined && points !== undefined)
      return `La neve sui moduli toglie il ${figure(taken, 1)} % dell’energia, secondo la neve del meteo (Marion e altri 2013; ±${figure(points, 1)} punti tra programmi con questo modello).`;
    if (coldest === undefined || least === undefined || most === undefined) return "";
    const range = least > 0 ? `dal ${least} al ${most} %` : `fino al ${most} %`;
    return `Il meteo non ha altezza della neve: la neve sui moduli non è calcolata. Con ${figure(coldest)} °C nel mese più freddo toglie ${range} della produzione di un anno, di più su moduli piani e in montagne nevose.`;
  },
  azimuth: ({ tilt, azimuth, less, best }) =>
    tilt === undefined || azimuth === undefined || less === undefined || best === undefined
      ? ""
      : `La superficie con ${plain(tilt)}° di inclinazione e azimut ${plain(azimuth)}° riceve il ${percent(less)} in meno di una con azimut ${plain(best)}°: qui si conta da nord (90 è est, 180 sud); in PVGIS 0 è sud.`,
  "horizon-unknown": () =>
    "Il server non ha rilievo per questo luogo: si calcola con terreno piano, e le montagne possono toglierne luce.",
  mppt: ({ string, planes }) =>
    string === undefined
      ? "Ogni falda di un inverter comune è calcolata con il proprio inseguitore MPP: una stringa su due falde produce meno."
      : `Le falde ${planes} sono una stringa, «${string}»: tutte hanno la corrente più piccola tra loro, salvo dove i diodi ne lasciano passare di più.`,
  missing: ({ share, columns }) => {
    if (share !== undefined) return `Manca il ${percent(share, 1)} della luce (pesato con l’altezza del sole).`;
    return columns === undefined ? "" : `Nessuna fonte ha per questo luogo e tempo: ${columns}.`;
  },
  doubts: ({ share }) =>
    share === undefined
      ? ""
      : `Il ${percent(share, 1)} della luce è dubbio (sensore morto, bloccato o saturo): è nelle somme, ma conta come mancante per l’anno e per P10–P90.`,
  annual: ({ months }) =>
    months === undefined
      ? ""
      : months < 12
        ? `Il meteo ha solo ${months} di 12 mesi: non c’è produzione annua.`
        : "A un mese manca ogni anno più di un decimo della sua luce: non c’è produzione annua.",
  light: ({ share, irradiation }) =>
    share === undefined || irradiation === undefined
      ? ""
      : `Il ${percent(share)} della radiazione del meteo (${figure(irradiation)} kWh/m²) non è nelle somme: cade in ore senza gli altri valori o senza sole, o è più di quanto dia il sole. Luogo e orari sono giusti?`,
  doubtful: ({ losses }) =>
    losses === undefined ? "" : `Le perdite sono ${plain(losses)} per cento: intendevi una quota di 1?`,
  quantiles: ({ table }) =>
    table === undefined
      ? ""
      : `Gli intervalli vengono dagli errori di previsioni passate (tabella ${table}): non conoscono ciò che a questa corsa manca sempre in un verso.`,
  "not-ended": ({ until }) =>
    until === undefined ? "" : "Un intervallo ha il suo valore quando è finito: gli ultimi mancano ancora.",
};

export const service: Texts["service"] = spoken({
  sentences: SENTENCES,
  named: { ...accuracy.kinds, day: "giorno", month: "mese", year: "anno" },
  phrases: {
    assumedClimate: "supposto secondo il clima: $1 della luce sopra l’aria",
    scatter: "dispersione di $1 anni, secondo t di Student",
    scatterOfNobody: "dispersione di $1 anni generati",
    typicalYear: "un anno tipico: nella quota della radiazione",
    oneYear: "un anno sta per tutti",
    meanOfYears: "media di $1 anni",
    pyranometer: "misurato con un piranometro, $1 al 95 % $2",
    satellites: "da satelliti: dal 3 al 6 % nelle stazioni",
    reanalysis: "da una rianalisi: 5 % (ERA5) e più nelle stazioni",
    typicalMean: "un anno tipico: 5 % per la media di molti anni $1",
    generatedAt: "generato dalla climatologia mondiale: $1 in $2 luoghi",
    unknownSource: "fonte ignota: si suppone 5 %, come per una media di molti anni $1",
    judgedPlaces: "climatologia mondiale, {$1}: $2 luoghi giudicati",
    judgedNowhere: "climatologia mondiale, {$1}: nessuno giudicato, supposto",
    farOff: "climatologia mondiale, che sbaglia così a $1",
    generatedHours: "ore generate, oltre alla radiazione orizzontale",
    wall: "3 % su una facciata, secondo il seno dell’inclinazione; 2 % su un inseguitore",
    ratedPower: "potenza nominale $1",
    soilingSnow: "sporco $1 %, neve $2 %",
    soiling: "sporco $1 %",
    besidePrograms: "accanto ad altri programmi con lo stesso meteo",
    given: "dato",
    climatology: "climatologia mondiale",
    drawn: "meteo generato dalla climatologia mondiale",
    simulatedRun: "corsa simulata su meteo generato",
    forecastErrors: "con errori come quelli di una previsione",
    monthlyValues: "un anno generato da dodici valori mensili",
    typicalMapped: "un anno tipico messo in queste date",
    repeated: "ripetuto secondo il giorno dell’anno",
    sums: "Somme per {$1}: radiazione in Wh/m²; temperatura e altezza della neve sono medie.",
    profile:
      "Il consumo segue il profilo H25 di BDEW, media di molte famiglie tedesche: una sola è più irregolare e usa meno della propria energia.",
    stepsOfOwnUse: "In passi di $1 minuti l’autoconsumo sembra più alto di quanto è.",
    heldLoad: "Il consumo ha passi di $1 minuti, tenuti su passi di $2: mancano le sue punte.",
    otherCalendar:
      "Il consumo dal $1 al $2 è messo sul calendario di un altro anno: i suoi giorni della settimana e il suo meteo non sono quelli della produzione.",
    hoursAllYear: "Le ore del giorno sono contate tutto l’anno a $1, senza ora legale.",
    noWholeYear: "Manca un anno intero di potenza e consumo: gli importi non sono calcolati.",
    aboveLimit: "Manca la potenza oltre il limite d’immissione entro un passo: si taglia più di quanto indicato.",
    limitBehindHouse:
      "Per l’autoconsumo il limite d’immissione è dietro la casa; la produzione qui sopra l’ha davanti, come se nessuno consumasse.",
    idleBattery: "La batteria non partecipa: manca il consumo della casa.",
    resampled: "portato da intervalli di $1 s a $2 s",
  },
  kinds: {
    measured: "misurato",
    satellite: "satellite",
    reanalysis: "rianalisi",
    forecast: "previsione",
    typical: "anno tipico",
    synthetic: "generato",
  },
  licence: (name) => `Licenza: ${name}.`,
});
