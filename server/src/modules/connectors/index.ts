import type { Handler } from "../../dispatch/handlers.ts";
export const connectorHandlers: readonly Handler[] = [];
