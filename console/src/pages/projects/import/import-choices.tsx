import { type ReactNode, useState } from "react";
import type { FormatOption } from "../../../../../client/src/import/format.ts";
import { definitionOf, type FormatId, formatIds } from "../../../../../client/src/import/formats.ts";
import type { Asked } from "../../../../../client/src/import/locate.ts";
import { conflicts, left } from "../../../../../client/src/import/report.ts";
import type { ImportJob, ImportState, Part } from "./import-job.ts";

/** The words of all formats, and of `auto`. */
const namesOf: Readonly<Record<string, string>> = Object.fromEntries([
  ["auto", "All that are there"],
  ...formatIds.map((id) => [id, definitionOf(id).name]),
]);

const ofConflicts = {
  keep: "Keep the current version, and ask again next time",
  theirs: "Use the folder's version",
  ours: "Always keep the current version",
} as const;

interface Properties {
  job: ImportJob;
  state: ImportState;
  parts: readonly Part[];
}

/** Those for conflicts only if there are any. */
export function ImportChoices({ job, state: { choices }, parts }: Properties) {
  const isAsked = parts.some(
    ({ report }) => conflicts(report).length > 0 || left(report).some(({ why }) => why === "deleted"),
  );
  const change = (format: FormatId, name: string, value: string) =>
    void job.preview({
      options: { ...choices.options, [format]: { ...choices.options[format], [name]: value } },
    });
  return (
    <div className="grid gap-2">
      <FormatChoice job={job} value={choices.format} />
      {parts.flatMap(({ format }) =>
        Object.entries<FormatOption>(definitionOf(format).options).map(([name, option]) => (
          <OptionChoice
            key={`${format} ${name}`}
            option={option}
            value={choices.options[format]?.[name] ?? option.standard}
            choose={(value) => change(format, name, value)}
          />
        )),
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

/** The formats to read. */
export const FormatChoice = ({ job, value }: { job: ImportJob; value: Asked }) => (
  <Select
    label="Format"
    value={value}
    words={namesOf as Readonly<Record<Asked, string>>} // `Object.fromEntries` loses its keys.
    choose={(format) => void job.preview({ format })}
  />
);

interface OptionProperties {
  option: FormatOption;
  value: string;
  choose: (value: string) => void;
}

const yesOrNo = { yes: "Yes", no: "No" };

function OptionChoice({ option, value, choose }: OptionProperties) {
  if (option.kind === "lines") return <Lines {...{ option, value, choose }} />;
  const words = option.kind === "switch" ? yesOrNo : option.choices;
  return <Select label={option.label} value={value} words={words} choose={choose} />;
}

/** Takes effect when it is left. */
function Lines({ option, value, choose }: OptionProperties) {
  const [text, setText] = useState(value);
  return (
    <label className="grid gap-1 text-ink-2">
      {option.label}
      <textarea
        rows={2}
        value={text}
        placeholder={option.kind === "lines" ? option.form : ""}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => text !== value && choose(text)}
        className="rounded-md border border-field bg-paper px-2 py-1 text-base text-ink"
      />
    </label>
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
