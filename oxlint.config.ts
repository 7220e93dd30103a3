import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type OxlintOverride } from "oxlint";

/**
 * These are the layers of `server/src`, the lowest first: a file imports from its own layer and from lower ones, types
 * included. Names are folders, or files of `server/src` itself.
 */
const layers: readonly (readonly string[])[] = [
  [
    "actor",
    "errors",
    "fold",
    "give-back-memory",
    "ids",
    "log",
    "meter",
    "pages-of",
    "redact",
    "slug",
    "tracer",
    "config/",
  ],
  ["markdown/", "pictures/", "zip/", "storage/", "outbound/"],
  ["dispatch/"],
  ["tokens/"],
  ["events/", "extract/", "files/", "full-text/", "inbox-items/", "revisions/", "jobs/", "secrets/"],
  ["anchors/"],
  ["module"],
  ["modules/"],
  ["mcp/"],
  ["http/"],
  ["metrics/", "traces/"],
  [
    "app",
    "main",
    "process",
    "open-database",
    "spare-writer-thread",
    "sqlite-writer-thread",
    "start",
    "admin/",
  ],
];

const modulesAt = layers.findIndex((names) => names.includes("modules/"));

/** These are the layers inside `server/src/modules`. Plans, specs, dependencies, claims, evidence and quotes know each other. */
const namedModules: readonly (readonly string[])[] = [
  ["refuse-taken-refs", "require-callable", "handles", "paging"],
  ["trackers/"],
  ["context"],
  ["identity/"],
  ["sign-in/"],
  ["projects/"],
  ["skills/"],
  ["labels/"],
  ["plans/", "specs/", "dependencies/", "claims/", "evidence/", "quotes/"],
  ["invites/"],
  ["mcp-servers/", "models/"],
  ["members/"],
  ["connectors/"],
  ["tool-calls/"],
  ["push/"],
  ["sync/"],
];

/** A module that has no place in the list lies above all that have one. */
const otherModules = foldersIn("server/src/modules").filter((name) => !namedModules.flat().includes(name));

const modules = [...namedModules, otherModules, ["mechanisms", "index"]];
const aboveModules = layers.slice(modulesAt + 1).flat();
const pushAt = modules.findIndex((names) => names.includes("push/"));

/** Layers inside `push/`: known state, plan, reports, execution, endpoints. */
const pushParts = [["ledger/"], ["plan/"], ["results/"], ["execute/"], ["routes/"], ["manifest"]];
const aboveExecute = [
  "routes/",
  "manifest",
  ...[...modules.slice(pushAt + 1), ...layers.slice(modulesAt + 1)].flat(),
];
const executeParts = [
  ["fenced", "waits", "why-stop"],
  ["outcomes/"],
  ["intents/", "work"],
  ["tracker-calls/"],
  ["finish-push", "save-steps", "sleep", "required-fields", "run-batch"],
  ["run-steps"],
  ["run-push"],
];

const dispatchAt = layers.findIndex((names) => names.includes("dispatch/"));
const dispatchParts = [
  ["serialized-error", "presented-claim", "commands", "trace-of", "input/"],
  ["concurrency/", "idempotency/"],
  ["handlers", "console-handlers", "streamed-list"],
  ["dispatcher", "writer"],
  ["postgres-writer", "run-action", "sqlite/"],
  ["execute"],
];

const httpAt = layers.findIndex((names) => names.includes("http/"));
const httpParts = [
  ["server-context"],
  ["connection/"],
  ["answers/"],
  ["authenticator", "console/"],
  ["cached-responses", "connector-callback", "error-reply", "health", "issuer-callback", "llms-txt", "oauth"],
  ["bodies/", "mcp", "prototypes/", "read-links/", "tracker-webhooks"],
  ["routes"],
];

/** The layers of `console/src`, the lowest first. `import()` counts as an import. */
const consoleLayers: readonly (readonly string[])[] = [
  ["base/", "diagram/"],
  ["markdown/"],
  ["api/"],
  ["session/"],
  ["live/"],
  ["components/"],
  ["edits/", "editor/"],
  ["planning/"],
  ["sign-in/"],
  ["shell/"],
  ["pages/"],
  ["routes/", "reference/", "router", "start"],
];

const consoleAbove = (layer: string) =>
  consoleLayers.slice(consoleLayers.findIndex((names) => names.includes(layer)) + 1).flat();

/** Layers inside `components/` and `planning/`; `*` stands for their own files. */
const componentParts = [
  ["*"],
  ["keyboard/", "loading/"],
  ["lists/", "overlays/", "text/"],
  ["forms/", "page/"],
];
const planningParts = [
  ["*"],
  ["claims/", "policy/", "presence/"],
  ["edits/"],
  ["dialogs/"],
  ["plans/", "specs/"],
  ["scope/"],
  ["discussion/", "inbox/", "trackers/"],
];

const pageFolders = foldersIn("console/src/pages");

const onlyContract = "The console knows the contract, the client and the texts of the demo only.";
const outsideConsole = [
  { group: ["**/server/**", "@groundplan/server*", "node:*"], message: onlyContract },
  { regex: "(^|/)cli/(bin|build|src/([^d]|d[^e]))", message: onlyContract },
];

const outsideClient = ["**/server/**", "**/cli/**", "**/console/**"];

const onlyOutbound = "Only server/src/outbound opens connections: use context.outbound.";
const connections = [
  "undici",
  "node:http",
  "node:https",
  "node:tls",
  "node:net",
  "http",
  "https",
  "tls",
  "net",
].map((name) => ({ name, message: onlyOutbound, allowTypeImports: true }));

