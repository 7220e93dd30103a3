import type { Command } from "commander";
import { formatIds } from "../../client/src/import/formats.ts";
import { version } from "../../contract/src/version.ts";
import { group } from "./group.ts";

type Load = () => Promise<Command>;

interface Group {
  about: string;
  commands: Record<string, Load>;
}

/** Loaded when the command is named, or when all must be listed. */
const commands: Record<string, Load | Group> = {
  serve: async () => (await import("./commands/serve.ts")).serve(),
  admin: async () => (await import("./commands/admin.ts")).admin(),
  demo: async () => (await import("./commands/demo.ts")).demo(),
  import: {
    about: "bring plans from elsewhere",
    commands: Object.fromEntries(
      formatIds.map((id) => [id, async () => (await import("./commands/import-format.ts")).importFormat(id)]),
    ),
  },
  push: async () => (await import("./commands/push.ts")).push(),
  project: {
    about: "projects",
    commands: {
      create: async () => (await import("./commands/project-create.ts")).createProject(),
      list: async () => (await import("./commands/project-list.ts")).listProjects(),
    },
  },
  plan: {
    about: "plans",
    commands: {
      list: async () => (await import("./commands/plan-list.ts")).listPlans(),
      show: async () => (await import("./commands/plan-show.ts")).showPlan(),
    },
  },
  spec: {
    about: "specs",
    commands: {
      list: async () => (await import("./commands/spec-list.ts")).listSpecs(),
      show: async () => (await import("./commands/spec-show.ts")).showSpec(),
    },
  },
  login: async () => (await import("./commands/login.ts")).login(),
  logout: async () => (await import("./commands/logout.ts")).logout(),
  whoami: async () => (await import("./commands/whoami.ts")).whoami(),
  brief: async () => (await import("./commands/brief.ts")).brief(),
  next: async () => (await import("./commands/next.ts")).next(),
  claim: async () => (await import("./commands/claim.ts")).claim(),
  work: {
    about: "work under a claim",
    commands: {
      done: async () => (await import("./commands/work-end.ts")).workDone(),
      release: async () => (await import("./commands/work-end.ts")).workRelease(),
      renew: async () => (await import("./commands/work-end.ts")).workRenew(),
      ask: async () => (await import("./commands/work-ask.ts")).workAsk(),
    },
  },
  evidence: {
    about: "what shows that criteria are met",
    commands: { add: async () => (await import("./commands/evidence-add.ts")).evidenceAdd() },
  },
  questions: async () => (await import("./commands/questions.ts")).questions(),
  answer: async () => (await import("./commands/answer.ts")).answer(),
  mcp: async () => (await import("./commands/mcp.ts")).mcp(),
  graph: async () => (await import("./commands/graph.ts")).graph(),
  api: async () => (await import("./commands/api.ts")).api(),
};

const environment = `
The commands that talk to a service read:
  GROUNDPLAN_URL      its address (default: http://localhost:4500)
  GROUNDPLAN_API_KEY  a key from \`groundplan admin key create\`; if unset, the login of \`groundplan login\`
  GROUNDPLAN_PROJECT  the project, if --project is omitted
The address and the project can also be set in .groundplan.json, in this folder or one above: {"url": …, "project": …}.

Exit codes: 0 ok, 1 failure, 2 usage, 3 not found, 4 not signed in, 5 forbidden, 6 conflict, 7 rate limited,
8 the service failed, 130 interrupted.`;

/** Returns the program with the named command, or with all of them. */
export async function programFor(args: readonly string[]): Promise<Command> {
  const program = group(
    "groundplan",
    "Plans for people and their coding agents, pushed to your tracker exactly once.",
    ...(await Promise.all(chosen(args))),
  )
    .version(version)
    .addHelpText("after", environment);
  endByThrowing(program);
  return program;
}

function chosen([first = "", second = ""]: readonly string[]): Promise<Command>[] {
  if (first === "--version" || first === "-V") return [];
  const wanted = Object.hasOwn(commands, first) ? commands[first] : undefined;
  if (typeof wanted === "function" || (wanted && Object.hasOwn(wanted.commands, second)))
    return [load(first, wanted, second)];
  return Object.entries(commands).map(([name, entry]) => load(name, entry));
}

/** Loads a command; for a group, only the named subcommand if given. */
async function load(name: string, entry: Load | Group, only?: string): Promise<Command> {
  if (typeof entry === "function") return entry();
  const loads = Object.entries(entry.commands).filter(([one]) => only === undefined || one === only);
  return group(name, entry.about, ...(await Promise.all(loads.map(([, one]) => one()))));
}

/**
 * Throws instead of exiting after `--help`, `--version` and wrong options, so that the output is flushed
 * first.
 */
function endByThrowing(command: Command): void {
  command.exitOverride();
  command.commands.forEach(endByThrowing);
}
