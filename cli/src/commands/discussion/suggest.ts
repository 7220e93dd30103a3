import { createSuggestion } from "@groundplan/contract";
import { readText } from "../../api/read-input.ts";
import { command } from "../../command.ts";
import { createDraft } from "../../editor/open-editor.ts";
import { exitCodes } from "../../exit-codes.ts";
import { exitCodeFor, explain, Failure } from "../../failure.ts";
import { fileOption, jsonOption, projectOption } from "../../options.ts";
import { say, sayJson } from "../../output.ts";
import { type Common, openSession } from "../../session.ts";
import { asTarget, documentOf } from "../../target.ts";
import { hunksOf } from "./hunks-of.ts";

interface Options extends Common {
  file?: string;
  replace?: string;
  with?: string;
  message?: string;
}

export const suggest = () =>
  command(
    "suggest",
    "suggest a change of a spec's text or a plan's description, for its owner to accept",
    "groundplan suggest PLAN-1/SPEC-2   # in $EDITOR",
    'groundplan suggest PLAN-1/SPEC-2 --replace "is fast" --with "answers in 200 ms" --message "So it can be tested"',
    "groundplan suggest PLAN-1/SPEC-2 --file sign-in.md",
  )
    .argument("<handle>", "a plan's or spec's, such as PLAN-1 or PLAN-1/SPEC-2", asTarget)
    .addOption(fileOption("the text as it should be, in markdown").conflicts("replace"))
    .option("--replace <words>", "words that stand in the text exactly once; goes with --with")
    .option("--with <words>", "the words to put there")
    .option("--message <text>", "why")
    .addOption(projectOption())
    .addOption(jsonOption("{suggestion}"))
    .action(
      async (handle: string, { file, replace, with: replacement, message, json, ...options }: Options) => {
        if ((replace === undefined) !== (replacement === undefined))
          throw new Failure("--replace and --with go together.", { exitCode: exitCodes.usage });
        const session = openSession(options);
        const { document, sourceText } = (await documentOf(session, handle)).found;
        const send = (hunks: { start?: number; end?: number; exact?: string; replacement: string }[]) =>
          session.client.call(createSuggestion, {
            params: { documentId: document.id },
            body: { baseRevision: document.revision, hunks, ...(message === undefined ? {} : { message }) },
          });
        const made =
          replace !== undefined && replacement !== undefined
            ? await send([{ exact: replace, replacement }])
            : await suggestText(handle, sourceText, file, (text) => send(hunksOf(sourceText, text)));
        if (made === null) return say("The text is unchanged, so nothing was suggested.");
        if (json) return sayJson(made);
        say(
          `The suggestion ${made.suggestion.id} waits for a decision. \`groundplan suggestions ${handle}\` lists it.`,
        );
      },
    );

/** Takes the text from a file or the editor and sends it; null if it is the same. A failure keeps an edited text. */
async function suggestText<T>(
  handle: string,
  before: string,
  file: string | undefined,
  send: (text: string) => Promise<T>,
): Promise<T | null> {
  if (file !== undefined) {
    const text = await readText(file);
    return text === before ? null : send(text);
  }
  const draft = createDraft(`${handle.replace("/", "-")}.md`);
  const text = await draft.edit(before);
  try {
    const made = text === before ? null : await send(text);
    draft.drop();
    return made;
  } catch (cause) {
    const why = explain(cause);
    if (why === undefined) throw cause;
    throw new Failure(
      `${why}\nYour text is in ${draft.file}: \`groundplan suggest ${handle} --file ${draft.file}\`.`,
      {
        cause,
        exitCode: exitCodeFor(cause),
      },
    );
  }
}
