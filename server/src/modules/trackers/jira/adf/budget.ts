import type { Inline } from "./adf.ts";

/** UTF-16 units of a document; each block counts as one more. */
export interface Budget {
  readonly most: number;
  left: number;
  /** True once something was left out; nothing follows. */
  isSpent: boolean;
}

export function newBudget(most: number): Budget {
  return { most, left: most, isSpent: false };
}

/** Returns false if the size doesn't fit. */
export function take(budget: Budget, size: number): boolean {
  if (budget.isSpent || size > budget.left) {
    budget.isSpent = true;
    return false;
  }
  budget.left -= size;
  return true;
}

export function sizeOf(content: Inline[]): number {
  let size = 1;
  for (const node of content) size += node.type === "text" ? node.text.length : 1;
  return size;
}

/** Returns the content if it fits. Cuts content larger than an empty document; null if nothing remains. */
export function takeInline(budget: Budget, content: Inline[]): Inline[] | null {
  const size = sizeOf(content);
  if (size <= budget.most || budget.isSpent) return take(budget, size) ? content : null;
  const cut: Inline[] = [];
  let left = budget.left - 1;
  budget.isSpent = true;
  for (const node of content) {
    if (left <= 0) break;
    if (node.type === "hardBreak") cut.push(node);
    else if (node.text.length <= left) cut.push(node);
    else {
      const text = cutText(node.text, left);
      if (text !== "") cut.push({ ...node, text });
      break;
    }
    left -= node.type === "text" ? node.text.length : 1;
  }
  return cut.length > 0 ? cut : null;
}

export function takeText(budget: Budget, text: string): string | null {
  const [node] = takeInline(budget, [{ type: "text", text }]) ?? [];
  return node?.type === "text" ? node.text : null;
}

/** Cuts at the last white space in the second half, if any. */
function cutText(text: string, most: number): string {
  const head = text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
  const space = Math.max(head.lastIndexOf(" "), head.lastIndexOf("\n"));
  return space > most / 2 ? head.slice(0, space) : head;
}
