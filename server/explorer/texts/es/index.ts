import type { Clause } from "../../accuracy/nearest.js";
import { figure, percent, plain } from "../numbers.js";
import type { Texts } from "../said.js";
import { type Sentence, spoken } from "../spoken.js";
import { accuracy } from "./page.js";

/** Los textos en español, parte por parte. */
export * from "./page.js";
export * from "./place.js";
export * from "./report.js";
export * from "./roof.js";
export * from "./series.js";

/** Lo que se sabe del clima del lugar. */
function errorOf({ name, places, within80, monthly, kelvin, ofYield }: Clause): string {
  const kind = (accuracy.kinds as { readonly [name: string]: string })[name] ?? name;
  const year =
    places > 0
      ? `Ocho de cada diez lugares de su tipo (${kind}; ${places} juzgados) se desvían como mucho un ${within80} % en la radiación de un año.`
      : `Nadie ha juzgado lugares de su tipo (${kind}); se supone un ${within80} % para la radiación de un año.`;
  return `${year} Errores típicos: ${monthly} % del mes medio en la radiación de un mes, ${plain(kelvin)} K en su temperatura, ${ofYield} % en la producción de un año.`;
}

const SENTENCES: { readonly [code: string]: Sentence } = {
  climatology: (_, clause) => (clause ? `Un año típico, generado de la climatología mundial. ${errorOf(clause)}` : ""),
  source: (_, clause) => (clause ? `Generado del clima del lugar, ni registro ni previsión. ${errorOf(clause)}` : ""),
  "known-miss": ({ place, percent: off, km }) =>
    off === undefined || km === undefined
      ? ""
      : `Se sabe que la climatología mundial falla aquí: en ${place}, a ${figure(km)} km, su radiación era un ${figure(Math.abs(off))} % demasiado ${off > 0 ? "alta" : "baja"}.`,
  altitude: ({ altitude }) =>
    altitude === undefined
      ? ""
      : `La altitud de ${figure(altitude)} m es de un mapa grueso; en montaña puede fallar mucho.`,
  synthetic: () =>
    "Un año plausible, no un registro: sus horas y minutos no son de ninguna fecha. Lo que cambia la luz de un minuto a otro es exacto a un 30 %.",
  wind: ({ speed }) => (speed === undefined ? "" : `El tiempo no tiene viento: se suponen ${plain(speed)} m/s.`),
  snow: ({ percent: taken, points, coldest, least, most }) => {
    if (taken !== undefined && points !== undefined && coldest !== undefined)
      return `La nieve sobre los módulos cuenta con un ${figure(taken, 1)} % de la energía (±${figure(points, 1)} puntos), como cabe esperar con ${figure(coldest)} °C en el mes más frío: no se sabe cuánta nieva aquí. Quita menos en inviernos secos, más en montañas nevadas.`;
    if (taken !== undefined && points !== undefined)
      return `La nieve sobre los módulos quita un ${figure(taken, 1)} % de la energía, por la nieve del tiempo (Marion y otros 2013; ±${figure(points, 1)} puntos entre programas con este modelo).`;
    if (coldest === undefined || least === undefined || most === undefined) return "";
    const range = least > 0 ? `del ${least} al ${most} %` : `hasta el ${most} %`;
    return `El tiempo no tiene altura de nieve: la nieve sobre los módulos no está calculada. Con ${figure(coldest)} °C en el mes más frío quita ${range} de la producción de un año, más en módulos planos y en montañas nevadas.`;
  },
  azimuth: ({ tilt, azimuth, less, best }) =>
    tilt === undefined || azimuth === undefined || less === undefined || best === undefined
      ? ""
      : `La superficie con ${plain(tilt)}° de inclinación y acimut ${plain(azimuth)}° recibe un ${percent(less)} menos que una con acimut ${plain(best)}°: aquí se cuenta desde el norte (90 es el este, 180 el sur); en PVGIS 0 es el sur.`,
  "horizon-unknown": () =>
    "El servidor no tiene relieve para este lugar: se calcula con terreno llano, y las montañas pueden quitar luz.",
  mppt: ({ string, planes }) =>
    string === undefined
      ? "Cada superficie de un inversor común se calcula con su propio seguidor MPP: una cadena sobre dos superficies produce menos."
      : `Las superficies ${planes} son una cadena, «${string}»: todas tienen la menor corriente de ellas, salvo donde diodos dejan pasar más.`,
  missing: ({ share, columns }) => {
    if (share !== undefined) return `Falta el ${percent(share, 1)} de la luz (ponderado por la altura del sol).`;
    return columns === undefined ? "" : `Ninguna fuente tiene para este lugar y tiempo: ${columns}.`;
  },
  doubts: ({ share }) =>
    share === undefined
      ? ""
      : `El ${percent(share, 1)} de la luz es dudoso (sensor muerto, pegado o saturado): está en las sumas, pero cuenta como ausente para el año y para P10 a P90.`,
  annual: ({ months }) =>
    months === undefined
      ? ""
      : months < 12
        ? `El tiempo solo tiene ${months} de 12 meses: no hay producción anual.`
        : "A un mes le falta cada año más de una décima parte de su luz: no hay producción anual.",
  light: ({ share, irradiation }) =>
    share === undefined || irradiation === undefined
      ? ""
      : `El ${percent(share)} de la radiación del tiempo (${figure(irradiation)} kWh/m²) no está en las sumas: cae en horas sin los otros valores o sin sol, o es más de lo que da el sol. ¿Son correctos lugar y horas?`,
  doubtful: ({ losses }) =>
    losses === undefined ? "" : `Las pérdidas son ${plain(losses)} por ciento: ¿quería decir una parte de 1?`,
  quantiles: ({ table }) =>
    table === undefined
      ? ""
      : `Los márgenes vienen de los errores de previsiones pasadas (tabla ${table}): no conocen lo que a esta pasada le falta siempre en un sentido.`,
  "not-ended": ({ until }) =>
    until === undefined ? "" : "Un intervalo tiene su valor cuando ha acabado: los últimos aún faltan.",
};

