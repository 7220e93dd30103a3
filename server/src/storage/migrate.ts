import { type Kysely, sql } from "kysely";
import { ConfigError } from "../config/config-error.ts";
import { isPostgres } from "./dialect.ts";
import { spine } from "./migrations/001-spine.ts";
import { edges } from "./migrations/002-edges.ts";
import { trackers } from "./migrations/003-trackers.ts";
import { externalRefs } from "./migrations/004-external-refs.ts";
import { foldedNames } from "./migrations/005-folded-names.ts";
import { gone } from "./migrations/006-gone.ts";
import { pushNames } from "./migrations/007-push-names.ts";
import { planQuestions } from "./migrations/008-plan-questions.ts";
import { imported } from "./migrations/009-imported.ts";
import { signIn } from "./migrations/010-sign-in.ts";
import { invites } from "./migrations/011-invites.ts";
import { oauth } from "./migrations/012-oauth.ts";
import { passkeys } from "./migrations/013-passkeys.ts";
import { issuers } from "./migrations/014-issuers.ts";
import { context } from "./migrations/015-context.ts";
import { instructions } from "./migrations/016-instructions.ts";
import { skills } from "./migrations/017-skills.ts";
import { files } from "./migrations/018-files.ts";
import { search } from "./migrations/019-search.ts";
import { importedSources } from "./migrations/020-imported-sources.ts";
import { skillFiles } from "./migrations/021-skill-files.ts";
import { contextTitles } from "./migrations/023-context-titles.ts";
import { events } from "./migrations/030-events.ts";
import { threads } from "./migrations/031-threads.ts";
import { anchors } from "./migrations/032-anchors.ts";
import { suggestions } from "./migrations/033-suggestions.ts";
import { webhooks } from "./migrations/034-webhooks.ts";
import { inbox } from "./migrations/035-inbox.ts";
import { prototypes } from "./migrations/036-prototypes.ts";
import { revisionCredentials } from "./migrations/037-revision-credentials.ts";
import { jobTraces } from "./migrations/038-job-traces.ts";
import { threadPeople } from "./migrations/039-thread-people.ts";
import { mcpServers } from "./migrations/040-mcp-servers.ts";
import { grants } from "./migrations/041-grants.ts";
import { boundedWork } from "./migrations/042-bounded-work.ts";
import { joinedLetters } from "./migrations/043-joined-letters.ts";
import { tokenHints } from "./migrations/044-token-hints.ts";
import { knownBrowsers } from "./migrations/045-known-browsers.ts";
import { snoozes } from "./migrations/046-snoozes.ts";
import { searchByPlan } from "./migrations/047-search-by-plan.ts";
import { searchByPlanOnPostgres } from "./migrations/048-search-by-plan-on-postgres.ts";
import { refreshAnswers } from "./migrations/050-refresh-answers.ts";
import { provenAccounts } from "./migrations/051-proven-accounts.ts";
import { planNeeds } from "./migrations/054-plan-needs.ts";
import { criteriaForms } from "./migrations/057-criteria-forms.ts";
import { pushedStatuses } from "./migrations/058-pushed-statuses.ts";
import { sentParts } from "./migrations/059-sent-parts.ts";
import { trackerFields } from "./migrations/060-tracker-fields.ts";
import { failureReasons } from "./migrations/061-failure-reasons.ts";
import { companyDocuments } from "./migrations/062-company-documents.ts";
import { workspaceStorage } from "./migrations/063-workspace-storage.ts";
import { deletedSpecs } from "./migrations/064-deleted-specs.ts";
import { deletedSlugs } from "./migrations/065-deleted-slugs.ts";
import { looks } from "./migrations/066-looks.ts";
import { planPositions } from "./migrations/068-plan-positions.ts";
import { refusedJobs } from "./migrations/069-refused-jobs.ts";
import { claims } from "./migrations/070-claims.ts";
import { questions } from "./migrations/071-questions.ts";
import { evidence } from "./migrations/072-evidence.ts";
import { claimable } from "./migrations/073-claimable.ts";
import { evidencePolicy } from "./migrations/074-evidence-policy.ts";
import { suggestedSpecs } from "./migrations/075-suggested-specs.ts";
import { documentFiles } from "./migrations/076-document-files.ts";
import { mcpUse } from "./migrations/077-mcp-use.ts";
import { openPlans } from "./migrations/078-open-plans.ts";
import { pushedPictures } from "./migrations/079-pushed-pictures.ts";
import { models } from "./migrations/080-models.ts";
import { runs } from "./migrations/081-runs.ts";
import { suggestionsOfRuns } from "./migrations/082-suggestions-of-runs.ts";
import { workFields } from "./migrations/083-work-fields.ts";
import { channels } from "./migrations/090-channels.ts";
import { devices } from "./migrations/091-devices.ts";
import { webhookFormats } from "./migrations/092-webhook-formats.ts";
import { templates } from "./migrations/095-templates.ts";
import { readLinks } from "./migrations/096-read-links.ts";
import { bin } from "./migrations/097-bin.ts";
import { importFiles } from "./migrations/098-import-files.ts";
import { pushedDetails } from "./migrations/099-pushed-details.ts";
import { rootsOfRuns } from "./migrations/100-roots-of-runs.ts";
import { listsInOrder } from "./migrations/101-lists-in-order.ts";

