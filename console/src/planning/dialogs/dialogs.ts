import { later } from "../../components/loading/later.tsx";
import { overlayFallbacks } from "../../components/loading/lost-part.tsx";

export { CreatePlan } from "./create-plan.tsx";
export { CreateProject } from "./create-project.tsx";
export { CreateSpec } from "./create-spec.tsx";
export { DeleteSpecs } from "./delete-specs.tsx";
export { DeletedSpecs } from "./deleted-specs.tsx";
export { MovePlan } from "./move-plan.tsx";
export { MoveSpecs } from "./move-specs.tsx";
export { RenamePlan } from "./rename-plan.tsx";
export { RenameSpec } from "./rename-spec.tsx";
export { SharePlan } from "./share/share-plan.tsx";

/** By itself, since it uses the editor. */
export const DescribePlan = later(() => import("./describe-plan.tsx"), overlayFallbacks);
