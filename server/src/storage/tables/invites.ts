import type { InviteStatus, Role } from "@groundplan/contract";

export interface InviteTables {
  invites: {
    workspace_id: string;
    id: string;
    /** Trimmed and lower-cased. At most one pending invite per workspace and address. */
    email: string;
    role: Role;
    status: InviteStatus;
    /** Hash of the newest link's secret; older links are invalid. */
    secret_hash: string;
    /** Hash of the secret that is only mailed; null without mail. */
    mail_hash: string | null;
    /** Sealed until the mail is sent; null without mail. */
    sealed_secret: string | null;
    /** The owner who saw the newest link. */
    sent_by: string;
    /** When the last mail was sent. */
    mailed_at: string | null;
    created_at: string;
    expires_at: string;
    /** When it was accepted or revoked. */
    ended_at: string | null;
  };
}
