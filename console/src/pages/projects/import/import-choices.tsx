import type { ReactNode } from "react";
import {
  definitionOf,
  type FormatId,
  formatIds,
  standardOptions,
} from "../../../../../client/src/import/formats.ts";
import { conflicts, left, type Report } from "../../../../../client/src/import/report.ts";
import type { ImportJob, ImportState } from "./import-job.ts";

const nameOf = Object.fromEntries(formatIds.map((id) => [id, definitionOf(id).name])) as Record<
  FormatId,
  string
>;

const ofConflicts = {
  keep: "Keep the current version, and ask again next time",
  theirs: "Use the folder's version",
  ours: "Always keep the current version",
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
      {formatIds.length > 1 && (
        <Select
          label="Format"
          value={choices.format}
          words={nameOf}
          choose={(format) => void job.preview({ format, options: standardOptions(format) })}
        />
      )}
      {Object.entries(definitionOf(choices.format).options).map(
        ([name, { label, choices: words, standard }]) => (
          <Select
            key={name}
            label={label}
            value={choices.options[name] ?? standard}
            words={words}
            choose={(value) => void job.preview({ options: { ...choices.options, [name]: value } })}
          />
        ),
      )}
      {(isAsked || choices.onConflict !== "keep") && (
        <Select
          label="Items changed on both sides, or deleted here"
          value={choices.onConflict}
          words={ofConflicts}
          choose={(onConflict) => void job.preview({ onConflict })}
        />
      )}
    </div>
  );
}

interface Offered<T extends string> {
  label: ReactNode;
  value: T;
  words: Readonly<Record<T, string>>;
  choose: (value: T) => void;
}

function Select<T extends string>({ label, value, words, choose }: Offered<T>) {
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
