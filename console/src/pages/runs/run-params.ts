import type { PlanParams } from "../../planning/params.ts";

export interface RunParams extends PlanParams {
  runId: string;
}
