import type { Plan, Spec } from "@groundplan/contract";

type Written = Pick<Spec, "shortId" | "title" | "content">;

/** Returns a spec as a Markdown document. */
export const markdownOfSpec = ({ shortId, title, content }: Written, level = "#"): string =>
  `${level} ${shortId} ${title}\n${content === "" ? "" : `\n${content.trimEnd()}\n`}`;

/** Returns a plan with its specs as a Markdown document. */
export const markdownOfPlan = ({ shortId, name, description }: Plan, specs: readonly Written[]): string =>
  [
    `# ${shortId} ${name}\n`,
    ...(description ? [`${description.trimEnd()}\n`] : []),
    ...specs.map((spec) => markdownOfSpec(spec, "##")),
  ].join("\n");
