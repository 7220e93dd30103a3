import type { Command } from "../../dispatch/handlers.ts";
export const connectorCommands: readonly Command[] = [];
