import { group } from "../../group.ts";
import { changePlan, createPlan } from "./plan-change.ts";
import { listPlans } from "./plan-list.ts";
import { archivePlan, deletePlan, duplicatePlan, movePlan, restorePlan } from "./plan-place.ts";
import { showPlan } from "./plan-show.ts";

export const plan = () =>
  group(
    "plan",
    "plans",
    listPlans(),
    showPlan(),
    createPlan(),
    changePlan(),
    movePlan(),
    duplicatePlan(),
    archivePlan(),
    restorePlan(),
    deletePlan(),
  );
