import type { NamedCredential } from "@groundplan/contract";

interface Properties {
  /** Null for a deleted account or the service itself. */
  person: { name: string } | null;
  /** The key or app used, if any. */
  credential?: NamedCredential | null;
}

/** True for a key or an app other than the console. */
export const isByProgram = (credential: NamedCredential | null | undefined): credential is NamedCredential =>
  Boolean(credential && credential.name !== "Console");

/** A program appears with its user: "Scout for Ada". */
export function Who({ person, credential = null }: Properties) {
  const name = person?.name ?? "Former member";
  if (!isByProgram(credential)) return <span className="font-[550] text-ink">{name}</span>;
  const { kind, name: program } = credential;
  return (
    <span title={`By the ${kind === "api_key" ? "API key" : "app"} ${program} of ${name}`}>
      <span className="font-[550] text-ink">{program}</span> for {name}
    </span>
  );
}
