import type { Share } from "@groundplan/contract";

interface About {
  visibility: "PRIVATE" | "TEAM";
  workspace: string;
  /** "you" for the current user, null if unknown. */
  owner: string | null;
  shares: readonly Pick<Share, "name">[];
}

/** The most names listed; the rest are counted. */
const mostNames = 3;

/** Describes who can see a plan. */
export function whoCanSee({ visibility, workspace, owner, shares }: About): string {
  if (visibility === "TEAM") return `Everybody in ${workspace} can see this plan, and members can edit it.`;
  const names = [owner ?? "its owner", ...shares.map(({ name }) => name)];
  const shown = names.length > mostNames + 1 ? names.slice(0, mostNames) : names;
  const others = names.length - shown.length;
  const all = others > 0 ? [...shown, `${others} others`] : shown;
  return `Only ${new Intl.ListFormat("en").format(all)} can see this plan.`;
}
