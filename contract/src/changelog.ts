/** One release: the changes that a client of the API can see. */
export interface Release {
  version: string;
  /** The day of the release as `YYYY-MM-DD`. */
  date: string;
  changes: string[];
}

/**
 * The releases, newest first, as `GET /v1/changelog` serves them. An entry that deprecates or removes something also
 * says what to call instead (contract section 9).
 */
export const changelog: readonly Release[] = [
  {
    version: "0.1.0",
    date: "2026-11-21",
    changes: [
      "First release: API keys, projects, plans with sub-plans, sharing, specs with versions, and dependencies.",
      "Readiness of a spec with its reasons, the graph of a plan, and what is next over everything a caller can read.",
      "Specs and plans keep where an import found them (`externalRef`), and lists find them by it.",
      "Plans with their specs are imported, and imported again: what only one side changed is taken (`POST /v1/projects/{projectSlug}/imports`).",
      "An import brings context sources of its plans and of the project, too (`sources`); `plans` may be empty beside them.",
      "Plans and their specs can be pushed to Linear, Jira Cloud and GitHub Issues; what people change there comes back.",
      "A page of a list may be shorter than its `limit`: it ends early at 4 MiB. Go on while there is a `nextCursor`.",
      "`If-Match` holds on every write that changes a plan or a spec, POSTs included: 412.",
      "A body in another charset than UTF-8, or a compressed one, is 415.",
      "`details` of a 404 or 409 that a field of the body caused is a list of `{path, message}`.",
      "`onGone` of a push, `goneCount` of a push status and `references` of a project's tracker.",
      "A push leaves out specs that are done or cancelled and were never pushed; `includeDone` takes them.",
      "`belowReady` of a push names the plan of each spec: `planShortId`.",
      "Open questions in a plan's description lower the readiness of its specs.",
      "Members: their roles, leaving, removal with `transferPlansTo`, and the end of a member's credentials (`/v1/members`).",
      "Invites by link: made, sent again, revoked and accepted (`/v1/invites`); the workspace's name and slug (`/v1/workspace`).",
      "`DELETE …/shares/{userId}` takes an e-mail address, too. A new or invited address with compatibility forms, decomposed letters, `ı` or `ſ` is 400.",
      "A member has `isProven`, and the mail of an invite a link of its own. An account whose address is not proven joins no further workspace: 403 `address_not_proven`.",
      "Apps connect by OAuth 2.1, and a person lists and ends their connections (`/v1/oauth-connections`).",
      "An app registers redirects to https, http on loopback addresses, private-use schemes with a dot, or a known editor only; others are left out. What fails before a person has answered is shown on a page and never redirected.",
      "What an app registers and this service does not know (scopes, grant and response types, other metadata) is left out, and the answer says what was registered. A `resource` may end with a slash, and its host be in any case.",
      "A refresh token that is sent again within 30 seconds, before the next one was used, gets the same pair again; any other second use ends the connection.",
      "A 409 `revision_conflict` tells the current revision with the three texts (`base`, `yours`, `current`); a `baseRevision` that never was is 400.",
      "Instructions of the company and of projects, with versions and proposals (`/v1/instructions`, `/v1/projects/{projectSlug}/instructions`).",
      "Formats of specs and epics: built-in, the company's and a project's (`/v1/formats`, `/v1/projects/{projectSlug}/formats`).",
      "Context sources of the workspace, of projects and of plans, as texts (`…/context`).",
      "What a planner should read for a plan, within a budget of tokens (`…/context/pack`).",
      "Skills of the company and of projects, beside built-in ones for planning (`/v1/skills`).",
      "Skills are imported from zip archives of skill folders and exported as such (`…/skills/import`, `…/skills/{slug}/export`).",
      "An answer of more than 64 KB is sent with gzip to who accepts that.",
      "What happens, live as server-sent events (`GET /v1/events`), and as the audit of owners (`GET /v1/audit`).",
      "The catalog of connectors has well-known MCP servers and the workspace's own, which are added and probed (`/v1/mcp-servers`).",
      "What of a connector may be used is switched for the workspace and for projects, tool by tool (`/v1/connectors/{connectorId}/toolsets`); a tracker that is switched off is 409 `not_connected`.",
      "Members use a tool of a connected MCP server (`POST /v1/mcp-servers/{slug}/tools/{tool}/call`).",
      "`overwriteFields` of a push: which fields are written over what was edited in the tracker.",
      "Items of the inbox are marked as unread, or put off until a time (`POST /v1/notifications/unread`, `POST /v1/notifications/snooze`).",
      "Webhooks by the Standard Webhooks rules: signed, repeated, in order, with a log and redelivery (`/v1/webhooks`).",
      "A plan's prototype, uploaded as files or an archive, and public links to it (`…/prototype`, `…/prototype/shares`).",
      "A version names its author and the key or app by which it was written (`author`, `credential`).",
      "A dependency that closes a circle of specs and plans mixed is 409 `dependency_cycle`, too. A move can still make one: `cycles` of a plan's graph and of the first page of `GET /v1/next` name it, and the readiness of its specs has the reason `dependency_cycle`.",
      "A plan's graph counts the open specs without an effort (`unestimated`), and those on the critical path (`criticalPathUnestimated`); they are computed with as if they had 3.",
      "An answer above 64 KiB waits while a credential leaves 8 MiB of answers unread, or an address 64 such answers; after 10 seconds it is 429.",
      "Operations marked `x-status: planned` in the OpenAPI document are declared and answer 501.",
      "Acceptance criteria are read as people write them: numbered items, lines with labels, Gherkin, bullets, task boxes and tables, under more names and in sixteen languages; an item tells its `line` and, if it has a box, `checked`.",
      "Readiness lists at most eight reasons; while there are no criteria, that is the first, and its `fix` names what could be them.",
      "Deprecated from the start: `doneWhen` of a spec. Read the texts of `acceptanceCriteria` instead.",
      "A probe of an MCP server keeps each usable tool however odd the others are; `toolsDropped` has `name: reason`, and `lastProbe.error` of an `ok` probe says why only a part of the list was read.",
      '`PATCH /v1/connectors/{connectorId}/toolsets` without a switch (`{}`, `{"tools": {}}` or only a `projectSlug`) is 400 `invalid_request`.',
      "A dry run of a push counts the plans and specs that differ as the push status does (`changedCount`), and its message says how many of them wait because they were edited in the tracker, too.",
      "A web page that is added without a `title`, and has none itself, is called like the last segment of its path; a title that nobody gave gets a number if it is taken, instead of 409 `title_taken`.",
    ],
  },
];
