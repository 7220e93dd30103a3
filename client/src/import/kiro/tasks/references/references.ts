import type { SourceLine } from "../lines.ts";
import type { Task } from "../tree.ts";
import { withoutBrackets } from "./ending-reference.ts";
import { readReferences } from "./reference-line.ts";
import type { NamedCriterion, RequirementIndex } from "./requirements.ts";
import { resolve } from "./resolve.ts";

/**
 * The requirements named by a task's line and text; `unknown` lists parts that name nothing, by line (from
 * 0).
 */
export interface TaskReferences {
  named: readonly NamedCriterion[];
  unknown: { line: number; parts: string[] }[];
}

/** Reads the references of each task, ignoring code blocks and comments. */
export function findReferences(
  tasks: readonly Task[],
  lines: readonly SourceLine[],
  index: RequirementIndex,
): Map<Task, TaskReferences> {
  return new Map(
    tasks.map((task): [Task, TaskReferences] => {
      const named = new Map<string, NamedCriterion>();
      const unknown: TaskReferences["unknown"] = [];
      const read = (line: number, text: string, mustBeCertain: boolean) => {
        const parts: string[] = [];
        for (const reference of readReferences(text)) {
          if (mustBeCertain && !reference.isCertain) continue;
          const found = resolve(reference, index);
          for (const one of found.named) named.set(`${one.requirement} ${one.criterion}`, one);
          parts.push(...found.unknown);
        }
        if (parts.length > 0) unknown.push({ line, parts });
      };
      const { entry } = task;
      if (entry) read(entry.line, withoutBrackets(entry.read.reference) || entry.read.rest, true);
      for (const index of entry?.lines ?? []) {
        const line = lines[index];
        if (line?.kind === "text") read(index, line.text, false);
      }
      return [task, { named: [...named.values()], unknown }];
    }),
  );
}
