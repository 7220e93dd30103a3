/** A well-known remote MCP server, as publicly documented by its vendor. */
export interface CuratedServer {
  /** No tracker's id, and without the prefix `x_`. */
  id: string;
  vendor: string;
  label: string;
  /** For streamable HTTP. */
  url: string;
  /** The authentication: each user signs in at the vendor, or none. */
  auth: "oauth" | "none";
  description: string;
  /** As documented; 0 if unknown. */
  tools: number;
  /** Documents URL, authentication and tools. */
  source: string;
  /** Documents the number of tools, if not in `source`. */
  toolsSource?: string;
  /** Documents users' own keys instead of a sign-in. */
  keySource?: string;
  lookedUp: string;
}

/**
 * As documented; actual tools show after connecting. Includes servers that require a manually registered app:
 * connecting reports it.
 */
export const curatedServers: readonly CuratedServer[] = [
  {
    id: "notion",
    vendor: "Notion",
    label: "Notion",
    url: "https://mcp.notion.com/mcp",
    auth: "oauth",
    description: "Search, read and write the pages, databases and comments of a Notion workspace.",
    tools: 15,
    source: "https://developers.notion.com/docs/mcp",
    toolsSource: "https://docs.bluenexus.ai/platform/third-party-services-api-reference/notion",
    lookedUp: "2026-11-23",
  },
  {
    id: "linear-mcp",
    vendor: "Linear",
    label: "Linear MCP",
    url: "https://mcp.linear.app/mcp",
    auth: "oauth",
    description: "Find, create and update issues, projects and comments in Linear.",
    tools: 24,
    source: "https://linear.app/docs/mcp",
    toolsSource: "https://github.com/newhook/co/pull/107",
    keySource: "https://integrations.sh/linear.app/linear/",
    lookedUp: "2026-11-23",
  },
  {
    id: "github-mcp",
    vendor: "GitHub",
    label: "GitHub MCP",
    url: "https://api.githubcopilot.com/mcp/",
    auth: "oauth",
    description: "Read repositories and code, and work with issues and pull requests on GitHub.",
    // The default toolsets: context, issues, pull requests, repositories and users.
    tools: 43,
    source: "https://github.com/github/github-mcp-server",
    keySource:
      "https://github.blog/changelog/2025-06-12-remote-github-mcp-server-is-now-available-in-public-preview",
    lookedUp: "2026-11-23",
  },
  {
    id: "sentry",
    vendor: "Sentry",
    label: "Sentry",
    url: "https://mcp.sentry.dev/mcp",
    auth: "oauth",
    description: "Look into errors, issues and traces of applications that Sentry watches.",
    // Those listed initially; the others are discovered through them.
    tools: 9,
    source: "https://github.com/getsentry/sentry-mcp",
    lookedUp: "2026-11-23",
  },
  {
    id: "atlassian",
    vendor: "Atlassian",
    label: "Atlassian",
    url: "https://mcp.atlassian.com/v2/mcp",
    auth: "oauth",
    description: "Search, read and write work items of Jira and pages of Confluence.",
    tools: 0,
    source: "https://github.com/atlassian/atlassian-mcp-server",
    lookedUp: "2026-11-23",
  },
  {
    id: "figma",
    vendor: "Figma",
    label: "Figma",
    url: "https://mcp.figma.com/mcp",
    auth: "oauth",
    description:
      "Read designs, variables and components of Figma files as context for what is built from them.",
    tools: 16,
    source: "https://github.com/figma/mcp-server-guide",
    lookedUp: "2026-11-23",
  },
  {
    id: "asana",
    vendor: "Asana",
    label: "Asana",
    url: "https://mcp.asana.com/v2/mcp",
    auth: "oauth",
    description: "Read and change the tasks, projects and portfolios of an Asana workspace.",
    tools: 15,
    source: "https://developers.asana.com/docs/integrating-with-asanas-mcp-server",
    toolsSource: "https://www.developersdigest.tech/mcp-servers/asana",
    lookedUp: "2026-11-23",
  },
  {
    id: "intercom",
    vendor: "Intercom",
    label: "Intercom",
    url: "https://mcp.intercom.com/mcp",
    auth: "oauth",
    description: "Search conversations, contacts and help articles of an Intercom workspace.",
    tools: 13,
    source: "https://developers.intercom.com/docs/guides/mcp",
    lookedUp: "2026-11-23",
  },
  {
    id: "stripe",
    vendor: "Stripe",
    label: "Stripe",
    url: "https://mcp.stripe.com",
    auth: "oauth",
    description: "Look up and change customers, products, invoices and payments of a Stripe account.",
    tools: 19,
    source: "https://github.com/stripe/agent-toolkit",
    lookedUp: "2026-11-23",
  },
  {
    id: "cloudflare",
    vendor: "Cloudflare",
    label: "Cloudflare",
    url: "https://mcp.cloudflare.com/mcp",
    auth: "oauth",
    description: "Search the API of Cloudflare and call it for an account.",
    tools: 2,
    source: "https://github.com/cloudflare/mcp",
    lookedUp: "2026-11-23",
  },
  {
    id: "context7",
    vendor: "Upstash",
    label: "Context7",
    url: "https://mcp.context7.com/mcp",
    auth: "none",
    description: "Look up the current documentation of libraries and frameworks.",
    tools: 2,
    source: "https://github.com/upstash/context7",
    lookedUp: "2026-11-23",
  },
];
