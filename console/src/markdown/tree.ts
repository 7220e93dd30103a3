import type { Root } from "hast";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { type Criterion, labelCriteria } from "./criteria.ts";

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype)
  // Markup in the text was left out before; this takes out addresses that do something.
  .use(rehypeSanitize, { ...defaultSchema, clobberPrefix: "text-" });

/** A text in markdown, with what is shown in it. */
export interface TreeInput {
  text: string;
  /** The criteria that the API found in the text. */
  criteria?: readonly Criterion[] | undefined;
}

/** Returns a text in markdown as a tree of harmless elements, with the labels of its criteria. */
export function treeOf({ text, criteria = [] }: TreeInput): Root {
  const tree = processor.runSync(processor.parse(text));
  labelCriteria(tree, criteria);
  return tree;
}
