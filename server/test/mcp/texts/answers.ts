import type { Agent } from "../../../src/mcp/client.test-support.ts";

/** An answer's text between its fences, and what stands in them. */
export interface Parts {
  outside: string;
  /** Without the marks of the code block that a text can stand in. */
  inside: string[];
}

const fence = /^<(\w+) mark="(\w+)"[^\n]*>\n([\s\S]*?)\n<\/\1 mark="\2">$/gm;
const code = /^\n(`{3,})\n([\s\S]*)\n\1$/;

/** Splits an answer at its fences, as a reader does who trusts their marks. */
export function partsOf(answer: string): Parts {
  const inside: string[] = [];
  const outside = answer.replace(fence, (_, _tag, _mark, text: string) => {
    inside.push(text.replace(code, "$2"));
    return "";
  });
  return { outside, inside };
}

/** Returns what stands in fences but in no code block, as a reader of markdown divides them. */
export const bareTextsOf = (answer: string): string[] =>
  [...answer.matchAll(fence)].map(([, , , text = ""]) => bareOf(text));

function bareOf(text: string): string {
  const [, marks = ""] = /^\n(`{3,})\n/.exec(text) ?? [];
  if (marks === "") return text;
  const lines = text.split("\n").slice(2);
  const end = new RegExp(`^ {0,3}\`{${marks.length},}\\s*$`);
  return lines.slice(lines.findIndex((line) => end.test(line)) + 1).join("\n");
}

const lastLine = /(?:^|\n)more: (?:get_context spec=(\S+) )?cursor=(\S+)$/;

/** Returns what an answer says, without marks and spaces, which its cuts change. */
export const wordsOf = (answer: string): string =>
  answer
    .replace(lastLine, "")
    .replace(fence, (_, _tag, _mark, text: string) => text.replace(code, "$2"))
    .replace(/\s/g, "");

const mostPages = 2000;

/** Calls a tool and follows its cursors to the end. */
export async function readOn(agent: Agent, name: string, given: Record<string, unknown>): Promise<string[]> {
  const pages: string[] = [];
  const followed = new Set<string>();
  let tool = name;
  let asked = given;
  while (pages.length < mostPages) {
    const page = await agent.call(tool, asked);
    pages.push(page);
    const [, spec, cursor] = lastLine.exec(page) ?? [];
    if (cursor === undefined) return pages;
    if (followed.has(cursor))
      throw new Error(`${tool} ${JSON.stringify(asked)} goes in circles at ${cursor}`);
    followed.add(cursor);
    if (spec !== undefined) [tool, asked] = ["get_context", { spec, budget: given.budget }];
    asked = Object.assign({}, asked, { cursor });
  }
  throw new Error(`${tool} ${JSON.stringify(given)} has no end`);
}
