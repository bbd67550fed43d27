import type { LaterTexts } from "../said.js";

/** Lo que hay alrededor del tejado, en un plano. */
export const plan: LaterTexts["plan"] = {
  plan: "Plano del tejado y de lo que hay alrededor, el norte arriba",
  hint: "Ponga lo que es más alto que el módulo más bajo y está delante: la casa vecina, un árbol, una chimenea. Los metros se cuentan desde el centro del plano.",
  keys: "Arrastre, o elija con Tab y mueva con las flechas (con Mayús 10 cm); Supr quita.",
  notHere:
    "Esta instalación dice más de lo que un plano puede mostrar, como un seguidor, una malla o un mapa de sombra: use el JSON.",
  add: { box: "Añadir un bloque", house: "Añadir una casa", sphere: "Añadir un árbol", pole: "Añadir un poste" },
  kinds: { box: "Bloque", house: "Casa", sphere: "Árbol", pole: "Poste" },
  modules: (number) => `Módulos ${number}`,
  placed: (name, east, north, height) => `${name}, ${east} m al este, ${north} m al norte, ${height} m de alto`,
  remove: (name) => `Quitar: ${name}`,
  choose: "Elija algo en el plano para medirlo.",
  north: "N",
  measures: {
    east: "Este",
    north: "Norte",
    across: "Anchura",
    along: "Longitud",
    height: "Altura sobre el suelo",
    eaves: "Alero",
    ridge: "Cumbrera",
    radius: "Radio",
    turn: "Girado (horario)",
    rows: "Filas de módulos",
    columns: "Módulos por fila",
  },
  computing: "Se siguen los rayos …",
  refused: "Esto no se puede calcular como está:",
  shadeTitle: "Lo que quita del cielo lo que hay alrededor, bajo los caminos del sol en junio, marzo y diciembre",
  shadeHint:
    "Cuanto más oscuro, menos ilumina el sol desde ahí los módulos; los árboles como en la media de sus meses. Los caminos del sol son de junio, marzo y diciembre.",
};
