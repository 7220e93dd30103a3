/** The kind of the job that sends an invite by mail. */
export const jobKindOfMail = "invites.mail";

/** The job sends the link with the hash `secretHash`. Where the invite has another one meanwhile, that one has a job of its own. */
export interface MailJob {
  workspaceId: string;
  inviteId: string;
  secretHash: string;
}

/** Returns the key of the job that sends the link with this hash. */
export const mailJobKey = (secretHash: string): string => `${jobKindOfMail} ${secretHash}`;
