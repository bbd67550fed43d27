/** Testi della scheda «I miei soldi», caricati con essa. */
import type { LaterTexts } from "../said.js";

export const money: LaterTexts["money"] = {
  title: "I miei soldi: autoconsumo, risparmio, rientro",
  house: "Consumo (kWh l’anno)",
  tariff: "Prezzo di un kWh",
  cost: "Costo dell’impianto",
  begin:
    "Con il consumo della tua casa e il prezzo di un kWh la pagina dice che cosa resta in casa e quanto fa risparmiare; con il costo anche quando rientra.",
  more: "Immissione, batteria, il file del tuo contatore",
  feedIn: "Pagato per kWh immesso",
  feedInHint: "Vuoto: non si paga niente.",
  battery: "Batteria (kWh)",
  batteryHint: "Tra vuota e piena. Vuoto: nessuna.",
  currency: "Valuta",
  currencyHint: "Per esempio CHF, € o £: sta accanto agli importi.",
  file: "Il consumo della tua casa come file (CSV)",
  fileHint:
    "Un anno di un contatore, in ore o quarti d’ora. Sceglilo o lascialo qui: è letto e calcolato in questo browser, e non se ne invia niente.",
  noFile: "Senza il file",
  ofFile: (name, kwh) =>
    `Da ${name}: ${kwh} kWh l’anno. Resta in questo browser; un link a questa pagina non lo ha. Con le ore della potenza del tetto l’autoconsumo sembra di qualche punto più alto di quanto è.`,
  noSeries: "Il servizio non ha dato ore della potenza del tetto.",
  unreadable: "Questo file non si è potuto usare:",

  payback: (years) => `Rientra in ${years} anni`,
  between: (soon, late) =>
    `${soon} anni se il tetto dà molto (P10), ${late} se dà poco (P90); prezzi e consumo possono andare diversamente.`,
  never: (years) => `Non rientra in ${years} anni`,
  neverLow: (soon, years) => `${soon} anni se il tetto dà molto (P10); se dà poco (P90), non in ${years}.`,
  gain: (gain) => `${gain} in più l’anno`,
  gainBetween: (low, high) => `tra ${low} (P90) e ${high} (P10)`,
  parts: (saved, earned) => `${saved} che non compri, ${earned} per ciò che immetti.`,
  nothingEarned: (saved) =>
    `${saved} che non compri. Per ciò che immetti non si conta niente: vedi «Immissione» sotto.`,
  bill: (without, present) => `L’elettricità di un anno costa ${without} senza l’impianto, ${present} con esso.`,
  worth: (years, amount) => `Dopo ${years} anni i guadagni superano il costo di ${amount}.`,
  loss: (years, amount) => `Dopo ${years} anni ai guadagni mancano ${amount} per coprire il costo.`,
  askCost: "Con il costo dell’impianto la pagina dice quando rientra.",
  askPrice: "Con il prezzo di un kWh la pagina dice quanto fa risparmiare.",
  shares: (own, self) =>
    `Il ${own} dell’energia del tetto è usato in casa; copre il ${self} di ciò che la casa consuma.`,
  months: "Da dove viene l’elettricità della casa, e che cosa si immette (kWh al mese)",
  fromRoof: "dal tetto",
  fromGrid: "dalla rete",
  fedIn: "immesso",
  barOf: (month, name, kwh) => `${month}, ${name}: ${kwh} kWh`,
  asTable: "I numeri in una tabella",
  month: "Mese",
  year: "Anno",
  use: "Casa (kWh)",
  roof: "Dal tetto (kWh)",
  grid: "Dalla rete (kWh)",
  feed: "Immesso (kWh)",
  selfHead: "Coperto (%)",
};
