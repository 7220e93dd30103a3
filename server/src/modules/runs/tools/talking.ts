import { z } from "zod";
import { wordsIn } from "../proposals/words-in.ts";
import { ToolRefusal, tool } from "./tool.ts";

export const askTool = tool({
  name: "ask",
  description:
    "Asks the person one question that changes the plan, with up to 5 short options. Waits for the answer.",
  arguments: z.strictObject({
    question: z.string().min(1).max(500),
    options: z.array(z.string().min(1).max(120)).max(5).optional(),
  }),
  kind: "ask",
  async run(_scene, { question, options = [] }) {
    return {
      title: "Asked a question",
      detail: [question, ...options.map((option) => `- ${option}`)].join("\n\n"),
      text: "",
      data: { question: { text: question, options } },
      effect: { kind: "ask" },
    };
  },
});

const mostWords = 120;

export const finishTool = tool({
  name: "finish",
  description:
    "Ends the work: what was done, what was left out, what was assumed. At most 120 words together.",
  arguments: z.strictObject({
    done: z.string(),
    leftOut: z.string().optional(),
    assumed: z.string().optional(),
  }),
  kind: "finish",
  async run(_scene, { done, leftOut = "", assumed = "" }) {
    const words = wordsIn(`${done} ${leftOut} ${assumed}`);
    if (words > mostWords)
      throw new ToolRefusal(`That has ${words} words. Call finish again with at most ${mostWords}.`);
    const parts = [
      done,
      ...(leftOut === "" ? [] : [`**Left out:** ${leftOut}`]),
      ...(assumed === "" ? [] : [`**Assumed:** ${assumed}`]),
    ];
    return {
      title: "Finished",
      detail: parts.join("\n\n"),
      text: "The run has ended.",
      effect: { kind: "finish" },
    };
  },
});
