import type { Command } from "commander";
import { formatIds } from "../../client/src/import/formats.ts";
import { version } from "../../contract/src/version.ts";
import { suggestChoices } from "./did-you-mean.ts";
import { group, parentOf } from "./group.ts";

type Load = () => Promise<Command>;

interface Group {
  about: string;
  commands: Record<string, Load>;
}

/** Commands by area, in the order of help and printed page. Loaded when one is named, or when all must be listed. */
const areas: Record<string, Record<string, Load | Group>> = {
  "Starting:": {
    setup: async () => (await import("./commands/account/setup.ts")).setup(),
    login: async () => (await import("./commands/account/login.ts")).login(),
    logout: async () => (await import("./commands/account/logout.ts")).logout(),
    whoami: async () => (await import("./commands/account/whoami.ts")).whoami(),
  },
  "Planning:": {
    project: async () => (await import("./commands/planning/project.ts")).project(),
    plan: async () => (await import("./commands/planning/plan.ts")).plan(),
    spec: async () => (await import("./commands/planning/spec.ts")).spec(),
    needs: async () => (await import("./commands/planning/needs.ts")).needs(),
    readiness: async () => (await import("./commands/planning/readiness.ts")).readiness(),
    graph: async () => (await import("./commands/planning/graph.ts")).graph(),
    search: async () => (await import("./commands/planning/search.ts")).search(),
    open: async () => (await import("./commands/planning/open.ts")).open(),
    import: {
      about: "bring plans from elsewhere",
      commands: Object.fromEntries(
        (["auto", ...formatIds] as const).map((id) => [
          id,
          async () => (await import("./commands/transfer/import-format.ts")).importFormat(id),
        ]),
      ),
    },
    export: async () => (await import("./commands/transfer/export.ts")).exportPlanTo(),
    sync: async () => (await import("./commands/transfer/sync.ts")).syncFolder(),
  },
  "Talking:": {
    comment: async () => (await import("./commands/discussion/comment.ts")).comment(),
    suggest: async () => (await import("./commands/discussion/suggest.ts")).suggest(),
    suggestions: async () => (await import("./commands/discussion/suggestions.ts")).suggestions(),
    questions: async () => (await import("./commands/work/questions.ts")).questions(),
    answer: async () => (await import("./commands/work/answer.ts")).answer(),
    inbox: async () => (await import("./commands/discussion/inbox.ts")).inbox(),
  },
  "History of a text:": {
    versions: async () => (await import("./commands/history/versions.ts")).versions(),
    diff: async () => (await import("./commands/history/diff.ts")).diff(),
    restore: async () => (await import("./commands/history/restore.ts")).restore(),
  },
  "Building:": {
    next: async () => (await import("./commands/work/next.ts")).next(),
    brief: async () => (await import("./commands/work/brief.ts")).brief(),
    claim: async () => (await import("./commands/work/claim.ts")).claim(),
    work: async () => (await import("./commands/work/work.ts")).work(),
    evidence: async () => (await import("./commands/work/evidence.ts")).evidence(),
    draft: async () => (await import("./commands/agents/draft.ts")).draft(),
    mcp: async () => (await import("./commands/agents/mcp.ts")).mcp(),
  },
  "What planners read:": {
    context: async () => (await import("./commands/knowledge/context.ts")).context(),
    formats: async () => (await import("./commands/knowledge/formats.ts")).formats(),
    skills: async () => (await import("./commands/knowledge/skills.ts")).skills(),
    instructions: async () => (await import("./commands/knowledge/instructions.ts")).instructions(),
    prototype: async () => (await import("./commands/knowledge/prototype.ts")).prototype(),
  },
  "Trackers and other services:": {
    push: async () => (await import("./commands/push/push.ts")).push(),
    pushes: async () => (await import("./commands/push/pushes.ts")).pushes(),
    tracker: async () => (await import("./commands/push/tracker.ts")).tracker(),
    connectors: async () => (await import("./commands/integrations/connectors.ts")).connectors(),
    "mcp-servers": async () => (await import("./commands/integrations/mcp-servers.ts")).mcpServers(),
    webhooks: async () => (await import("./commands/integrations/webhooks.ts")).webhooks(),
  },
  "People and keys:": {
    share: async () => (await import("./commands/people/share.ts")).share(),
    members: async () => (await import("./commands/people/members.ts")).members(),
    invites: async () => (await import("./commands/people/invites.ts")).invites(),
    keys: async () => (await import("./commands/people/keys.ts")).keys(),
  },
  "Anything else:": {
    events: async () => (await import("./commands/history/events.ts")).events(),
    audit: async () => (await import("./commands/history/audit.ts")).audit(),
    api: async () => (await import("./commands/api.ts")).api(),
    serve: async () => (await import("./commands/service/serve.ts")).serve(),
    admin: async () => (await import("./commands/service/admin.ts")).admin(),
    demo: async () => (await import("./commands/service/demo.ts")).demo(),
    completion: async () => (await import("./commands/service/completion.ts")).completion(),
  },
};

const examples = `Examples:
  groundplan setup                          # sign in, and choose the project of this folder
  groundplan import auto .                  # bring in the plans of a repository
  groundplan plan create Launch             # or make one
  groundplan spec create PLAN-1 "Sign in"
  groundplan next                           # what can be built now
`;

const environment = `
The commands that talk to a service read:
  GROUNDPLAN_URL      its address (default: http://localhost:4500)
  GROUNDPLAN_API_KEY  a key from \`groundplan keys create\`; if unset, the login of \`groundplan setup\` or \`login\`
  GROUNDPLAN_PROJECT  the project, if --project is omitted
The address and the project can also be set in .groundplan.json, in this folder or one above: {"url": …, "project": …}.

Exit codes: 0 ok, 1 failure, 2 usage, 3 not found, 4 not signed in, 5 forbidden, 6 conflict, 7 rate limited,
8 the service failed, 130 interrupted.`;

/** Returns the program with the named command, or with all of them. */
export async function programFor(args: readonly string[]): Promise<Command> {
  const about = "Plans for people and their coding agents, pushed to your tracker exactly once.";
  const program = parentOf(await Promise.all(chosen(args)), "groundplan", about)
    .version(version)
    .addHelpText("before", examples)
    .addHelpText("after", environment);
  prepare(program);
  return program;
}

function chosen([first = "", second = ""]: readonly string[]): Promise<Command>[] {
  if (first === "--version" || first === "-V") return [];
  const entries = Object.entries(areas).flatMap(([area, commands]) =>
    Object.entries(commands).map(([name, entry]) => ({ area, name, entry })),
  );
  const wanted = entries.find(({ name }) => name === first);
  if (wanted) return [load(wanted.name, wanted.entry, second)];
  return entries.map(async ({ area, name, entry }) => (await load(name, entry)).helpGroup(area));
}

/** Loads a command; for a group, only the named subcommand if there is one. */
async function load(name: string, entry: Load | Group, only = ""): Promise<Command> {
  if (typeof entry === "function") return entry();
  const one = Object.hasOwn(entry.commands, only) ? entry.commands[only] : undefined;
  const loads = one ? [one] : Object.values(entry.commands);
  return group(name, entry.about, ...(await Promise.all(loads.map((each) => each()))));
}

/**
 * Throws instead of exiting after `--help`, `--version` and wrong options, so that the output is flushed first, and
 * names the choice that a wrong one is close to.
 */
function prepare(command: Command): void {
  command.exitOverride();
  suggestChoices(command);
  command.commands.forEach(prepare);
}
