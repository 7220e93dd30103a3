import type { Root } from "hast";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import type { AcceptanceCriterion } from "../../../contract/src/criteria/read-criteria.ts";
import { offerBlocks } from "./blocks.ts";
import { placeBoxes } from "./boxes.ts";
import { labelCriteria } from "./criteria.ts";
import { markDiagrams } from "./diagrams.ts";
import { nameHeadings } from "./headings.ts";
import { type Mark, markText } from "./marks.ts";
import { outline } from "./outline.ts";
import { markHandles } from "./references.ts";

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  // Already prefixes footnotes and their links.
  .use(remarkRehype, { clobberPrefix: "text-" })
  // Removes dangerous addresses; raw HTML is already dropped.
  .use(rehypeSanitize, {
    ...defaultSchema,
    clobberPrefix: "",
    // Mentions are links to `user:<id>`, rendered as plain names.
    protocols: { ...defaultSchema.protocols, href: [...(defaultSchema.protocols?.href ?? []), "user"] },
  });

export interface TreeInput {
  text: string;
  /** The API's criteria; with them the text is editable in place (`text-acts.ts`). */
  criteria?: readonly AcceptanceCriterion[] | undefined;
  /** With them, chunks carry source offsets. */
  marks?: readonly Mark[] | undefined;
}

/** Parses Markdown into a sanitized tree with labels and marks. */
export function treeOf({ text, criteria, marks }: TreeInput): Root {
  const tree = processor.runSync(processor.parse(text));
  const headings = nameHeadings(tree);
  if (criteria) {
    placeBoxes(tree, text);
    labelCriteria(tree, criteria);
    offerBlocks(tree, text, criteria);
  }
  markDiagrams(tree);
  markHandles(tree, text);
  outline(tree, headings);
  if (marks) markText(tree, text, marks);
  return tree;
}
