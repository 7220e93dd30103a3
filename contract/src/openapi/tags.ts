import { z } from "zod";

/** Descriptions, in the order of the reference. */
export const tags = {
  Identity: "The service, the caller and the caller's credentials.",
  Workspace: "The workspace, its members and invites.",
  Projects: "A workspace contains projects; a project names its repositories.",
  Plans: "A project contains plans, and a plan may have sub-plans.",
  Sharing: "Who reaches a plan. It is decided at the root plan; sub-plans inherit it.",
  Specs: "A plan contains specs: markdown with numbered acceptance criteria, kept in versions.",
  Labels: "The labels that a workspace's specs may have.",
  Views: "Saved filters of specs, of a person or the workspace.",
  Work: "Claims: who works on which spec, until when.",
  Imports: "Importing work from elsewhere, repeatedly, and exporting it.",
  Dependencies: "What needs what first, between specs or between plans.",
  Graph: "What can be started, what comes next, and the critical path.",
  Connectors: "Issue trackers and MCP servers that the workspace is connected to.",
  Push: "Sending a plan and its specs to the connected tracker.",
  Context: "The material that the planning agent reads, of the workspace, a project or a plan.",
  Formats: "The shapes of specs and epics: built-in, the company's, or a project's.",
  Instructions: "A versioned markdown document of the company or a project that the planning agent follows.",
  Skills: "Playbooks that the planning agent opens when they are relevant.",
  Models: "Language models that the planning agent works with, and what was spent on them.",
  Agent: "Runs of the planning agent, which reads what a person named and proposes specs.",
  Search: "Finding plans, specs and what a planner reads by their words.",
  "MCP servers": "The workspace's own MCP servers and their tools.",
  Documents: "What can be discussed: plan items, context sources, instructions, skills and formats.",
  Suggestions: "Changes of a document that wait for those who maintain it.",
  Threads: "What people say about a document or some of its words.",
  Inbox: "What happened that concerns the caller.",
  History: "Every change as a numbered event: live, and as the audit.",
  Webhooks: "What happens, sent to addresses of members.",
  Prototypes: "A plan's prototype and the public links to it.",
} as const;

export type Tag = keyof typeof tags;

export const tagName = z.enum(Object.keys(tags) as [Tag, ...Tag[]]).meta({ id: "Tag" });
