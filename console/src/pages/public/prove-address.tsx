interface Properties {
  email: string;
  /** True if a verification mail was sent. */
  isMailed: boolean;
}

/** Explains how to verify the address, as joining another workspace requires. */
export const ProveAddress = ({ email, isMailed }: Properties) => (
  <div role="status" className="grid gap-3">
    <p>
      Nobody has shown yet that <strong className="break-words">{email}</strong> is theirs, so this account
      can't join a further workspace.
    </p>
    {isMailed ? (
      <p>
        A mail with a link is on its way to that address. Open it, set a new password, then open this invite's
        link again.
      </p>
    ) : (
      <>
        <p>Ask the operator of the service for a link, then open this invite's link again:</p>
        <p className="rounded-md bg-sunk p-2.5 font-mono text-small break-words">
          groundplan admin user reset --email {email}
        </p>
      </>
    )}
  </div>
);
