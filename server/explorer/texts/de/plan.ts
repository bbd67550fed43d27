import type { LaterTexts } from "../said.js";

/** Was um das Dach herum steht, auf einem Plan. */
export const plan: LaterTexts["plan"] = {
  plan: "Plan des Dachs und seiner Umgebung, Norden oben",
  hint: "Stellen Sie hin, was höher ist als das unterste Modul und davor steht: das Nachbarhaus, einen Baum, einen Schornstein. Die Meter zählen von der Mitte des Plans.",
  keys: "Ziehen Sie, oder wählen Sie mit Tab und schieben Sie mit den Pfeiltasten (mit Umschalt um 10 cm); Entf löscht.",
  notHere:
    "Diese Anlage sagt mehr, als ein Plan zeigen kann, etwa einen Tracker, ein Netz oder eine Schattenkarte: Nehmen Sie das JSON.",
  add: { box: "Quader", house: "Haus", sphere: "Baum", pole: "Mast" },
  kinds: { box: "Quader", house: "Haus", sphere: "Baum", pole: "Mast" },
  modules: (number) => `Module ${number}`,
  placed: (name, east, north, height) => `${name}, ${east} m östlich, ${north} m nördlich, ${height} m hoch`,
  remove: (name) => `Entfernen: ${name}`,
  choose: "Wählen Sie etwas auf dem Plan, um es zu messen.",
  north: "N",
  measures: {
    east: "Osten",
    north: "Norden",
    across: "Breite",
    along: "Länge",
    height: "Höhe über Grund",
    eaves: "Traufe",
    ridge: "First",
    radius: "Radius",
    turn: "Drehung im Uhrzeigersinn",
    rows: "Reihen",
    columns: "Module je Reihe",
  },
  computing: "Die Strahlen werden verfolgt …",
  refused: "So lässt sich das nicht rechnen:",
  shadeTitle: "Was die Umgebung vom Himmel nimmt, unter den Bahnen der Sonne im Juni, März und Dezember",
  shadeHint:
    "Je dunkler, desto weniger von den Modulen bescheint die Sonne von dort; Bäume im Mittel ihrer Monate. Die Bahnen sind die vom Juni, März und Dezember.",
};
