import { type ReactNode, useId } from "react";
import { asTyped } from "../../../planning/mentions.ts";
import type { Choice, MergedRange } from "./merge-lines.ts";

interface Properties {
  name: string;
  range: Extract<MergedRange, { kind: "open" }>;
  /** The other side: "Theirs", or "Ben's". */
  theirs: string;
  mayKeepBoth: boolean;
  choice: Choice | undefined;
  choose: (choice: Choice) => void;
}

/** Both sides of one conflict, with options. */
export function ConflictChoice({ name, range, theirs, mayKeepBoth, choice, choose }: Properties) {
  const id = useId();
  const option = (value: Choice, label: string) => (
    <label className="flex items-center gap-2 font-[550]">
      <input
        type="radio"
        name={id}
        checked={choice === value}
        onChange={() => choose(value)}
        className="size-4 accent-accent"
      />
      {label}
    </label>
  );
  return (
    <fieldset className="mt-4">
      <legend className="mb-1.5 text-small font-semibold text-ink-2">{name}</legend>
      <div className="grid gap-2 column:grid-cols-2">
        <Side isChosen={choice === "yours" || choice === "both"} text={range.yours}>
          {option("yours", "Mine")}
        </Side>
        <Side isChosen={choice === "current" || choice === "both"} text={range.current}>
          {option("current", `${theirs} (saved)`)}
        </Side>
      </div>
      {mayKeepBoth && <div className="mt-2">{option("both", "Both, theirs first")}</div>}
    </fieldset>
  );
}

interface SideProperties {
  isChosen: boolean;
  text: string;
  children: ReactNode;
}

const Side = ({ isChosen, text, children }: SideProperties) => (
  <div
    className={`rounded-card border p-2.5 ${isChosen ? "border-accent bg-accent-soft" : "border-line-strong"}`}
  >
    {children}
    <p dir="auto" className="mt-1.5 max-h-80 overflow-y-auto text-doc break-words whitespace-pre-wrap">
      {text === "" ? <span className="text-ink-3">Nothing: these lines were removed.</span> : asTyped(text)}
    </p>
  </div>
);
