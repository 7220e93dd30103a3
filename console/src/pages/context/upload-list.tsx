import type { ContextSource } from "@groundplan/contract";
import { useStore } from "../../base/store.ts";
import { Button } from "../../components/button.tsx";
import { sentenceOf } from "../../components/loading/problem.tsx";
import { Progress } from "../../components/progress.tsx";
import { Section } from "../../components/section.tsx";
import type { Scope } from "../../planning/scope/scope.ts";
import { stateOf, tokens } from "./source-state.tsx";
import { answer, clear, type OnConflict, sendAgain, type Uploading, uploads } from "./uploads.ts";

/** The choices for a title conflict. */
const choices: readonly [OnConflict, string][] = [
  ["replace", "Replace it"],
  ["keep_both", "Keep both"],
  ["skip", "Skip this file"],
];

/** The uploads of this page and their results. */
export function UploadList({ scope, sources }: { scope: Scope; sources: readonly ContextSource[] }) {
  const all = useStore(uploads).filter((one) => one.scope.path === scope.path);
  if (all.length === 0) return null;
  const open = all.filter(({ state }) => state === "waiting" || state === "sending").length;
  const asking = all.filter(({ state }) => state === "asking").map(({ id }) => id);
  return (
    <Section
      title="Files you added"
      says={
        <span role="status">{open > 0 ? `${open} of ${all.length} to send` : "All files are uploaded."}</span>
      }
      actions={open === 0 && <Button onClick={() => clear(scope.path)}>Hide this list</Button>}
    >
      {asking.length > 1 && (
        <div className="mb-2 flex flex-wrap items-center gap-2 rounded-card border border-line bg-warn-soft p-2">
          <span className="min-w-0 flex-1 basis-56">{asking.length} of these titles already exist here.</span>
          {choices.map(([choice, words]) => (
            <Button key={choice} onClick={() => answer(asking, choice)}>
              {words} for all
            </Button>
          ))}
        </div>
      )}
      <ul aria-label="Files you added">
        {all.map((upload) => (
          <li
            key={upload.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-2 py-2"
          >
            <span className="min-w-0 flex-1 basis-56 break-words">
              {upload.folderPath && `${upload.folderPath}/`}
              {upload.file.name}
            </span>
            <What
              upload={upload}
              source={sources.find(({ id }) => id === upload.source?.id) ?? upload.source ?? null}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function What({ upload, source }: { upload: Uploading; source: ContextSource | null }) {
  const { id, state, sent, file, error } = upload;
  if (state === "waiting") return <span className="text-note text-ink-3">waits</span>;
  if (state === "sending")
    return (
      <div className="w-40">
        <Progress
          label={`Sending ${file.name}`}
          done={Math.floor(sent * 100)}
          all={100}
          says={sent < 1 ? `${Math.floor(sent * 100)} % sent` : "is being kept"}
        />
      </div>
    );
  if (state === "asking")
    return (
      <span className="flex flex-wrap items-center gap-2">
        <span className="text-note text-warn">This folder already has a source with that title.</span>
        {choices.map(([choice, words]) => (
          <Button key={choice} aria-label={`${words}: ${file.name}`} onClick={() => answer([id], choice)}>
            {words}
          </Button>
        ))}
      </span>
    );
  if (state === "failed")
    return (
      <span className="flex flex-wrap items-center gap-2">
        <span className="text-note text-bad">{sentenceOf(error)}</span>
        <Button aria-label={`Send ${file.name} again`} onClick={() => sendAgain(id)}>
          Try again
        </Button>
      </span>
    );
  return <span className="max-w-[60ch] text-note text-ink-2">{source && wordsOf(upload, source)}</span>;
}

/** Tells where a file went and how its reading is going. */
function wordsOf({ source: sent }: Uploading, source: ContextSource): string {
  if (sent?.skipped) return "Skipped: the existing source stays.";
  const where = sent?.replaced
    ? "Replaced the existing source."
    : sent?.keptBothAs
      ? `Kept both, as ${sent.keptBothAs}.`
      : "Uploaded.";
  const state = stateOf(source);
  if (!state) return `${where} It has ${tokens(source.tokenCount)}.`;
  return `${where} ${state.words}${state.reason ? `: ${state.reason}` : "."}`;
}
