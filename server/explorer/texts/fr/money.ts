/** Textes de la carte « Mon argent », chargés avec elle. */
import type { LaterTexts } from "../said.js";

export const money: LaterTexts["money"] = {
  title: "Mon argent : autoconsommation, économie, amortissement",
  house: "Consommation (kWh par an)",
  tariff: "Prix d’un kWh",
  cost: "Coût de l’installation",
  begin:
    "Avec la consommation de votre maison et le prix d’un kWh, la page dit ce qui reste dans la maison et ce que cela économise ; avec le coût, aussi quand il est amorti.",
  more: "Injection, batterie, fichier de votre compteur",
  feedIn: "Payé par kWh injecté",
  feedInHint: "Vide : rien n’est payé.",
  battery: "Batterie (kWh)",
  batteryHint: "Entre vide et pleine. Vide : aucune.",
  currency: "Monnaie",
  currencyHint: "Par exemple CHF, € ou £ : elle est écrite à côté des montants.",
  file: "La consommation de votre maison en fichier (CSV)",
  fileHint:
    "Une année d’un compteur, en heures ou quarts d’heure. Choisissez-le ou déposez-le ici : il est lu et calculé dans ce navigateur, et rien n’en est envoyé.",
  noFile: "Sans le fichier",
  ofFile: (name, kwh) =>
    `De ${name} : ${kwh} kWh par an. Il reste dans ce navigateur ; un lien vers cette page ne le contient pas. Avec des heures de la puissance du toit, l’autoconsommation paraît quelques points plus haute qu’elle n’est.`,
  noSeries: "Le service n’a donné aucune heure de la puissance du toit.",
  unreadable: "Ce fichier n’a pas pu être utilisé :",

  payback: (years) => `Amorti en ${years} ans`,
  between: (soon, late) =>
    `${soon} ans si le toit donne beaucoup (P10), ${late} s’il donne peu (P90) ; prix et consommation peuvent évoluer autrement.`,
  never: (years) => `Pas amorti en ${years} ans`,
  neverLow: (soon, years) => `${soon} ans si le toit donne beaucoup (P10) ; s’il donne peu (P90), pas en ${years}.`,
  gain: (gain) => `${gain} de plus par an`,
  gainBetween: (low, high) => `entre ${low} (P90) et ${high} (P10)`,
  parts: (saved, earned) => `${saved} que vous n’achetez pas, ${earned} pour ce que vous injectez.`,
  nothingEarned: (saved) =>
    `${saved} que vous n’achetez pas. Rien n’est compté pour ce que vous injectez : voir « Injection » ci-dessous.`,
  bill: (without, present) => `L’électricité d’une année coûte ${without} sans l’installation, ${present} avec elle.`,
  worth: (years, amount) => `Après ${years} ans, les gains dépassent le coût de ${amount}.`,
  loss: (years, amount) => `Après ${years} ans, les gains restent ${amount} sous le coût.`,
  askCost: "Avec le coût de l’installation, la page dit quand il est amorti.",
  askPrice: "Avec le prix d’un kWh, la page dit ce que cela économise.",
  shares: (own, self) =>
    `${own} de l’énergie du toit est consommée dans la maison ; elle couvre ${self} de ce que la maison consomme.`,
  months: "D’où vient l’électricité de la maison, et ce qui est injecté (kWh par mois)",
  fromRoof: "du toit",
  fromGrid: "du réseau",
  fedIn: "injecté",
  barOf: (month, name, kwh) => `${month}, ${name} : ${kwh} kWh`,
  asTable: "Les chiffres en tableau",
  month: "Mois",
  year: "Année",
  use: "Maison (kWh)",
  roof: "Du toit (kWh)",
  grid: "Du réseau (kWh)",
  feed: "Injecté (kWh)",
  selfHead: "Couvert (%)",
};
