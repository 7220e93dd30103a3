import type { Command } from "../../dispatch/handlers.ts";
export const pushCommands: readonly Command[] = [];
