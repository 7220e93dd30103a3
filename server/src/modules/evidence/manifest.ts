import type { Module } from "../../module.ts";
import { evidenceAdd, evidenceList } from "./evidence.ts";

export const evidence: Module = {
  name: "evidence",
  handlers: [evidenceAdd, evidenceList],
  tables: { evidence: "kept", spec_workers: "kept" },
  events: ["evidence.added", "review.asked", "review.failed"],
};
