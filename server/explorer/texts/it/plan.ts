import type { LaterTexts } from "../said.js";

/** Che cosa sta intorno al tetto, su una pianta. */
export const plan: LaterTexts["plan"] = {
  plan: "Pianta del tetto e di ciò che gli sta intorno, il nord in alto",
  hint: "Metti ciò che è più alto del modulo più basso e gli sta davanti: la casa del vicino, un albero, un camino. I metri si contano dal centro della pianta.",
  keys: "Trascina, o scegli con Tab e muovi con le frecce (con Maiusc di 10 cm); Canc toglie.",
  notHere:
    "Questo impianto dice più di quanto una pianta possa mostrare, come un inseguitore, una rete o una mappa d’ombra: usa il JSON.",
  add: {
    box: "Aggiungi un blocco",
    house: "Aggiungi una casa",
    sphere: "Aggiungi un albero",
    pole: "Aggiungi un palo",
  },
  kinds: { box: "Blocco", house: "Casa", sphere: "Albero", pole: "Palo" },
  modules: (number) => `Moduli ${number}`,
  placed: (name, east, north, height) => `${name}, ${east} m a est, ${north} m a nord, alto ${height} m`,
  remove: (name) => `Togli: ${name}`,
  choose: "Scegli qualcosa sulla pianta per misurarlo.",
  north: "N",
  measures: {
    east: "Est",
    north: "Nord",
    across: "Larghezza",
    along: "Lunghezza",
    height: "Altezza sul suolo",
    eaves: "Gronda",
    ridge: "Colmo",
    radius: "Raggio",
    turn: "Girato (orario)",
    rows: "File di moduli",
    columns: "Moduli per fila",
  },
  computing: "Si seguono i raggi …",
  refused: "Questo non si può calcolare com’è:",
  shadeTitle: "Che cosa toglie del cielo ciò che sta intorno, sotto i cammini del sole in giugno, marzo e dicembre",
  shadeHint:
    "Più è scuro, meno il sole illumina da lì i moduli; gli alberi come nella media dei loro mesi. I cammini del sole sono di giugno, marzo e dicembre.",
};
