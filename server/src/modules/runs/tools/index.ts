import type { RunTask } from "@groundplan/contract";
import { proposeEditTool, proposeSpecsTool } from "./proposing.ts";
import { getSkillTool, getSpecsTool, readSourceTool, searchTool } from "./reading.ts";
import { askTool, finishTool } from "./talking.ts";
import type { Tool } from "./tool.ts";

/** The tools of the planning agent's model, and no others. */
export const tools: readonly Tool[] = [
  ...[readSourceTool, searchTool, getSpecsTool, getSkillTool],
  ...[proposeSpecsTool, proposeEditTool, askTool, finishTool],
];

/** Returns the tools that a task has. */
export const toolsFor = (task: RunTask): Tool[] =>
  tools.filter((one) => one.tasks === undefined || one.tasks.includes(task));
