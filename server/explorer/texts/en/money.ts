/** Texts of the card “My money”, which are loaded with it. */

export const money = {
  title: "My money: own use, saving, payback",
  house: "Power used (kWh a year)",
  tariff: "Price of a kWh",
  cost: "Cost of the system",
  begin:
    "With the power that your house uses and the price of a kWh the page says what stays in the house and what that saves; with the cost also when it is paid back.",
  more: "Feed-in, battery, the file of your meter",
  feedIn: "Paid for a kWh fed in",
  feedInHint: "Empty: nothing is paid.",
  battery: "Battery (kWh)",
  batteryHint: "Between empty and full. Empty: none.",
  currency: "Currency",
  currencyHint: "Such as CHF, € or £: it is written after each amount.",
  file: "The power of your house as a file (CSV)",
  fileHint:
    "A year of a meter, in hours or quarters of an hour. Choose it or drop it here: it is read and computed in this browser, and nothing of it is sent.",
  noFile: "Without the file",
  ofFile: (name: string, kwh: string) =>
    `From ${name}: ${kwh} kWh a year. It stays in this browser; a link to this page does not have it. With hours of the roof’s power own use looks some points higher than it is.`,
  noSeries: "The service gave no hours of the roof’s power.",
  unreadable: "This file could not be used:",

  payback: (years: string) => `Paid back after ${years} years`,
  between: (soon: string, late: string) =>
    `${soon} years if the roof brings much (P10), ${late} if it brings little (P90); prices and consumption may come otherwise.`,
  never: (years: string) => `Not paid back within ${years} years`,
  neverLow: (soon: string, years: string) =>
    `${soon} years if the roof brings much (P10); if it brings little (P90), not within ${years}.`,
  gain: (gain: string) => `${gain} more a year`,
  gainBetween: (low: string, high: string) => `between ${low} (P90) and ${high} (P10)`,
  parts: (saved: string, earned: string) => `${saved} that you do not buy, ${earned} for what you feed in.`,
  nothingEarned: (saved: string) =>
    `${saved} that you do not buy. Nothing is counted for what you feed in: see “Feed-in” below.`,
  bill: (without: string, present: string) =>
    `The power of a year costs ${without} without the system, ${present} with it.`,
  worth: (years: string, amount: string) => `After ${years} years the gains are ${amount} more than the cost.`,
  loss: (years: string, amount: string) => `After ${years} years the gains are ${amount} less than the cost.`,
  askCost: "With the cost of the system the page says when it is paid back.",
  askPrice: "With the price of a kWh the page says what that saves.",
  shares: (own: string, self: string) =>
    `${own} of the roof’s energy is used in the house; it covers ${self} of what the house uses.`,
  months: "Where the house’s power comes from, and what is fed in (kWh by month)",
  fromRoof: "from the roof",
  fromGrid: "from the grid",
  fedIn: "fed in",
  barOf: (month: string, name: string, kwh: string) => `${month}, ${name}: ${kwh} kWh`,
  asTable: "The numbers as a table",
  month: "Month",
  year: "Year",
  use: "House (kWh)",
  roof: "From the roof (kWh)",
  grid: "From the grid (kWh)",
  feed: "Fed in (kWh)",
  selfHead: "Covered (%)",
};
