import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { fillIndex, indexRows, markFilled } from "./fill-index.ts";
import { find } from "./find.ts";

export const search: Module<Context> = {
  name: "search",
  handlers: [find],
  commands: [indexRows, markFilled],
  jobs: { "search.fill": { run: fillIndex, attempts: 10, everySeconds: 60 } },
};
