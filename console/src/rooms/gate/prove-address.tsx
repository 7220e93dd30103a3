interface Properties {
  email: string;
  /** True where a mail with a link is on its way. */
  isMailed: boolean;
}

/** Says how a person shows that the address of their account is theirs, which joining a further workspace needs. */
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
