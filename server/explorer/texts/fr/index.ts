import type { Clause } from "../../accuracy/nearest.js";
import { figure, percent, plain } from "../numbers.js";
import type { Texts } from "../said.js";
import { type Sentence, spoken } from "../spoken.js";
import { accuracy } from "./page.js";

/** Les textes en français, partie par partie. */
export * from "./page.js";
export * from "./place.js";
export * from "./report.js";
export * from "./roof.js";
export * from "./series.js";

/** Ce que l’on sait du climat du lieu. */
function errorOf({ name, places, within80, monthly, kelvin, ofYield }: Clause): string {
  const kind = (accuracy.kinds as { readonly [name: string]: string })[name] ?? name;
  const year =
    places > 0
      ? `Huit lieux sur dix de ce genre (${kind} ; ${places} jugés) sont à ${within80} % près pour l’ensoleillement d’une année.`
      : `Personne n’a jugé de lieu de ce genre (${kind}) ; on suppose ${within80} % pour l’ensoleillement d’une année.`;
  return `${year} Erreurs typiques : ${monthly} % du mois moyen pour l’ensoleillement d’un mois, ${plain(kelvin)} K pour sa température, ${ofYield} % pour la production d’une année.`;
}

const SENTENCES: { readonly [code: string]: Sentence } = {
  climatology: (_, clause) =>
    clause ? `Une année type, générée d’après la climatologie mondiale. ${errorOf(clause)}` : "",
  source: (_, clause) => (clause ? `Généré d’après le climat du lieu, ni relevé ni prévision. ${errorOf(clause)}` : ""),
  "known-miss": ({ place, percent: off, km }) =>
    off === undefined || km === undefined
      ? ""
      : `La climatologie mondiale se trompe ici, on le sait : à ${place}, à ${figure(km)} km, son ensoleillement était ${figure(Math.abs(off))} % trop ${off > 0 ? "haut" : "bas"}.`,
  altitude: ({ altitude }) =>
    altitude === undefined
      ? ""
      : `L’altitude de ${figure(altitude)} m vient d’une carte grossière ; en montagne elle peut être très fausse.`,
  synthetic: () =>
    "Une année plausible, pas un relevé : ses heures et minutes ne sont d’aucune date. La variation de la lumière d’une minute à l’autre est exacte à 30 % près.",
  wind: ({ speed }) => (speed === undefined ? "" : `La météo n’a pas de vent : on suppose ${plain(speed)} m/s.`),
  snow: ({ percent: taken, points, coldest, least, most }) => {
    if (taken !== undefined && points !== undefined && coldest !== undefined)
      return `La neige sur les modules compte pour ${figure(taken, 1)} % de l’énergie (±${figure(points, 1)} points), comme on l’attend à ${figure(coldest)} °C au mois le plus froid : on ne sait pas combien il neige ici. Elle prend moins par hiver sec, plus dans des montagnes enneigées.`;
    if (taken !== undefined && points !== undefined)
      return `La neige sur les modules prend ${figure(taken, 1)} % de l’énergie, d’après la neige de la météo (Marion et al. 2013 ; ±${figure(points, 1)} points entre programmes de ce modèle).`;
    if (coldest === undefined || least === undefined || most === undefined) return "";
    const range = least > 0 ? `${least} à ${most} %` : `jusqu’à ${most} %`;
    return `La météo n’a pas de hauteur de neige : la neige sur les modules n’est pas calculée. À ${figure(coldest)} °C au mois le plus froid, elle prend ${range} de la production d’une année, plus sur des modules plats et dans des montagnes enneigées.`;
  },
  azimuth: ({ tilt, azimuth, less, best }) =>
    tilt === undefined || azimuth === undefined || less === undefined || best === undefined
      ? ""
      : `La surface inclinée de ${plain(tilt)}° et d’azimut ${plain(azimuth)}° reçoit ${percent(less)} de moins qu’une d’azimut ${plain(best)}° : on compte ici depuis le nord (90 est l’est, 180 le sud) ; chez PVGIS, 0 est le sud.`,
  "horizon-unknown": () =>
    "Le serveur n’a pas de relief pour ce lieu : le calcul suppose un terrain plat, et des montagnes peuvent en prendre la lumière.",
  mppt: ({ string, planes }) =>
    string === undefined
      ? "Chaque pan d’un onduleur commun est calculé avec son propre suivi MPP : une chaîne sur deux pans produit moins."
      : `Les pans ${planes} sont une chaîne, « ${string} » : tous ont le plus petit courant d’entre eux, sauf là où des diodes en laissent passer davantage.`,
  missing: ({ share, columns }) => {
    if (share !== undefined) return `${percent(share, 1)} de la lumière manquent (pondéré par la hauteur du soleil).`;
    return columns === undefined ? "" : `Aucune source n’a pour ce lieu et ce temps : ${columns}.`;
  },
  doubts: ({ share }) =>
    share === undefined
      ? ""
      : `${percent(share, 1)} de la lumière sont douteux (capteur mort, bloqué ou saturé) : ils sont dans les sommes, mais comptent comme manquants pour l’année et pour P10 à P90.`,
  annual: ({ months }) =>
    months === undefined
      ? ""
      : months < 12
        ? `La météo n’a que ${months} mois sur 12 : il n’y a pas de production annuelle.`
        : "À un mois il manque chaque année plus d’un dixième de sa lumière : il n’y a pas de production annuelle.",
  light: ({ share, irradiation }) =>
    share === undefined || irradiation === undefined
      ? ""
      : `${percent(share)} de l’ensoleillement de la météo (${figure(irradiation)} kWh/m²) ne sont pas dans les sommes : ils tombent à des heures sans les autres valeurs ou sans soleil, ou dépassent ce que donne le soleil. Lieu et heures sont-ils justes ?`,
  doubtful: ({ losses }) =>
    losses === undefined ? "" : `Les pertes sont de ${plain(losses)} pour cent : vouliez-vous dire une part de 1 ?`,
  quantiles: ({ table }) =>
    table === undefined
      ? ""
      : `Les fourchettes viennent des erreurs de prévisions passées (table ${table}) : elles ne connaissent pas ce dont ce calcul se trompe toujours dans le même sens.`,
  "not-ended": ({ until }) =>
    until === undefined ? "" : "Un intervalle n’a sa valeur que lorsqu’il est fini : les derniers manquent encore.",
};

