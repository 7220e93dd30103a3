import type { IssuerProblem } from "@groundplan/contract";

/** A message for each failure. */
const sentences: Record<IssuerProblem, string> = {
  expired: "The sign-in expired or started in another browser. Try again.",
  denied: "The sign-in was denied. Try again, or sign in another way.",
  failed:
    "The identity provider could not be reached or its response was invalid. Try again, or ask the operator.",
  unknown:
    "No user is linked to that account. Ask an owner for an invite, or sign in another way and link it in your profile.",
  taken: "That account is linked to another user. If it is yours, ask the operator.",
  invite:
    "The invite was already used, has expired, or is for an address with an account. Sign in with that account, then open the link again.",
  unproven:
    "This account's address isn't verified, so it can't join another workspace. Sign in without the invite, then open its link again for instructions.",
  busy: "Too many attempts. Wait a minute, then try again.",
};

/** Shows the failure that the address names. */
export function ProblemOfIssuer({ named }: { named: unknown }) {
  if (!isProblem(named)) return null;
  return (
    <p role="alert" className="mb-4 rounded-card border border-bad bg-bad-soft p-4">
      {sentences[named]}
    </p>
  );
}

const isProblem = (named: unknown): named is IssuerProblem =>
  typeof named === "string" && Object.hasOwn(sentences, named);
