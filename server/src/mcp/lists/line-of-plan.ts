import { joined, oneLine } from "../render/words.ts";

interface ListedPlan {
  shortId: string;
  status: string;
  name: string;
  projectSlug: string;
  specCount?: number;
}

/** A line of a list: handle, state, name, project, and the number of specs if it is known. */
export const lineOfPlan = ({ shortId, status, name, projectSlug, specCount }: ListedPlan) =>
  joined([
    `${shortId} ${status}`,
    oneLine(name),
    projectSlug,
    specCount !== undefined && `${specCount} specs`,
  ]);
