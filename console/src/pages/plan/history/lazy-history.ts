import { laterOf } from "../../../components/loading/later.tsx";

const load = () => import("./history-parts.ts");
/** Nothing is shown of what can't be loaded. */
const silent = { lost: () => null };

export const PlanHealth = laterOf(load, ({ PlanHealth }) => PlanHealth, silent);
export const PlanHistory = laterOf(load, ({ PlanHistory }) => PlanHistory, silent);
