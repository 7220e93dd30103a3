/** The tags of the endpoints, in the order of the reference. */
export const tags: Record<string, string> = {
  Identity: "The service itself, who is calling, and the caller's credentials.",
  Projects: "A workspace contains projects; a project names its repositories.",
  Plans: "A project contains plans, and a plan may have sub-plans.",
  Sharing: "Who reaches a plan. It is decided at the root plan; sub-plans inherit it.",
  Specs: "A plan contains specs: markdown with numbered acceptance criteria, kept in versions.",
  Dependencies: "What needs what first, between specs or between plans.",
  Graph: "What can be built at once, what decides how long it takes, and what is next.",
  Connectors: "Issue trackers and MCP servers that the workspace is connected to.",
  Push: "Sending a plan and its specs to the connected tracker.",
  Context: "The material that the planning agent reads, of the workspace, a project or a plan.",
  Instructions: "A versioned markdown document per project that the planning agent follows.",
  Skills: "Playbooks that the planning agent opens where they are relevant.",
  "MCP servers": "The workspace's own MCP servers and their tools.",
  Documents: "What can be discussed: plan items, context sources, instructions, skills and formats.",
  Inbox: "What happened that concerns the caller.",
  Prototypes: "A plan's prototype and the public links to it.",
};
