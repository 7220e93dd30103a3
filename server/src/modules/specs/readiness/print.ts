import { rules } from "./rules.ts";

/** Prints the rubric's table in `docs/readiness.md`. */
export function rubricTable(): string {
  const rows = rules.map(({ code, looksAt, why, fix, weight, weightOfMany }) => {
    const takes = weight === weightOfMany ? `${weight}` : `${weight}, many ${weightOfMany}`;
    return `| \`${code}\` | ${looksAt} | ${why} | ${fix} | ${takes} |`;
  });
  return ["| code | looks at | why it matters | fix | takes |", "|---|---|---|---|---|", ...rows].join("\n");
}
