import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { noteCall, toolCall } from "./call-tool.ts";

export const toolCalls: Module<Context> = {
  name: "tool calls",
  handlers: [toolCall],
  commands: [noteCall],
  events: ["tool.called"],
};