const migrations: readonly { name: string; up: (db: Kysely<unknown>) => Promise<void> }[] = [
  { name: "001-spine", up: spine },
  { name: "002-edges", up: edges },
  { name: "003-trackers", up: trackers },
  { name: "004-external-refs", up: externalRefs },
  { name: "005-folded-names", up: foldedNames },
  { name: "006-gone", up: gone },
  { name: "007-push-names", up: pushNames },
  { name: "008-plan-questions", up: planQuestions },
  { name: "009-imported", up: imported },
  { name: "010-sign-in", up: signIn },
  { name: "011-invites", up: invites },
  { name: "012-oauth", up: oauth },
  { name: "013-passkeys", up: passkeys },
  { name: "014-issuers", up: issuers },
  { name: "015-context", up: context },
  { name: "016-instructions", up: instructions },
  { name: "017-skills", up: skills },
  { name: "018-files", up: files },
  { name: "019-search", up: search },
  { name: "020-imported-sources", up: importedSources },
  { name: "021-skill-files", up: skillFiles },
  { name: "023-context-titles", up: contextTitles },
  { name: "030-events", up: events },
  { name: "031-threads", up: threads },
  { name: "032-anchors", up: anchors },
  { name: "033-suggestions", up: suggestions },
  { name: "034-webhooks", up: webhooks },
  { name: "035-inbox", up: inbox },
  { name: "036-prototypes", up: prototypes },
  { name: "037-revision-credentials", up: revisionCredentials },
  { name: "038-job-traces", up: jobTraces },
  { name: "039-thread-people", up: threadPeople },
  { name: "040-mcp-servers", up: mcpServers },
  { name: "041-grants", up: grants },
  { name: "042-bounded-work", up: boundedWork },
  { name: "043-joined-letters", up: joinedLetters },
  { name: "044-token-hints", up: tokenHints },
  { name: "045-known-browsers", up: knownBrowsers },
  { name: "046-snoozes", up: snoozes },
  { name: "047-search-by-plan", up: searchByPlan },
  { name: "048-search-by-plan-on-postgres", up: searchByPlanOnPostgres },
  { name: "050-refresh-answers", up: refreshAnswers },
  { name: "051-proven-accounts", up: provenAccounts },
  { name: "054-plan-needs", up: planNeeds },
  { name: "057-criteria-forms", up: criteriaForms },
  { name: "058-pushed-statuses", up: pushedStatuses },
  { name: "059-sent-parts", up: sentParts },
  { name: "060-tracker-fields", up: trackerFields },
  { name: "061-failure-reasons", up: failureReasons },
  { name: "062-company-documents", up: companyDocuments },
  { name: "063-workspace-storage", up: workspaceStorage },
  { name: "064-deleted-specs", up: deletedSpecs },
  { name: "065-deleted-slugs", up: deletedSlugs },
  { name: "066-looks", up: looks },
  { name: "068-plan-positions", up: planPositions },
  { name: "069-refused-jobs", up: refusedJobs },
  { name: "070-claims", up: claims },
  { name: "071-questions", up: questions },
  { name: "072-evidence", up: evidence },
  { name: "073-claimable", up: claimable },
  { name: "074-evidence-policy", up: evidencePolicy },
  { name: "075-suggested-specs", up: suggestedSpecs },
  { name: "076-document-files", up: documentFiles },
  { name: "077-mcp-use", up: mcpUse },
  { name: "078-open-plans", up: openPlans },
  { name: "079-pushed-pictures", up: pushedPictures },
  { name: "080-models", up: models },
  { name: "081-runs", up: runs },
  { name: "082-suggestions-of-runs", up: suggestionsOfRuns },
  { name: "083-work-fields", up: workFields },
  { name: "090-channels", up: channels },
  { name: "091-devices", up: devices },
  { name: "092-webhook-formats", up: webhookFormats },
  { name: "095-templates", up: templates },
  { name: "096-read-links", up: readLinks },
  { name: "097-bin", up: bin },
  { name: "098-import-files", up: importFiles },
  { name: "099-pushed-details", up: pushedDetails },
  { name: "100-roots-of-runs", up: rootsOfRuns },
  { name: "101-lists-in-order", up: listsInOrder },
];

