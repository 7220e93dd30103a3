import type { Module } from "../../module.ts";
import { backOff, blockLimit, takeTurn } from "./limits/limit-rows.ts";

export const trackers: Module = {
  name: "trackers",
  commands: [takeTurn, blockLimit, backOff],
  // Trackers state their limits again in their next answers.
  tables: { tracker_limits: "left out" },
};
