import type { Mail } from "../../outbound/mail.ts";
import type { InviteRow } from "./store.ts";

const mayDo = {
  OWNER: "As an owner you can do everything in it, and invite others.",
  MEMBER: "As a member you can create projects and plans, and edit them.",
  VIEWER: "As a viewer you can read its plans.",
};

export function mailOf(
  { email, role, expires_at }: InviteRow,
  { inviter, workspace }: { inviter: string; workspace: string },
  link: string,
): Mail {
  const where = plain(workspace);
  return {
    to: email,
    subject: `Invitation to ${where} on Groundplan`,
    text: `${plain(inviter)} invites you to the workspace ${where} on Groundplan. ${mayDo[role]}

Open this link to accept:

${link}

The link works until ${expires_at.slice(0, 10)}, once, and only for ${email}.
If you did not expect this mail, you can ignore it: nothing happens until you accept.
`,
  };
}

const mostShown = 60;

/**
 * Neutralizes names that mail clients would turn into links, since users choose names and mail goes to
 * anyone.
 */
function plain(name: string): string {
  const characters = [...name.replaceAll(/[.:/@\\]+/g, " ").trim()];
  return characters.length > mostShown ? `${characters.slice(0, mostShown).join("")}…` : characters.join("");
}
