import { type Content, element, isBlock, isElement, text, textOf } from "./elements.ts";

const marks = ["strong", "em", "del"];

/** Joins equal marks beside each other, and takes spaces and emptiness out of marks. */
export function tidyMarks(nodes: readonly Content[]): Content[] {
  const result: Content[] = [];
  for (const node of nodes.flatMap(loosen)) {
    const isSpaced =
      isElement(node, ...marks) && isElement(result.at(-2), node.tagName) && isSpace(result.at(-1));
    const space = isSpaced ? result.pop() : undefined;
    const last = result.at(-1);
    const isJoined = isElement(node, ...marks, "code") && isElement(last, node.tagName);
    if (isJoined) {
      const children = [...last.children, ...(space ? [space] : []), ...node.children] as Content[];
      result[result.length - 1] = element(last.tagName, tidyMarks(children), last.properties);
    } else if (node.type === "text" && last?.type === "text")
      result[result.length - 1] = text(last.value + node.value);
    else result.push(node);
  }
  return result;
}

const isSpace = (node: Content | undefined) => node?.type === "text" && node.value.trim() === "";

/** A mark that begins or ends with a space isn't read as one. */
function loosen(node: Content): Content[] {
  if (isElement(node, "code")) return textOf(node.children).trim() === "" ? [text(" ")] : [node];
  if (!isElement(node, ...marks)) return [node];
  const children = tidyMarks(node.children as Content[]);
  const [first, last] = [children[0], children.at(-1)];
  const before = first?.type === "text" ? (/^\s+/.exec(first.value)?.[0] ?? "") : "";
  if (first?.type === "text") children[0] = text(first.value.slice(before.length));
  const end = children.at(-1);
  const after = last?.type === "text" && end?.type === "text" ? (/\s+$/.exec(end.value)?.[0] ?? "") : "";
  if (end?.type === "text")
    children[children.length - 1] = text(end.value.slice(0, end.value.length - after.length));
  const within = children.filter((child) => !(child.type === "text" && child.value === ""));
  return [
    ...(before ? [text(before)] : []),
    ...(within.length > 0 ? [element(node.tagName, within, node.properties)] : []),
    ...(after ? [text(after)] : []),
  ];
}

/** Makes paragraphs of what stands between blocks; two line breaks end a paragraph. */
export function paragraphsIn(nodes: readonly Content[]): Content[] {
  const result: Content[] = [];
  let run: Content[] = [];
  const end = () => {
    for (const part of splitAtBreaks(run)) {
      const children = tidyMarks(part);
      if (children.some((child) => isElement(child) || child.value.trim() !== ""))
        result.push(element("p", children));
    }
    run = [];
  };
  for (const node of nodes) {
    if (!isBlock(node)) run.push(node);
    else {
      end();
      result.push(node);
    }
  }
  end();
  return result;
}

function splitAtBreaks(run: readonly Content[]): Content[][] {
  const parts: Content[][] = [[]];
  let breaks = 0;
  for (const node of run) {
    if (isElement(node, "br")) breaks++;
    else if (node.type === "text" && node.value.trim() === "" && breaks > 0) continue;
    else {
      const part = parts.at(-1);
      if (breaks > 1 || !part) parts.push([node]);
      else part.push(...(breaks === 1 && part.length > 0 ? [element("br", [])] : []), node);
      breaks = 0;
    }
  }
  return parts;
}
