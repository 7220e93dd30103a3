import { getSpec, type Spec, updateSpec } from "@groundplan/contract";
import { ApiError } from "../../../../client/src/index.ts";
import { readText } from "../../api/read-input.ts";
import { command } from "../../command.ts";
import { canAsk } from "../../confirm.ts";
import { hasMarks, markConflicts } from "../../editor/mark-conflicts.ts";
import { createDraft, type Draft } from "../../editor/open-editor.ts";
import { exitCodeFor, explain, Failure } from "../../failure.ts";
import { asName, fileOption, given, jsonOption, projectOption } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { type Common, openSession, type Session } from "../../session.ts";
import { type FieldOptions, fieldsOf, withFields } from "./spec-fields.ts";

interface Options extends Common, FieldOptions {
  title?: string;
  file?: string;
}

type Params = Awaited<ReturnType<Session["spec"]>>;

export const editSpec = () =>
  withFields(
    command(
      "edit",
      "edit a spec's text in $EDITOR, or change its fields",
      "groundplan spec edit PLAN-1/SPEC-2   # merges with what others change meanwhile",
      "groundplan spec edit PLAN-1/SPEC-2 --file sign-in.md",
      "groundplan spec edit PLAN-1/SPEC-2 --effort 3 --assignee ada@example.com",
    )
      .argument("<spec>", "such as PLAN-1/SPEC-2")
      .option("--title <title>", "its new title", asName)
      .addOption(fileOption("its new text, in markdown")),
  )
    .addOption(projectOption())
    .addOption(jsonOption("{spec}"))
    .action(async (handle: string, { title, file, ...options }: Options) => {
      const session = openSession(options);
      const params = await session.spec(handle);
      const content = file === undefined ? undefined : await readText(file);
      const fields = { ...(await fieldsOf(session, options)), ...given({ title, content }) };
      const hasFields = Object.keys(fields).length > 0;
      const spec = hasFields
        ? (await session.client.call(updateSpec, { params, body: fields })).spec
        : await editText(session, params);
      if (spec === null) return say("The text is unchanged.");
      if (options.json) return sayJson({ spec });
      say(
        printable(`${params.planShortId}/${spec.shortId}  ${spec.title} (${spec.readinessLabel ?? "Rough"})`),
      );
    });

/** Opens the text in the editor and saves it; returns null if it was not changed. */
async function editText({ client }: Session, params: Params): Promise<Spec | null> {
  const { planShortId, specShortId } = params;
  const draft = createDraft(`${planShortId}-${specShortId}.md`);
  const { spec } = await client.call(getSpec, { params });
  const edited = await draft.edit(spec.content);
  if (edited === spec.content) {
    draft.drop();
    return null;
  }
  try {
    const saved = await save(client, params, draft, edited, spec.revision);
    draft.drop();
    return saved;
  } catch (cause) {
    const why = explain(cause);
    if (why === undefined) throw cause;
    throw new Failure(
      `${why}\nYour text is in ${draft.file}. Save it with \`groundplan spec edit ${planShortId}/${specShortId} --file ${draft.file}\`.`,
      { cause, exitCode: exitCodeFor(cause) },
    );
  }
}

/** Saves a text. While others changed the same lines, both are shown in the editor, to be merged. */
async function save(
  client: Session["client"],
  params: Params,
  draft: Draft,
  text: string,
  baseRevision: number,
): Promise<Spec> {
  try {
    return (await client.call(updateSpec, { params, body: { content: text, baseRevision } })).spec;
  } catch (error) {
    const conflict = conflictOf(error);
    if (!conflict || !canAsk()) throw error;
    process.stderr.write(
      "Somebody changed the same lines. Both are in the editor, between marks: keep what is right.\n",
    );
    const merged = await draft.edit(markConflicts(conflict));
    if (hasMarks(merged)) throw error;
    return save(client, params, draft, merged, conflict.revision);
  }
}

function conflictOf(error: unknown) {
  if (!(error instanceof ApiError && error.code === "revision_conflict")) return undefined;
  const { revision, base, yours, current } = (error.details ?? {}) as Record<string, unknown>;
  if (typeof revision !== "number" || typeof base !== "string") return undefined;
  return typeof yours === "string" && typeof current === "string"
    ? { revision, base, yours, current }
    : undefined;
}