/** The schema version of this release. */
export const newestMigration = migrations.at(-1)?.name ?? "";

export const isMigration = (name: string): boolean => migrations.some((migration) => migration.name === name);

/** Returns the name of a database's last migration, preferring an unknown newer one. */
export async function migrationOf<T>(db: Kysely<T>): Promise<string> {
  const applied = await appliedTo(db);
  return newerOf(applied) ?? migrations.findLast(({ name }) => applied.has(name))?.name ?? "";
}

/**
 * Migrates the schema under a lock, so that processes starting at once migrate it once. Kysely's migrator
 * doesn't lock SQLite.
 */
export async function migrate<T>(db: Kysely<T>): Promise<void> {
  // Checked before locking, since a busy service on SQLite holds the lock almost always, and admin commands
  // run alongside.
  if (await isCurrent(db)) return;
  await db.connection().execute(async (connection) => {
    await sql.raw(isPostgres(db) ? "begin" : "begin immediate").execute(connection);
    try {
      if (isPostgres(db)) await sql`select pg_advisory_xact_lock(4500)`.execute(connection);
      await applyMigrations(connection);
      await sql.raw("commit").execute(connection);
    } catch (error) {
      // Fails too if the connection is broken; the first error is the informative one.
      await sql
        .raw("rollback")
        .execute(connection)
        .catch(() => {});
      throw error;
    }
  });
}

/** Tests that no migration is missing. An inaccessible database, such as an empty one, is not current. */
async function isCurrent<T>(db: Kysely<T>): Promise<boolean> {
  const applied = await appliedTo(db).catch(() => new Set());
  return applied.size === migrations.length && migrations.every(({ name }) => applied.has(name));
}

async function appliedTo<T>(db: Kysely<T>): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db);
  return new Set(rows.map((row) => row.name));
}

const newerOf = (applied: Set<string>) => [...applied].find((name) => !isMigration(name));

/** Applies missing migrations up to the named one in the connection's transaction. */
export async function applyMigrations<T>(connection: Kysely<T>, last = newestMigration): Promise<void> {
  const db = connection as unknown as Kysely<unknown>;
  await sql`create table if not exists migrations (name text primary key, applied_at text not null)`.execute(
    db,
  );
  const applied = await appliedTo(db);
  const newer = newerOf(applied);
  if (newer)
    throw new ConfigError(
      `The database was migrated by a newer version (${newer}). Start that version, or restore a backup.`,
    );
  const until = migrations.findIndex(({ name }) => name === last) + 1;
  for (const migration of migrations.slice(0, until)) {
    if (applied.has(migration.name)) continue;
    await migration.up(db).catch((error: unknown) => {
      throw failedMigration(migration.name, error);
    });
    await sql`insert into migrations (name, applied_at) values (${migration.name}, ${new Date().toISOString()})`.execute(
      db,
    );
  }
}

/** Returns the error of a failed migration, which was rolled back as a whole, with the database's message. */
function failedMigration(name: string, error: unknown): ConfigError {
  const { message, code } = error as Error & { code?: string };
  const why = code === undefined ? message : `${message} (${code})`;
  return new ConfigError(
    `The migration ${name} of the database failed: ${why}. Nothing was changed: mend what it says, or start the version before.`,
    { cause: error },
  );
}
