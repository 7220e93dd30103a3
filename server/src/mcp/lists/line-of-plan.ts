import { joined, oneLine } from "../render/words.ts";

/** A line of a list: handle, state, name, number of specs. */
export const lineOfPlan = (plan: { shortId: string; status: string; name: string; specCount: number }) =>
  joined([`${plan.shortId} ${plan.status}`, oneLine(plan.name), `${plan.specCount} specs`]);
