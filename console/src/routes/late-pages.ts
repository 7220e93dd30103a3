/**
 * Pages that are no first view, by name: the first view names every file that it can load, and each name adds to
 * its bytes.
 */
export const latePages = {
  agents: () => import("../pages/settings/agents/agents.tsx"),
  api: () => import("../pages/settings/api/api.tsx"),
  apps: () => import("../pages/settings/apps.tsx"),
  audit: () => import("../pages/settings/audit/audit.tsx"),
  connector: () => import("../pages/connectors/connector.tsx"),
  connectors: () => import("../pages/connectors/connectors.tsx"),
  context: () => import("../pages/context/context.tsx"),
  contextPack: () => import("../pages/context/context-pack.tsx"),
  contextSource: () => import("../pages/context/context-source.tsx"),
  formats: () => import("../pages/formats/formats.tsx"),
  instructionProposals: () => import("../pages/instructions/instruction-proposals.tsx"),
  instructionVersions: () => import("../pages/instructions/instruction-versions.tsx"),
  instructions: () => import("../pages/instructions/instructions.tsx"),
  keys: () => import("../pages/settings/keys/keys.tsx"),
  lazyRuns: () => import("../pages/runs/lazy-runs.tsx"),
  members: () => import("../pages/settings/members/members.tsx"),
  policy: () => import("../pages/projects/policy.tsx"),
  profile: () => import("../pages/settings/profile/profile.tsx"),
  skill: () => import("../pages/skills/skill.tsx"),
  skills: () => import("../pages/skills/skills.tsx"),
  specs: () => import("../pages/specs/specs.tsx"),
  webhooks: () => import("../pages/settings/webhooks/webhooks.tsx"),
  workspace: () => import("../pages/settings/workspace.tsx"),
};
