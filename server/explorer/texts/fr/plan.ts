import type { LaterTexts } from "../said.js";

/** Ce qui entoure le toit, sur un plan. */
export const plan: LaterTexts["plan"] = {
  plan: "Plan du toit et de ce qui l’entoure, le nord en haut",
  hint: "Mettez-y ce qui est plus haut que le module le plus bas et se trouve devant : la maison voisine, un arbre, une cheminée. Les mètres comptent depuis le milieu du plan.",
  keys: "Faites glisser, ou choisissez avec Tab et déplacez avec les flèches (avec Maj de 10 cm) ; Suppr enlève.",
  notHere:
    "Cette installation dit plus qu’un plan ne peut montrer, par exemple un suiveur, un maillage ou une carte d’ombre : utilisez le JSON.",
  add: {
    box: "Ajouter un bloc",
    house: "Ajouter une maison",
    sphere: "Ajouter un arbre",
    pole: "Ajouter un poteau",
  },
  kinds: { box: "Bloc", house: "Maison", sphere: "Arbre", pole: "Poteau" },
  modules: (number) => `Modules ${number}`,
  placed: (name, east, north, height) => `${name}, ${east} m à l’est, ${north} m au nord, ${height} m de haut`,
  remove: (name) => `Enlever : ${name}`,
  choose: "Choisissez quelque chose sur le plan pour le mesurer.",
  north: "N",
  measures: {
    east: "Est",
    north: "Nord",
    across: "Largeur",
    along: "Longueur",
    height: "Hauteur au-dessus du sol",
    eaves: "Égout du toit",
    ridge: "Faîte",
    radius: "Rayon",
    turn: "Tourné (sens horaire)",
    rows: "Rangées de modules",
    columns: "Modules par rangée",
  },
  computing: "On suit les rayons …",
  refused: "Cela ne peut pas être calculé tel quel :",
  shadeTitle: "Ce que prend du ciel ce qui entoure le toit, sous les courses du soleil en juin, mars et décembre",
  shadeHint:
    "Plus c’est sombre, moins le soleil éclaire de là les modules ; les arbres comme en moyenne de leurs mois. Les courses du soleil sont de juin, mars et décembre.",
};
