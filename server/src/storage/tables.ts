import type { AnchorTables } from "./tables/anchors.ts";
import type { ClaimTables } from "./tables/claims.ts";
import type { ConnectorTables } from "./tables/connectors.ts";
import type { ContextTables } from "./tables/context.ts";
import type { DependencyTables } from "./tables/dependencies.ts";
import type { DeviceTables } from "./tables/devices.ts";
import type { DocumentFileTables } from "./tables/document-files.ts";
import type { EventTables } from "./tables/events.ts";
import type { EvidenceTables } from "./tables/evidence.ts";
import type { FileTables } from "./tables/files.ts";
import type { IdempotencyTables } from "./tables/idempotency.ts";
import type { IdentityTables } from "./tables/identity.ts";
import type { ImportTables } from "./tables/imports.ts";
import type { InboxTables } from "./tables/inbox.ts";
import type { InstructionTables } from "./tables/instructions.ts";
import type { InviteTables } from "./tables/invites.ts";
import type { IssuerTables } from "./tables/issuers.ts";
import type { JobTables } from "./tables/jobs.ts";
import type { LabelTables } from "./tables/labels.ts";
import type { McpServerTables } from "./tables/mcp-servers.ts";
import type { ModelTables } from "./tables/models.ts";
import type { OAuthTables } from "./tables/oauth.ts";
import type { PasskeyTables } from "./tables/passkeys.ts";
import type { PlanTables } from "./tables/plans.ts";
import type { ProjectTables } from "./tables/projects.ts";
import type { PrototypeTables } from "./tables/prototypes.ts";
import type { PushTables } from "./tables/push.ts";
import type { QuoteTables } from "./tables/quotes.ts";
import type { ReadLinkTables } from "./tables/read-links.ts";
import type { RevisionTables } from "./tables/revisions.ts";
import type { RunTables } from "./tables/runs.ts";
import type { SearchTables } from "./tables/search.ts";
import type { SecretTables } from "./tables/secrets.ts";
import type { SignInTables } from "./tables/sign-in.ts";
import type { SkillTables } from "./tables/skills.ts";
import type { SpecTables } from "./tables/specs.ts";
import type { SuggestionTables } from "./tables/suggestions.ts";
import type { SyncTables } from "./tables/sync.ts";
import type { ThreadTables } from "./tables/threads.ts";
import type { TrackerTables } from "./tables/trackers.ts";
import type { WebhookTables } from "./tables/webhooks.ts";

/**
 * Rows as both databases store them: text ids, integer booleans, ISO times, JSON as text. Closed sets are
 * typed as unions, the contract's if the API shows them. Keys start with the workspace, for sharding.
 */
export interface Tables
  extends IdentityTables,
    SignInTables,
    PasskeyTables,
    IssuerTables,
    ProjectTables,
    PlanTables,
    SpecTables,
    LabelTables,
    ClaimTables,
    EvidenceTables,
    QuoteTables,
    DependencyTables,
    RevisionTables,
    AnchorTables,
    EventTables,
    JobTables,
    FileTables,
    DocumentFileTables,
    ModelTables,
    RunTables,
    IdempotencyTables,
    SecretTables,
    TrackerTables,
    ConnectorTables,
    McpServerTables,
    PushTables,
    SyncTables,
    ImportTables,
    ContextTables,
    InstructionTables,
    InboxTables,
    DeviceTables,
    InviteTables,
    SkillTables,
    SearchTables,
    PrototypeTables,
    ReadLinkTables,
    ThreadTables,
    SuggestionTables,
    WebhookTables,
    OAuthTables {}

/** Columns that hold file ids of the row's workspace. */
export type FileColumn = {
  [T in keyof Tables]: { table: T; column: Extract<keyof Tables[T], `${string}file_id`> };
}[keyof Tables];
