import { type StoryPlan, spec } from "./story.ts";

/** Plans besides the main one; one of them is private. */
export const otherPlans: StoryPlan[] = [
  {
    name: "Search that forgives typing errors",
    description: "A fifth of all searches finds nothing, mostly because of one wrong letter.",
    owner: "aiko",
    specs: [
      spec("letters", "Find products in spite of one wrong letter", {
        about: "A search that finds nothing is repeated with words that differ by one letter.",
        criteria: [
          "WHEN a search finds no product THEN products whose names differ from it by one letter are listed under a line that says so.",
          "WHEN a search finds at least one product THEN only products that hold its words are listed.",
          "The answer to a search takes at most 200 ms for 95 of 100 searches.",
        ],
        effort: 4,
        status: "IN_PROGRESS",
      }),
      spec("synonyms", "Let the shop keep a list of synonyms", {
        about: "People search for sneakers, we sell trainers.",
        criteria: [
          "WHEN an editor adds the pair sneakers and trainers THEN a search for either finds both from the next minute on.",
          "WHEN an editor removes a pair THEN searches find what they found before it.",
        ],
        effort: 2,
      }),
      spec("empty", "Say something useful where nothing is found", {
        about: "The page for no results is empty today.",
        criteria: [
          "WHEN nothing is found THEN the page shows the five categories with most products and repeats what was searched for.",
        ],
        effort: 1,
        needs: ["letters"],
      }),
    ],
  },
  {
    name: "Ideas for spring",
    description: "Notes for myself; nothing is decided.",
    owner: "mira",
    visibility: "PRIVATE",
    specs: [
      spec("returns", "Returns without a printer", { about: "A code on the phone instead of a label." }),
      spec("gifts", "Gift notes", { about: "A few words that are printed on the delivery note." }),
    ],
  },
];
