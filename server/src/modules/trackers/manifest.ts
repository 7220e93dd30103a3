import type { Module } from "../../module.ts";
import { backOff, blockLimit, takeTurn } from "./limits/limit-rows.ts";

export const trackers: Module = {
  name: "trackers",
  commands: [takeTurn, blockLimit, backOff],
  // A tracker states its limits again in its next answers.
  tables: { tracker_limits: "left out" },
};
