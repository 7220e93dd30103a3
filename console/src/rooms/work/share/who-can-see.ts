import type { Share } from "@groundplan/contract";

interface About {
  visibility: "PRIVATE" | "TEAM";
  workspace: string;
  /** The owner's name; "you" for the person who reads this, null where it is not known. */
  owner: string | null;
  shares: readonly Pick<Share, "name">[];
}

/** Names beyond this number are counted. */
const mostNames = 3;

/** Says in one sentence who can see a plan. */
export function whoCanSee({ visibility, workspace, owner, shares }: About): string {
  if (visibility === "TEAM")
    return `Everybody in ${workspace} can see this plan, and its members can edit it.`;
  const names = [owner ?? "its owner", ...shares.map(({ name }) => name)];
  const shown = names.length > mostNames + 1 ? names.slice(0, mostNames) : names;
  const others = names.length - shown.length;
  const all = others > 0 ? [...shown, `${others} others`] : shown;
  return `Only ${new Intl.ListFormat("en").format(all)} can see this plan.`;
}
