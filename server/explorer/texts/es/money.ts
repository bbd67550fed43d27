/** Textos de la tarjeta «Mi dinero», que se cargan con ella. */
import type { LaterTexts } from "../said.js";

export const money: LaterTexts["money"] = {
  title: "Mi dinero: autoconsumo, ahorro, amortización",
  house: "Consumo (kWh al año)",
  tariff: "Precio de un kWh",
  cost: "Coste de la instalación",
  begin:
    "Con el consumo de su casa y el precio de un kWh la página dice qué queda en la casa y cuánto ahorra; con el coste, también cuándo se amortiza.",
  more: "Vertido, batería, el archivo de su contador",
  feedIn: "Pago por kWh vertido",
  feedInHint: "Vacío: no se paga nada.",
  battery: "Batería (kWh)",
  batteryHint: "Entre vacía y llena. Vacío: ninguna.",
  currency: "Moneda",
  currencyHint: "Por ejemplo CHF, € o £: va junto a los importes.",
  file: "El consumo de su casa como archivo (CSV)",
  fileHint:
    "Un año de un contador, en horas o cuartos de hora. Elíjalo o suéltelo aquí: se lee y calcula en este navegador, y no se envía nada.",
  noFile: "Sin el archivo",
  ofFile: (name, kwh) =>
    `De ${name}: ${kwh} kWh al año. Se queda en este navegador; un enlace a esta página no lo tiene. Con horas de la potencia del tejado el autoconsumo parece unos puntos mayor de lo que es.`,
  noSeries: "El servicio no dio horas de la potencia del tejado.",
  unreadable: "Este archivo no se pudo usar:",

  payback: (years) => `Amortizado en ${years} años`,
  between: (soon, late) =>
    `${soon} años si el tejado da mucho (P10), ${late} si da poco (P90); precios y consumo pueden ir de otro modo.`,
  never: (years) => `No se amortiza en ${years} años`,
  neverLow: (soon, years) => `${soon} años si el tejado da mucho (P10); si da poco (P90), no en ${years}.`,
  gain: (gain) => `${gain} más al año`,
  gainBetween: (low, high) => `entre ${low} (P90) y ${high} (P10)`,
  parts: (saved, earned) => `${saved} que no compra, ${earned} por lo que vierte.`,
  nothingEarned: (saved) => `${saved} que no compra. No se cuenta nada por lo que vierte: vea «Vertido» abajo.`,
  bill: (without, present) => `La electricidad de un año cuesta ${without} sin la instalación, ${present} con ella.`,
  worth: (years, amount) => `Tras ${years} años las ganancias superan el coste en ${amount}.`,
  loss: (years, amount) => `Tras ${years} años a las ganancias les faltan ${amount} para el coste.`,
  askCost: "Con el coste de la instalación la página dice cuándo se amortiza.",
  askPrice: "Con el precio de un kWh la página dice cuánto ahorra.",
  shares: (own, self) =>
    `El ${own} de la energía del tejado se usa en la casa; cubre el ${self} de lo que la casa consume.`,
  months: "De dónde viene la electricidad de la casa, y qué se vierte (kWh por mes)",
  fromRoof: "del tejado",
  fromGrid: "de la red",
  fedIn: "vertido",
  barOf: (month, name, kwh) => `${month}, ${name}: ${kwh} kWh`,
  asTable: "Las cifras en una tabla",
  month: "Mes",
  year: "Año",
  use: "Casa (kWh)",
  roof: "Del tejado (kWh)",
  grid: "De la red (kWh)",
  feed: "Vertido (kWh)",
  selfHead: "Cubierto (%)",
};
