import {
  createPlan,
  createSpec,
  getSpec,
  listThreads,
  resolveDocument,
  updateSpec,
} from "@groundplan/contract";
import type { Page } from "@playwright/test";
import { programOf } from "./world.ts";

/** A text whose rendering differs from its source. */
export const text = `Guests buy \\*without\\* an account &amp; pay at once.

## Acceptance criteria

1. AC-1: WHEN the bank refuses THEN the order **stays open** for a day
2. AC-2: WHEN a product is sold out THEN the
   cart says so

\`\`\`text
the cart is a list
\`\`\`
`;

export async function specOf(name: string, content = text) {
  const ada = programOf("ada");
  const { plan } = await ada.call(createPlan, { params: { projectSlug: "web" }, body: { name } });
  const params = { projectSlug: "web", planShortId: plan.shortId, specShortId: "SPEC-1" };
  const { spec } = await ada.call(createSpec, { params, body: { title: name, content } });
  const query = { target: JSON.stringify({ kind: "plan-item", itemId: spec.id }) };
  const { document } = await ada.call(resolveDocument, { query });
  const write = (content: string) => ada.call(updateSpec, { params, body: { content } });
  const textNow = async () => (await ada.call(getSpec, { params })).spec.content;
  const threads = async () =>
    (await ada.call(listThreads, { params: { documentId: document.id }, query: { state: "all" } })).threads;
  return {
    params,
    document,
    write,
    textNow,
    threads,
    path: `/projects/web/plans/${plan.shortId}/specs/SPEC-1`,
  };
}

/** Selects words, as by dragging. */
export async function select(page: Page, words: string): Promise<void> {
  await page.locator("[data-from]").first().waitFor();
  await page.evaluate((wanted) => {
    const main = document.querySelector("#main") ?? document.body;
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const nodes: Text[] = [];
    while (walker.nextNode()) nodes.push(walker.currentNode as Text);
    const whole = nodes.map(({ data }) => data).join("");
    const start = whole.indexOf(wanted);
    if (start < 0) throw new Error(`The page does not say: ${wanted}`);
    const positionOf = (offset: number): [Text, number] => {
      let rest = offset;
      for (const node of nodes) {
        if (rest <= node.data.length) return [node, rest];
        rest -= node.data.length;
      }
      throw new Error("beyond the end");
    };
    const range = document.createRange();
    const [first, from] = positionOf(start);
    range.setStart(first, from);
    range.setEnd(...positionOf(start + wanted.length));
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
  }, words);
}
