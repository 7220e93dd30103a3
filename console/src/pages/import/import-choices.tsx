import type { ReactNode } from "react";
import { conflicts, left, type Report } from "../../../../client/src/import/report.ts";
import type { Choices, ImportJob, ImportState } from "./import-job.ts";

const ofTasks = {
  top: "Those at the top become specs",
  all: "The smallest become specs",
  none: "None become specs",
} as const;

const ofConflicts = {
  keep: "Leave what is here, and show it again",
  theirs: "Take what the folder says",
  ours: "Keep what is here for good",
} as const;

interface Properties {
  job: ImportJob;
  state: ImportState;
  report: Report;
}

/** Those for conflicts only if there are any. */
export function ImportChoices({ job, state: { choices }, report }: Properties) {
  const isAsked = conflicts(report).length > 0 || left(report).some(({ why }) => why === "deleted");
  return (
    <div className="grid gap-2">
      <Select
        label="Tasks of the folder"
        value={choices.tasks}
        words={ofTasks}
        choose={(tasks) => void job.preview({ tasks })}
      />
      {(isAsked || choices.onConflict !== "keep") && (
        <Select
          label="What was changed on both sides, or deleted here"
          value={choices.onConflict}
          words={ofConflicts}
          choose={(onConflict) => void job.preview({ onConflict })}
        />
      )}
    </div>
  );
}

interface Offered<T extends Choices[keyof Choices]> {
  label: ReactNode;
  value: T;
  words: Readonly<Record<T, string>>;
  choose: (value: T) => void;
}

function Select<T extends Choices[keyof Choices]>({ label, value, words, choose }: Offered<T>) {
  const values = Object.keys(words) as T[]; // `words` has exactly the values of `T` as keys.
  return (
    <label className="flex flex-wrap items-center gap-1.5 text-ink-2">
      {label}
      <select
        value={value}
        onChange={({ target }) => {
          const chosen = values.find((one) => one === target.value);
          if (chosen !== undefined) choose(chosen);
        }}
        className="max-w-full rounded-md border border-field bg-paper px-2 py-1 text-base text-ink"
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {words[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
