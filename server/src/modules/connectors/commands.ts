import type { Command } from "../../dispatch/handlers.ts";
import { saveConnection } from "./save-connection.ts";
import { addDataKey } from "./workspace-key.ts";

export const connectorCommands: readonly Command[] = [addDataKey, saveConnection] as readonly Command[];
