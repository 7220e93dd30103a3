import type { IssuerProblem } from "@groundplan/contract";

/** A message for each failure. */
const sentences: Record<IssuerProblem, string> = {
  expired: "That took too long, or began in another browser. Try again.",
  denied: "The sign-in was refused there. Try again, or sign in another way.",
  failed: "The issuer could not be asked, or its answer was not right. Try again, or ask the operator.",
  unknown:
    "Nobody here is linked to that account. Ask an owner for an invite, or sign in another way and link it in your profile.",
  taken: "That account is linked to somebody else here. Ask the operator, if it is yours.",
  invite:
    "The invite was used already, is too old, or is for an address that has an account: sign in with that one, then open the link again.",
  unproven:
    "Nobody has shown yet that the account's address is theirs, so it can't join a further workspace. Sign in without the invite, then open its link again: it says what to do.",
  busy: "There were too many tries. Wait a minute, then try again.",
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
