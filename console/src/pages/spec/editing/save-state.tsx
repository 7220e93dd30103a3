import { useState } from "react";
import { isAway } from "../../../api/availability.ts";
import { isNotFound } from "../../../api/is-not-found.ts";
import { useStore } from "../../../base/store.ts";
import { Button } from "../../../components/button.tsx";
import { sentenceOf } from "../../../components/loading/problem.tsx";
import type { SaveState as State } from "../saving/saver.ts";
import type { Editing } from "./editing.ts";
import { RescueTyped } from "./rescue-typed.tsx";

const words = { saved: "Saved", typed: "Not saved yet", saving: "Saving…", conflict: "Not saved" };

/** The save status. Screen readers announce only errors. */
export function SaveState({ editing }: { editing: Editing }) {
  const { saver } = editing;
  const state = useStore(saver.state);
  const isRefused = state.kind === "refused";
  const [isGone, setGone] = useState(false);
  // Unchanged during a retry, so that no button disappears.
  const isGoneNow = isRefused ? isNotFound(state.error) : isGone && state.kind !== "saved";
  if (isGoneNow !== isGone) setGone(isGoneNow);
  return (
    <div
      className={`flex flex-1 flex-wrap items-center gap-x-2 gap-y-1 text-note ${isRefused ? "min-w-0 basis-80 py-1" : "min-w-22"}`}
    >
      <span role="status" className={isRefused ? "text-bad" : "sr-only"}>
        {isRefused ? refusalOf(state) : ""}
      </span>
      {isGone ? (
        <RescueTyped editing={editing} />
      ) : isRefused ? (
        <Button onClick={() => void saver.save()}>Try again</Button>
      ) : (
        <span className={`whitespace-nowrap ${state.kind === "conflict" ? "text-bad" : "text-ink-3"}`}>
          {words[state.kind]}
        </span>
      )}
    </div>
  );
}

function refusalOf({ error, willRetry }: Extract<State, { kind: "refused" }>): string {
  if (isAway(error)) {
    const why = navigator.onLine ? "the service does not answer" : "no connection";
    return `Not saved: ${why}. It is kept here and sent automatically.`;
  }
  return `Not saved: ${sentenceOf(error)}${willRetry ? " It will be retried automatically." : " Your text is kept here."}`;
}
