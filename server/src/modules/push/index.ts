import type { Handler } from "../../dispatch/handlers.ts";
import { planPush } from "./push-plan.ts";
import { pushStatus } from "./push-status.ts";
import { pushesList, pushGet } from "./read-pushes.ts";

export const pushHandlers: readonly Handler[] = [
  planPush,
  pushesList,
  pushGet,
  pushStatus,
] as readonly Handler[];
