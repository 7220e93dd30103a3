import type { Module } from "../../module.ts";
import { planDuplicate } from "./duplicate-plan.ts";
import { specDuplicate } from "./duplicate-spec.ts";

export const duplicates: Module = {
  name: "duplicates",
  handlers: [planDuplicate, specDuplicate],
};
