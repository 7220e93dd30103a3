import { later } from "../../components/loading/later.tsx";
import { overlayFallbacks } from "../../components/loading/lost-part.tsx";

export const ExportPlan = later(() => import("./export-plan.tsx"), overlayFallbacks);
export const PlanMore = later(() => import("./plan-more.tsx"), overlayFallbacks);
