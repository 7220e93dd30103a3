import { fitLines, linePage } from "../answer.ts";
import type { Caller } from "../caller.ts";
import { at, ToolError } from "../errors.ts";
import { type Asked, asked, type Lines } from "../lists/asked.ts";
import { next, plans, skills, sources } from "../lists/by-kind.ts";
import { overview } from "../lists/overview.ts";
import { searched } from "../lists/searched.ts";
import { tool } from "./tool.ts";

export const find = tool({
  name: "find",
  description:
    "Search or list plans, specs, sources and skills, a line each. Without q: projects, open plans, what can be built.",
  arguments: asked,
  isRead: true,
  usualBudget: 800,
  example: { q: "payment", kind: "plan", status: "READY" },
  async run(caller, given, budget) {
    const page = linePage(given.cursor);
    const found = await at("project", () => listOf(caller, given, page.cursor), {
      attempt: { tool: "find", arguments: {} },
    });
    const { lines, nextCursor } = found;
    if (lines.length === 0 && nextCursor === undefined) return "Nothing found.";
    return fitLines(lines, budget, { skip: page.skip, cursor: page.cursor, nextCursor });
  },
});

function listOf(caller: Caller, given: Asked, cursor: string | undefined): Promise<Lines> {
  const { q, kind, status } = given;
  if (q !== undefined && q.trim() !== "") return searched(caller, given, cursor);
  if (kind === "source" || kind === "skill") {
    if (status !== undefined) throw new ToolError("status", "is one of plans and specs.");
    return kind === "source" ? sources(caller, given, cursor) : skills(caller, given, cursor);
  }
  if (kind === "plan") return plans(caller, given, cursor);
  if (kind === "spec" || status === "TODO" || status === "IN_PROGRESS") return next(caller, given, cursor);
  if (status !== undefined) return plans(caller, given, cursor);
  return overview(caller, given, cursor);
}
