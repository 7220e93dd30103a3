import type { Handler } from "../../dispatch/handlers.ts";
export const pushHandlers: readonly Handler[] = [];
