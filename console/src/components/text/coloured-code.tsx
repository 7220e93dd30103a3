import { cloneElement, isValidElement, type ReactElement, type ReactNode } from "react";
import { type Token, tokensOf } from "../../markdown/code-tokens.ts";
import { CodeBlock } from "./code-block.tsx";

const looks: Record<Token["kind"], string> = {
  keyword: "text-accent",
  string: "text-good",
  number: "text-warn",
  comment: "text-ink-2 italic",
};

/** Longer code stays without colours. */
const mostCode = 20_000;

type Parent = ReactElement<{ className?: string; children?: ReactNode }>;

/** The block of code in its colours, if its language is known. */
export default function ColouredCode({ children }: { children: ReactNode }) {
  return <CodeBlock>{colour(children)}</CodeBlock>;
}

/** Colours the `code` of a block; elements inside, such as comments' marks, stay. */
function colour(code: ReactNode): ReactNode {
  const [only] = [code].flat();
  if (!isParent(only)) return code;
  const language = /(?:^|\s)language-(\S+)/.exec(String(only.props.className ?? ""))?.[1];
  const words = wordsOf(only);
  if (language === undefined || words.length > mostCode) return code;
  const tokens = tokensOf(words, language);
  if (tokens.length === 0) return code;
  let at = 0;
  let next = 0;
  /** Returns a node with its words coloured; nodes come in the order of the text. */
  const inColours = (node: ReactNode, key: number): ReactNode => {
    if (Array.isArray(node)) return node.map(inColours);
    if (isParent(node))
      return cloneElement(node, { key: node.key ?? key }, inColours(node.props.children, 0));
    if (typeof node !== "string") return node;
    const end = at + node.length;
    const start = at;
    const parts: ReactNode[] = [];
    for (let token = tokens[next]; token && token.from < end; token = tokens[next]) {
      const from = Math.max(token.from, at);
      const to = Math.min(token.to, end);
      parts.push(
        node.slice(at - start, from - start),
        <span key={from} className={looks[token.kind]}>
          {node.slice(from - start, to - start)}
        </span>,
      );
      at = to;
      if (token.to > end) break;
      next++;
    }
    parts.push(node.slice(at - start));
    at = end;
    return parts;
  };
  return inColours(only, 0);
}

function wordsOf(node: ReactNode): string {
  if (typeof node === "string") return node;
  if (Array.isArray(node)) return node.map(wordsOf).join("");
  return isParent(node) ? wordsOf(node.props.children) : "";
}

const isParent = (node: ReactNode): node is Parent => isValidElement(node);
