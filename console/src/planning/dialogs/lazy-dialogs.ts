import type { ComponentType } from "react";
import { laterOf } from "../../components/loading/later.tsx";
import { overlayFallbacks } from "../../components/loading/lost-part.tsx";

type Dialogs = typeof import("./dialogs.ts");

/** These dialogs share a chunk. */
const dialog = <Properties extends object>(find: (dialogs: Dialogs) => ComponentType<Properties>) =>
  laterOf(() => import("./dialogs.ts"), find, overlayFallbacks);

export const CreatePlan = dialog(({ CreatePlan }) => CreatePlan);
export const CreateProject = dialog(({ CreateProject }) => CreateProject);
export const CreateSpec = dialog(({ CreateSpec }) => CreateSpec);
export const DeleteSpecs = dialog(({ DeleteSpecs }) => DeleteSpecs);
export const DeletedSpecs = dialog(({ DeletedSpecs }) => DeletedSpecs);
export const DescribePlan = dialog(({ DescribePlan }) => DescribePlan);
export const MovePlan = dialog(({ MovePlan }) => MovePlan);
export const MoveSpecs = dialog(({ MoveSpecs }) => MoveSpecs);
export const RenamePlan = dialog(({ RenamePlan }) => RenamePlan);
export const RenameSpec = dialog(({ RenameSpec }) => RenameSpec);
export const SharePlan = dialog(({ SharePlan }) => SharePlan);

/** For preloading. */
export const dialogs = [
  CreatePlan,
  CreateProject,
  CreateSpec,
  DeletedSpecs,
  DeleteSpecs,
  DescribePlan,
  MovePlan,
  MoveSpecs,
  RenamePlan,
  RenameSpec,
  SharePlan,
];
