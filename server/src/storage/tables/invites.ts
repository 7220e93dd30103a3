import type { InviteStatus, Role } from "@groundplan/contract";

export interface InviteTables {
  invites: {
    workspace_id: string;
    id: string;
    /** The address, trimmed and in lower case. A workspace has one pending invite to it at most. */
    email: string;
    role: Role;
    status: InviteStatus;
    /** The hash of the secret of the newest link; an older link is unknown. */
    secret_hash: string;
    /** The hash of the secret of the link that goes by mail only; null where no mail is sent. */
    mail_hash: string | null;
    /** The secret of the mail's link, sealed until the mail has been sent; null where no mail is to be sent. */
    sealed_secret: string | null;
    /** The owner who saw the newest link. */
    sent_by: string;
    /** The time at which the last mail was sent. */
    mailed_at: string | null;
    created_at: string;
    expires_at: string;
    /** The time at which it was accepted or revoked. */
    ended_at: string | null;
  };
}
