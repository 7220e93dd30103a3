import type { NamedCredential } from "@groundplan/contract";

interface Properties {
  /** The person; null where the account is gone, or the service acted. */
  person: { name: string } | null;
  /** The key or app by which they acted. */
  credential?: NamedCredential | null;
}

/** Tells whether somebody acted by a program: by a key, or by another app than this console. */
export const isByProgram = (credential: NamedCredential | null | undefined): credential is NamedCredential =>
  Boolean(credential && credential.name !== "Console");

/** Shows who did something; a program is named with the person for whom it acted: "Scout for Ada". */
export function Who({ person, credential = null }: Properties) {
  const name = person?.name ?? "Somebody who is gone";
  if (!isByProgram(credential)) return <span className="font-[550] text-ink">{name}</span>;
  const { kind, name: program } = credential;
  return (
    <span title={`By the ${kind === "api_key" ? "API key" : "app"} ${program} of ${name}`}>
      <span className="font-[550] text-ink">{program}</span> for {name}
    </span>
  );
}
