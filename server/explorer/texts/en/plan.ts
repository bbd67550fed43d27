/** What stands around the roof, on a plan. */
export const plan = {
  plan: "Plan of the roof and what stands around it, north up",
  hint: "Put there what is higher than the lowest module and stands before it: the neighbour's house, a tree, a chimney. Metres count from the middle of the plan.",
  keys: "Drag, or choose with Tab and move with the arrow keys (with Shift by 10 cm); Delete removes.",
  notHere: "This system says more than a plan can show, such as a tracker, a mesh or a map of shade: use the JSON.",
  add: { box: "Add a box", house: "Add a house", sphere: "Add a tree", pole: "Add a pole" },
  kinds: { box: "Box", house: "House", sphere: "Tree", pole: "Pole" },
  modules: (number: string) => `Modules ${number}`,
  placed: (name: string, east: string, north: string, height: string) =>
    `${name}, ${east} m east, ${north} m north, ${height} m high`,
  remove: (name: string) => `Remove: ${name}`,
  choose: "Choose something on the plan to measure it.",
  north: "N",
  measures: {
    east: "East",
    north: "North",
    across: "Width",
    along: "Length",
    height: "Height above ground",
    eaves: "Eaves",
    ridge: "Ridge",
    radius: "Radius",
    turn: "Turned clockwise",
    rows: "Rows of modules",
    columns: "Modules in a row",
  },
  computing: "Following the rays …",
  refused: "This cannot be computed as it stands:",
  shadeTitle: "What stands around takes of the sky, under the paths of the sun in June, March and December",
  shadeHint:
    "The darker, the less of the modules the sun lights from there; trees as in the mean of their months. The sun's paths are of June, March and December.",
};