export const service: Texts["service"] = spoken({
  sentences: SENTENCES,
  named: { ...accuracy.kinds, day: "día", month: "mes", year: "año" },
  phrases: {
    assumedClimate: "supuesto según el clima: $1 de la luz sobre el aire",
    scatter: "dispersión de $1 años, según t de Student",
    scatterOfNobody: "dispersión de $1 años generados",
    typicalYear: "un año típico: en la parte de la radiación",
    oneYear: "un año vale por todos",
    meanOfYears: "media de $1 años",
    pyranometer: "medido con un piranómetro, $1 con el 95 % $2",
    satellites: "de satélites: 3 a 6 % en estaciones",
    reanalysis: "de un reanálisis: 5 % (ERA5) y más en estaciones",
    typicalMean: "un año típico: 5 % para la media de muchos años $1",
    generatedAt: "generado de la climatología mundial: $1 en $2 lugares",
    unknownSource: "fuente desconocida: se supone 5 %, como para una media de muchos años $1",
    judgedPlaces: "climatología mundial, {$1}: $2 lugares juzgados",
    judgedNowhere: "climatología mundial, {$1}: ninguno juzgado, supuesto",
    farOff: "climatología mundial, que falla así en $1",
    generatedHours: "horas generadas, además de la radiación horizontal",
    wall: "3 % en una fachada, por el seno de la inclinación; 2 % en un seguidor",
    ratedPower: "potencia nominal $1",
    soilingSnow: "suciedad $1 %, nieve $2 %",
    soiling: "suciedad $1 %",
    besidePrograms: "junto a otros programas con el mismo tiempo",
    given: "dado",
    climatology: "climatología mundial",
    drawn: "tiempo generado de la climatología mundial",
    simulatedRun: "pasada simulada sobre tiempo generado",
    forecastErrors: "con errores como los de una previsión",
    monthlyValues: "un año generado de doce valores mensuales",
    typicalMapped: "un año típico puesto en estas fechas",
    repeated: "repetido por el día del año",
    sums: "Sumas por {$1}: radiación en Wh/m²; temperatura y altura de nieve son medias.",
    profile:
      "El consumo sigue el perfil H25 de BDEW, media de muchos hogares alemanes: uno solo es más irregular y usa menos de su propia energía.",
    stepsOfOwnUse: "En pasos de $1 minutos el autoconsumo parece mayor de lo que es.",
    heldLoad: "El consumo tiene pasos de $1 minutos, mantenidos en pasos de $2: faltan sus puntas.",
    otherCalendar:
      "El consumo del $1 al $2 está puesto en el calendario de otro año: sus días de la semana y su tiempo no son los de la producción.",
    hoursAllYear: "Las horas del día se cuentan todo el año a $1, sin horario de verano.",
    noWholeYear: "Falta un año entero de potencia y consumo: los importes no están calculados.",
    aboveLimit: "Falta la potencia sobre el límite de vertido dentro de un paso: se recorta más de lo indicado.",
    limitBehindHouse:
      "Para el autoconsumo el límite de vertido está tras la casa; la producción de arriba lo tiene delante, como si nadie consumiera.",
    idleBattery: "La batería no participa: falta el consumo de la casa.",
    resampled: "pasado de intervalos de $1 s a $2 s",
  },
  kinds: {
    measured: "medido",
    satellite: "satélite",
    reanalysis: "reanálisis",
    forecast: "previsión",
    typical: "año típico",
    synthetic: "generado",
  },
  licence: (name) => `Licencia: ${name}.`,
});
