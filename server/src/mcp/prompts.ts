import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { oneLine } from "./render/words.ts";
import type { Tool } from "./tools/tool.ts";

interface Prompt {
  name: string;
  description: string;
  arguments: { name: string; description: string; required: boolean }[];
  /** Tools that it asks for; without one of them it isn't offered. */
  tools: readonly string[];
  text(given: Record<string, string>): string;
}

const plan = { name: "plan", description: "PLAN-3", required: true };

const prompts: readonly Prompt[] = [
  {
    name: "plan",
    description: "Write the specs of a plan",
    arguments: [plan],
    tools: ["get_plan", "get_context", "get_guide", "save_specs"],
    text: (given) =>
      `Plan ${given.plan}. Read get_plan and get_context of it, and the guide "spec". Ask what only I can decide. Then write specs with save_specs: each small enough to be built and tested by itself, with numbered acceptance criteria and what it needs first. Change those whose readiness is low until their reasons are gone.`,
  },
  {
    name: "review",
    description: "Find what is unclear in a plan",
    arguments: [plan],
    tools: ["get_plan", "get_specs", "get_context"],
    text: (given) =>
      `Review ${given.plan}. Read get_plan, then the specs ten at a time with get_specs, and get_context where they rest on sources. List by spec what is unclear, what can't be tested, what contradicts a source or another spec, and which dependencies are missing. Change nothing.`,
  },
  {
    name: "build",
    description: "Build the next spec, or a named one",
    arguments: [{ name: "spec", description: "PLAN-3/SPEC-2", required: false }],
    tools: ["claim_work", "report_work"],
    text: ({ spec }) =>
      `Claim ${spec === undefined ? "the next spec" : spec} with claim_work and build it as its brief says. Say with report_work that you are working before half of the lease is over. Where the spec leaves something open, ask with act "ask". When all criteria are met, report done with evidence for each: the command that ran and the number of its checks, or the commit.`,
  },
];

const offeredTo = (tools: readonly Tool[]) =>
  prompts.filter((prompt) => prompt.tools.every((name) => tools.some((tool) => tool.name === name)));

/** Lists the prompts for which a credential has all tools. */
export const listPrompts = (tools: readonly Tool[]) =>
  offeredTo(tools).map(({ name, description, arguments: given }) => ({
    name,
    description,
    arguments: given,
  }));

export function getPrompt(tools: readonly Tool[], name: string, given: Record<string, string>) {
  const prompt = offeredTo(tools).find((one) => one.name === name);
  if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}.`);
  const missing = prompt.arguments.find((one) => one.required && !given[one.name]);
  if (missing)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `${missing.name} is required, such as ${missing.description}.`,
    );
  const handles = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, oneLine(value, 40)]));
  return {
    description: prompt.description,
    messages: [{ role: "user" as const, content: { type: "text" as const, text: prompt.text(handles) } }],
  };
}
