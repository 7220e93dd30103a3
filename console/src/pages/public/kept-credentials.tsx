import type { lookUpLink, Reply } from "@groundplan/contract";
import { Check } from "../../components/forms/check.tsx";
import { Time } from "../../components/time.tsx";

type Credential = Reply<typeof lookUpLink>["mayKeep"][number];

const kinds: Record<Credential["kind"], string> = {
  api_key: "API key",
  passkey: "Passkey",
  issuer: "Linked account",
};

const prefix = "keep ";

/** Asks which keys, passkeys and accounts to keep. None is preselected: somebody else may have added them. */
export function KeptCredentials({ mayKeep }: { mayKeep: readonly Credential[] }) {
  if (mayKeep.length === 0) return null;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5">
        Select what you created yourself and want to keep. The rest is revoked.
      </legend>
      {mayKeep.map(({ id, kind, name, workspace, createdAt }) => (
        <Check key={id} name={prefix + id}>
          <span className="min-w-0 break-words">
            {kinds[kind]} <strong className="font-[550] text-ink">{name}</strong>
            {workspace !== null && ` in ${workspace}`}, made <Time at={createdAt} />
          </span>
        </Check>
      ))}
    </fieldset>
  );
}

/** Returns the selected ids from form values. */
export const keptIn = (typed: Record<string, string>): string[] =>
  Object.keys(typed).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