export const service: Texts["service"] = spoken({
  sentences: SENTENCES,
  named: { ...accuracy.kinds, day: "jour", month: "mois", year: "an" },
  phrases: {
    assumedClimate: "supposé d’après le climat : $1 de la lumière au-dessus de l’air",
    scatter: "dispersion de $1 années, selon t de Student",
    scatterOfNobody: "dispersion de $1 années générées",
    typicalYear: "une année type : dans la part de l’ensoleillement",
    oneYear: "une année tient lieu de toutes",
    meanOfYears: "moyenne de $1 années",
    pyranometer: "mesuré par un pyranomètre, $1 à 95 % $2",
    satellites: "de satellites : 3 à 6 % aux stations",
    reanalysis: "d’une réanalyse : 5 % (ERA5) et plus aux stations",
    typicalMean: "une année type : 5 % pour la moyenne de longue durée $1",
    generatedAt: "généré d’après la climatologie mondiale : $1 à $2 lieux",
    unknownSource: "source inconnue : 5 % supposés, comme pour une moyenne de longue durée $1",
    judgedPlaces: "climatologie mondiale, {$1} : $2 lieux jugés",
    judgedNowhere: "climatologie mondiale, {$1} : jugé nulle part, supposé",
    farOff: "climatologie mondiale, fausse d’autant à $1, on le sait",
    generatedHours: "heures générées, en plus de l’ensoleillement horizontal",
    wall: "3 % pour une façade, selon le sinus de l’inclinaison ; 2 % pour un suiveur",
    ratedPower: "puissance nominale $1",
    soilingSnow: "salissure $1 %, neige $2 %",
    soiling: "salissure $1 %",
    besidePrograms: "à côté d’autres programmes avec la même météo",
    given: "donné",
    climatology: "climatologie mondiale",
    drawn: "météo générée d’après la climatologie mondiale",
    simulatedRun: "calcul simulé sur une météo générée",
    forecastErrors: "avec des erreurs comme celles d’une prévision",
    monthlyValues: "une année générée de douze valeurs mensuelles",
    typicalMapped: "une année type mise à ces dates",
    repeated: "répété selon le jour de l’année",
    sums: "Sommes par {$1} : ensoleillement en Wh/m² ; température et hauteur de neige sont des moyennes.",
    profile:
      "La consommation suit le profil H25 du BDEW, moyenne de nombreux ménages allemands : un seul est moins régulier et consomme moins de son propre courant.",
    stepsOfOwnUse: "Par pas de $1 minutes, l’autoconsommation paraît plus haute qu’elle n’est.",
    heldLoad: "La consommation a des pas de $1 minutes, tenus sur des pas de $2 : ses pointes y manquent.",
    otherCalendar:
      "La consommation du $1 au $2 est mise sur le calendrier d’une autre année : ses jours de semaine et sa météo ne sont pas ceux de la production.",
    hoursAllYear: "Les heures du jour sont comptées toute l’année à $1, sans heure d’été.",
    noWholeYear: "Il manque une année entière de puissance et de consommation : les montants ne sont pas calculés.",
    aboveLimit: "La puissance au-dessus de la limite d’injection au sein d’un pas manque : on écrête plus qu’indiqué.",
    limitBehindHouse:
      "Pour l’autoconsommation, la limite d’injection est derrière la maison ; la production ci-dessus l’a devant, comme si personne ne consommait.",
    idleBattery: "La batterie n’y est pour rien : la consommation de la maison manque.",
    resampled: "ramené d’intervalles de $1 s à $2 s",
  },
  kinds: {
    measured: "mesuré",
    satellite: "satellite",
    reanalysis: "réanalyse",
    forecast: "prévision",
    typical: "année type",
    synthetic: "généré",
  },
  licence: (name) => `Licence : ${name}.`,
});
