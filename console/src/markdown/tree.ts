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
import { nameHeadings } from "./headings.ts";
import { type Mark, markText } from "./marks.ts";

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  // Footnotes and the links to them get this prefix both, so it is not given again below.
  .use(remarkRehype, { clobberPrefix: "text-" })
  // Markup in the text was left out before; this takes out addresses that do something.
  .use(rehypeSanitize, {
    ...defaultSchema,
    clobberPrefix: "",
    // Mentions of people are links to `user:<id>`, which are not shown as links.
    protocols: { ...defaultSchema.protocols, href: [...(defaultSchema.protocols?.href ?? []), "user"] },
  });

/** A text in markdown, with what is shown in it. */
export interface TreeInput {
  text: string;
  /** The criteria that the API found in the text. With them, the text is one that may be acted in (`text-acts.ts`). */
  criteria?: readonly AcceptanceCriterion[] | undefined;
  /** The words that something is about. With them, each piece tells where it stands in the text. */
  marks?: readonly Mark[] | undefined;
}

/** Returns a text in markdown as a tree of harmless elements, with the labels of its criteria, and its marks. */
export function treeOf({ text, criteria, marks }: TreeInput): Root {
  const tree = processor.runSync(processor.parse(text));
  nameHeadings(tree);
  if (criteria) {
    placeBoxes(tree, text);
    labelCriteria(tree, criteria);
    offerBlocks(tree, text, criteria);
  }
  if (marks) markText(tree, text, marks);
  return tree;
}