const otherStores = {
  group: ["../*/store.ts", "../../*/store.ts"],
  message: "A module calls another module's access and operations, never its store.",
};

function foldersIn(folder: string): string[] {
  return readdirSync(join(import.meta.dirname, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${name}/`);
}

/** Returns the ways in which a file at any depth writes the import of these names. */
const importsOf = (names: readonly string[]) =>
  ["./", "../", "../../", "../../../", "../../../../"].flatMap((up) =>
    names.map((name) => `${up}${name}${name.endsWith("/") ? "**" : ".ts*"}`),
  );

interface Pattern {
  group?: string[];
  regex?: string;
  message: string;
}

/** Returns a rule that replaces earlier ones about the imports of these files. */
const refuse = (
  files: string[],
  patterns: readonly Pattern[],
  paths: typeof connections = [],
): OxlintOverride => ({
  files,
  rules: { "no-restricted-imports": ["error", { paths, patterns: [...patterns] }] },
});

/** Returns rules for each layer of a folder, which refuse imports of the layers above it. */
function upwards(
  folder: string,
  order: readonly (readonly string[])[],
  above: readonly string[] = [],
  always: readonly Pattern[] = [otherStores],
): OxlintOverride[] {
  return order.map((names, at) => {
    const group = importsOf([...order.slice(at + 1).flat(), ...above]);
    const message = "An import points upwards: see the layers in oxlint.config.ts.";
    const files = names.map((name) => `${folder}${name}${name.endsWith("/") ? "**" : ".ts*"}`);
    // The port of the metrics is one to listen on.
    const paths = names.includes("outbound/") || names.includes("metrics/") ? [] : connections;
    return refuse(files, [...(group.length > 0 ? [{ group, message }] : []), ...always], paths);
  });
}

export default defineConfig({
  plugins: ["typescript", "import", "promise", "node", "oxc", "unicorn"],
  categories: { correctness: "error" },
  rules: {
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "typescript/no-floating-promises": "error",
    "typescript/await-thenable": "error",
    "typescript/switch-exhaustiveness-check": "error",
    "typescript/restrict-template-expressions": "off",
    "typescript/no-base-to-string": "off",
    "typescript/unbound-method": "off",
    "typescript/require-array-sort-compare": "off",
    "typescript/no-misused-spread": "off",
    "unicorn/no-useless-spread": "off",
    "promise/no-callback-in-promise": "off",
    "no-restricted-globals": [
      "error",
      { name: "fetch", message: onlyOutbound },
      { name: "WebSocket", message: onlyOutbound },
    ],
  },
  overrides: [
    refuse(
      ["contract/src/**"],
      [{ group: ["@groundplan/*", "node:*"], message: "The contract depends on zod and diff only." }],
    ),
    // It lies above the contract, through whose name the console's build gets endpoints without schemas.
    { files: ["contract/src/first-reads.ts"], rules: { "no-restricted-imports": "off" } },
    ...upwards("server/src/", layers),
    ...upwards("server/src/dispatch/", dispatchParts, layers.slice(dispatchAt + 1).flat()),
    ...upwards("server/src/http/", httpParts, layers.slice(httpAt + 1).flat()),
    ...upwards("server/src/modules/", modules, aboveModules),
    ...upwards("server/src/modules/push/", pushParts, [...modules.slice(pushAt + 1).flat(), ...aboveModules]),
    ...upwards("server/src/modules/push/execute/", executeParts, aboveExecute),
    refuse(["console/src/*"], outsideConsole),
    ...upwards("console/src/", consoleLayers, [], outsideConsole),
    ...upwards("console/src/components/", componentParts, consoleAbove("components/"), outsideConsole),
    ...upwards("console/src/planning/", planningParts, consoleAbove("planning/"), outsideConsole),
    ...pageFolders.map((page) => {
      const group = importsOf([...pageFolders.filter((other) => other !== page), ...consoleAbove("pages/")]);
      const message = "A page's folder imports no other page's: see `planning/` and `components/`.";
      return refuse([`console/src/pages/${page}**`], [{ group, message }, ...outsideConsole]);
    }),
    refuse(
      ["client/src/import/**"],
      [
        {
          group: ["node:*", "zod", ...outsideClient],
          message:
            "What reads folders to import runs in browsers, too, and knows the contract and the client only.",
        },
      ],
    ),
    refuse(
      ["client/src/import/*/**"],
      [
        {
          group: ["node:*", "zod", "@groundplan/*", ...outsideClient],
          message:
            "A format's reader runs in a worker of the browser: it names files of the contract without schemas.",
        },
      ],
    ),
    // What runs in the browser before the console does has no client yet, and modules are no answers of the API.
    {
      files: [
        "server/src/outbound/**",
        "client/**",
        "console/public/**",
        "console/src/base/preload-helper.ts",
      ],
      rules: { "no-restricted-globals": "off" },
    },
    // A stand-in's state and its parts name each other.
    { files: ["stand-ins/**"], rules: { "import/no-cycle": "off" } },
    {
      files: [
        "**/*.test.ts",
        "**/testing.ts",
        "**/*.test-support.ts",
        "server/test/**",
        "console/test/**",
        "stand-ins/**",
        "scripts/**",
        "bench/**",
      ],
      rules: {
        "no-restricted-globals": "off",
        "no-restricted-imports": "off",
        "typescript/no-implied-eval": "off",
        "typescript/no-meaningless-void-operator": "off",
      },
    },
  ],
});
