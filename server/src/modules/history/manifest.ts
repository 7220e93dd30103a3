import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { activityList } from "./activity/list-activity.ts";
import { auditList } from "./list-audit.ts";
import { eventsStream } from "./stream-events.ts";
import { openStreams } from "./streams.ts";

export const history: Module<Context> = {
  name: "history",
  handlers: [auditList, eventsStream, activityList],
  gauges: [openStreams],
};
