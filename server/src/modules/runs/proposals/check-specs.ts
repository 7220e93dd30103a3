import { acceptanceCriteria, type NewSuggestedSpec } from "@groundplan/contract";
import { wordsIn } from "./words-in.ts";

export const proposalLimits = { criteria: { least: 3, most: 9 }, words: 350, specs: 12, edits: 40 } as const;

/** Returns what is wrong with a proposed spec by the rules of runs, in words for the model. */
export function faultsOf(
  { ref, content, from = [] }: NewSuggestedSpec,
  hasRead: (sourceId: string) => boolean,
): string[] {
  const { criteria, words: mostWords } = proposalLimits;
  const count = acceptanceCriteria(content).length;
  const faults: string[] = [];
  if (count < criteria.least || count > criteria.most)
    faults.push(`${ref} has ${count} acceptance criteria; write ${criteria.least} to ${criteria.most}.`);
  const words = wordsIn(content);
  if (words > mostWords) faults.push(`${ref} has ${words} words; write at most ${mostWords}.`);
  for (let criterion = 1; criterion <= count; criterion++)
    if (!from.some((entry) => entry.criterion === criterion))
      faults.push(
        `${ref}, criterion ${criterion}: say where it comes from, {"criterion":${criterion},"source":"S1","quote":"…"} or {"criterion":${criterion},"assumed":true}.`,
      );
  for (const entry of from)
    if ("sourceId" in entry && !hasRead(entry.sourceId))
      faults.push(`${ref}, criterion ${entry.criterion}: quotes a source that was not read; read it first.`);
  return faults;
}

/** Returns the problem with an edit's number of criteria. A number that was outside before may stay, or come closer. */
export function editFault(before: string, after: string, addedBefore: number): string | null {
  const { least, most } = proposalLimits.criteria;
  const had = acceptanceCriteria(before).length;
  const has = acceptanceCriteria(after).length;
  const all = has + addedBefore;
  if (has > had && all > most)
    return `The spec would have ${all} acceptance criteria, with your other edits; ${most} is the most.`;
  if (has < had && has < least)
    return `The spec would have ${has} acceptance criteria; ${least} is the least.`;
  return null;
}

/** Returns names in backticks, such as paths and functions, that stand in nothing that was read. */
export function unseenNames({ title, content }: NewSuggestedSpec, read: string): string[] {
  const names = `${title}\n${content}`.matchAll(/`([^`\n]{1,200})`/g);
  const unseen = [...names].flatMap(([, name = ""]) =>
    /[/._]/.test(name) && !read.includes(name) ? [name] : [],
  );
  return [...new Set(unseen)].slice(0, 50);
}
