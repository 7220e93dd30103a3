/** The agents that have settings to copy. */
export const clients = [
  ["claude", "Claude Code"],
  ["codex", "Codex"],
  ["cursor", "Cursor"],
  ["vscode", "VS Code"],
  ["gemini", "Gemini CLI"],
  ["stdio", "Another, over stdio"],
] as const;

export type ClientId = (typeof clients)[number][0];

export interface Connection {
  /** The MCP endpoint's address. */
  address: string;
  tools: "all" | "read" | "work";
  /** Null for a sign-in by OAuth. */
  key: string | null;
}

export interface Block {
  /** A file, or where a command is run. */
  place: string;
  text: string;
}

interface Setup {
  blocks: Block[];
  /** What is left to do by hand. */
  next?: string;
}

const terminal = "In a terminal";
const variable = "GROUNDPLAN_API_KEY";

/** Returns the settings that connect a client, in the shape that its documentation shows. */
export const setupOf = (client: ClientId, connection: Connection): Setup => setups[client](connection);

const setups: Record<ClientId, (connection: Connection) => Setup> = {
  claude: (connection) => {
    const { key } = connection;
    const add = `claude mcp add --transport http groundplan "${urlOf(connection)}"`;
    // Takes all words that follow, so it comes last.
    if (key !== null)
      return { blocks: [{ place: terminal, text: `${add} --header "Authorization: Bearer ${key}"` }] };
    return {
      blocks: [{ place: terminal, text: add }],
      next: "Then type /mcp in Claude Code, choose groundplan, and sign in.",
    };
  },
  codex: (connection) => {
    const { key } = connection;
    const table = `[mcp_servers.groundplan]\nurl = ${JSON.stringify(urlOf(connection))}`;
    const file = "~/.codex/config.toml";
    if (key === null)
      return {
        blocks: [
          { place: file, text: table },
          { place: terminal, text: "codex mcp login groundplan" },
        ],
      };
    return {
      blocks: [
        { place: file, text: `${table}\nbearer_token_env_var = "${variable}"` },
        { place: `${terminal}, before Codex starts there`, text: `export ${variable}="${key}"` },
      ],
    };
  },
  cursor: (connection) => ({
    blocks: [
      {
        place: "~/.cursor/mcp.json",
        text: json({
          mcpServers: { groundplan: { url: urlOf(connection), headers: headersOf(connection) } },
        }),
      },
    ],
    ...ifSignsIn(connection, "Then open Cursor's MCP settings, and connect groundplan there."),
  }),
  vscode: (connection) => ({
    blocks: [
      {
        place: "mcp.json, opened by the command MCP: Open User Configuration",
        text: json({
          servers: { groundplan: { type: "http", url: urlOf(connection), headers: headersOf(connection) } },
        }),
      },
    ],
    ...ifSignsIn(connection, "Then start the server above its entry, and allow the sign-in."),
  }),
  gemini: (connection) => ({
    blocks: [
      {
        place: "~/.gemini/settings.json",
        text: json({
          mcpServers: { groundplan: { httpUrl: urlOf(connection), headers: headersOf(connection) } },
        }),
      },
    ],
    ...ifSignsIn(connection, "Then type /mcp auth groundplan in Gemini CLI."),
  }),
  stdio: ({ address, tools, key }) => {
    const GROUNDPLAN_URL = address.replace(/\/mcp$/, "");
    const subset = tools === "all" ? [] : ["--tools", tools];
    const args = ["mcp", ...subset];
    const server = { command: "groundplan", args, env: { GROUNDPLAN_URL, [variable]: key ?? undefined } };
    const file = { place: "The agent's MCP settings", text: json({ mcpServers: { groundplan: server } }) };
    if (key !== null) return { blocks: [file] };
    const signIn = { place: terminal, text: `GROUNDPLAN_URL="${GROUNDPLAN_URL}" groundplan login` };
    return { blocks: [signIn, file] };
  },
};

const urlOf = ({ address, tools }: Connection): string =>
  tools === "all" ? address : `${address}?tools=${tools}`;

/** Returns the headers of a key; JSON leaves undefined out. */
const headersOf = ({ key }: Connection) => (key === null ? undefined : { Authorization: `Bearer ${key}` });

const ifSignsIn = ({ key }: Connection, next: string): { next?: string } => (key === null ? { next } : {});

const json = (value: object): string => JSON.stringify(value, null, 2);
