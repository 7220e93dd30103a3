import { readConfig } from "../../config/config.ts";
import { createLog } from "../../log.ts";
import { createContext, type ProcessContext } from "../../process.ts";

export const createProcess = (env: Record<string, string>): Promise<ProcessContext> =>
  createContext(
    readConfig({ GROUNDPLAN_JOB_POLL_MS: "50", GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1", ...env }),
    createLog("silent"),
  );
