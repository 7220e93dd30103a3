import { group } from "../../group.ts";
import { workAsk } from "./work-ask.ts";
import { workDone, workRelease, workRenew } from "./work-end.ts";

export const work = () =>
  group("work", "work under a claim", workDone(), workRelease(), workRenew(), workAsk());
