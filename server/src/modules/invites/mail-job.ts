export const jobKindOfMail = "invites.mail";

/** Mails the link with this hash; a replaced link has its own job. */
export interface MailJob {
  workspaceId: string;
  inviteId: string;
  secretHash: string;
}

export const mailJobKey = (secretHash: string): string => `${jobKindOfMail} ${secretHash}`;
