import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { announcesCriteria } from "../../../contract/src/criteria-heading.ts";
import { type Criterion, toCriterion } from "../../../contract/src/criteria-label.ts";

const processor = unified().use(remarkParse).use(remarkGfm);

/** Returns the criteria of a text: the numbered items below its headings of criteria, as their author wrote them. */
export function criteriaOf(text: string): Criterion[] {
  const source = text.replace(/\r\n?/g, "\n");
  const criteria: Criterion[] = [];
  let level = 0;
  for (const node of processor.parse(source).children) {
    const [from, to] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
    if (node.type === "heading") {
      const [title = ""] = source.slice(from, to).split("\n");
      if (announcesCriteria(title.replace(/^#{1,6}\s/, ""))) level = node.depth;
      else if (node.depth <= level) level = 0;
    } else if (level > 0 && node.type === "list" && node.ordered)
      for (const item of node.children) {
        const start = item.children[0]?.position?.start.offset ?? item.position?.end.offset ?? from;
        criteria.push(toCriterion(source.slice(start, item.position?.end.offset ?? to)));
      }
  }
  return criteria;
}
