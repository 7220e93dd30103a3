import type { Module } from "../../module.ts";
import { dependenciesList, dependencyCreate, dependencyDelete, dependencyGet } from "./dependencies.ts";
import { nextList } from "./next.ts";
import { planGraph } from "./read-graph.ts";

export const dependencies: Module = {
  name: "dependencies",
  handlers: [dependenciesList, dependencyGet, dependencyCreate, dependencyDelete, planGraph, nextList],
  tables: { dependencies: "kept", deleted_dependencies: "kept" },
  events: ["dependency.created", "dependency.deleted"],
};
