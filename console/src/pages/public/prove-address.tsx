import { getProofMail } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/read.ts";

interface Properties {
  email: string;
  /** True if the service sends a verification mail. */
  isMailed: boolean;
}

/** Explains how to verify the address, as joining another workspace requires. */
export const ProveAddress = ({ email, isMailed }: Properties) => (
  <div className="grid gap-3">
    <p role="status">
      The address <strong className="break-words">{email}</strong> isn't verified, so this account can't join
      another workspace.
    </p>
    {isMailed ? <Mailed email={email} /> : <ByOperator email={email} />}
  </div>
);

const pollMs = 2_000;

/** Follows the mail until it is sent or given up. */
function Mailed({ email }: { email: string }) {
  const { data } = useQuery({
    ...read(getProofMail, {}),
    refetchInterval: ({ state }) => (state.data?.state === "open" ? pollMs : false),
  });
  if (data?.state === "failed")
    return (
      <>
        <p role="alert" className="text-bad">
          The mail was not sent. {data.error}
        </p>
        <ByOperator email={email} />
      </>
    );
  return (
    <>
      <p>
        A mail with a link is on its way to that address. Open it, set a new password, then open this invite's
        link again.
      </p>
      {data?.error && (
        <p role="alert" className="text-bad">
          It hasn't been sent yet and will be retried. {data.error}
        </p>
      )}
    </>
  );
}

const ByOperator = ({ email }: { email: string }) => (
  <>
    <p>Ask the operator of the service for a link, then open this invite's link again:</p>
    <p className="rounded-md bg-sunk p-2.5 font-mono text-small break-words">
      groundplan admin user reset --email {email}
    </p>
  </>
);
