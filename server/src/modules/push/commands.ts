import type { Command } from "../../dispatch/handlers.ts";
import { finishRun } from "./finish.ts";
import { intend } from "./intend.ts";
import { beginRun, laySteps } from "./lay-steps.ts";
import { adopt, noteCaveats, noteMissing, noteNotSent, noteSent, noteWait } from "./outcomes.ts";
import { startPush } from "./start.ts";

export const pushCommands = [
  ...[startPush, laySteps, beginRun, intend],
  ...[noteSent, adopt, noteMissing, noteNotSent, noteWait, noteCaveats],
  finishRun,
] as readonly Command[];
