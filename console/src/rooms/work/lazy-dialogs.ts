import { later } from "../../parts/later.tsx";

const load = () => import("./dialogs.ts");

/** Loads the dialogs about plans and specs before one is opened: none can be loaded without a connection. */
export const preloadDialogs = (): Promise<unknown> => load().catch(() => {}); // What fails is loaded when it opens.

export const CreatePlan = later(async () => ({ default: (await load()).CreatePlan }));
export const CreateProject = later(async () => ({ default: (await load()).CreateProject }));
export const CreateSpec = later(async () => ({ default: (await load()).CreateSpec }));
export const DescribePlan = later(async () => ({ default: (await load()).DescribePlan }));
export const MovePlan = later(async () => ({ default: (await load()).MovePlan }));
export const MoveSpecs = later(async () => ({ default: (await load()).MoveSpecs }));
export const RenamePlan = later(async () => ({ default: (await load()).RenamePlan }));
export const RenameSpec = later(async () => ({ default: (await load()).RenameSpec }));
export const SharePlan = later(async () => ({ default: (await load()).SharePlan }));
