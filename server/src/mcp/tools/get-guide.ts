import {
  getFormat,
  getInstructions,
  getProjectFormat,
  getProjectInstructions,
  getProjectSkill,
  getSkill,
  listProjectSkills,
  listSkills,
} from "@groundplan/contract";
import { z } from "zod";
import { fitBlocks, fitLines, linePage } from "../answer.ts";
import type { Caller } from "../caller.ts";
import { at, ToolError } from "../errors.ts";
import { isNotFound } from "../locate.ts";
import { oneLine } from "../render/words.ts";
import { budgetArgument, cursorArgument, tool } from "./tool.ts";

/** Tokens of the index, unless `budget` says otherwise. */
const ofIndex = 300;

export const getGuide = tool({
  name: "get_guide",
  description: "A format, skill or the instructions by name; without a name their index.",
  arguments: z.strictObject({
    name: z.string().optional().describe("spec, epic, instructions, or a skill"),
    project: z.string().optional(),
    cursor: cursorArgument,
    budget: budgetArgument,
  }),
  isRead: true,
  usualBudget: 4000,
  example: { name: "spec" },
  async run(caller, { name, project, cursor, budget: asked }, budget) {
    if (name === undefined) return index(caller, project, asked ?? ofIndex, cursor);
    const guide = await textOf(caller, name.trim(), project);
    if (guide.text.trim() === "") return `${oneLine(name)}: nothing is set.`;
    return fitBlocks([{ text: guide.text, fence: { tag: guide.tag, facts: { name } } }], budget, cursor);
  },
});

const listAll = { tool: "get_guide", arguments: {} };

async function textOf(caller: Caller, name: string, project: string | undefined) {
  if (name === "spec" || name === "epic") {
    const { format } = await inProject(() =>
      project === undefined
        ? caller.call(getFormat, { params: { kind: name } })
        : caller.call(getProjectFormat, { params: { kind: name, projectSlug: project } }),
    );
    return { tag: "format", text: format.markdown };
  }
  if (name === "instructions") {
    const { instructions } = await inProject(() =>
      project === undefined
        ? caller.call(getInstructions, {})
        : caller.call(getProjectInstructions, { params: { projectSlug: project } }),
    );
    return { tag: "instructions", text: instructions.markdown };
  }
  try {
    const { skill } = await (project === undefined
      ? caller.call(getSkill, { params: { slug: name } })
      : caller.call(getProjectSkill, { params: { slug: name, projectSlug: project } }));
    return { tag: "skill", text: skill.markdown };
  } catch (error) {
    if (!isNotFound(error)) throw error;
    if (project !== undefined) await skillsOf(caller, project, undefined); // Names the project, if that is unknown.
    throw new ToolError("name", "there is no such guide.", "", {
      tool: "get_guide",
      arguments: project === undefined ? {} : { project },
    });
  }
}

const inProject = <T>(work: () => Promise<T>) => at("project", work, { attempt: listAll });

const skillsOf = (caller: Caller, project: string | undefined, cursor: string | undefined) => {
  const query = { limit: "50", cursor };
  return inProject(() =>
    project === undefined
      ? caller.call(listSkills, { query })
      : caller.call(listProjectSkills, { params: { projectSlug: project }, query }),
  );
};

async function index(
  caller: Caller,
  project: string | undefined,
  budget: number,
  cursor: string | undefined,
) {
  const page = linePage(cursor);
  const { skills, nextCursor } = await skillsOf(caller, project, page.cursor);
  const lines = [
    ...(page.cursor === undefined
      ? [
          "spec: format of specs",
          "epic: format of a plan's description",
          "instructions: what planners keep to",
        ]
      : []),
    ...skills.map(({ slug, description }) => `${slug}: ${oneLine(description, 90)}`),
  ];
  return fitLines(lines, budget, { skip: page.skip, cursor: page.cursor, nextCursor });
}
