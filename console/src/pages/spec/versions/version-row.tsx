import type { listSpecVersions, Reply } from "@groundplan/contract";
import { RowLink, RowWithActs } from "../../../components/lists/row.tsx";
import { attempt } from "../../../components/overlays/toast.tsx";
import { Pill } from "../../../components/pill.tsx";
import { Time } from "../../../components/time.tsx";
import { isByProgram } from "../../../components/who.tsx";
import type { SpecParams } from "../../../planning/params.ts";
import { restore } from "../editing/restore.ts";
import { Author } from "./author.tsx";

type Version = Reply<typeof listSpecVersions>["versions"][number];

interface Properties {
  params: SpecParams;
  version: Version;
  /** The version to revert to; undefined if there is none, or if the user can't edit. */
  previous: Version | undefined;
}

/** An agent's change can be undone in one click. */
export function VersionRow({ params, version: shown, previous }: Properties) {
  const { seq, version, message, createdAt, credential } = shown;
  const byAgent = isByProgram(credential);
  return (
    <RowWithActs
      id={String(seq)}
      after={
        previous && (
          <button
            type="button"
            aria-label={`Revert version ${version}`}
            title={`Restore version ${previous.version}`}
            onClick={() => attempt(() => restore(params, previous))}
            className={`mx-1 flex-none rounded-md px-2 py-1 text-note text-ink-2 hover:bg-line ${byAgent ? "" : "opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"}`}
          >
            Revert
          </button>
        )
      }
    >
      <RowLink
        to="/projects/$projectSlug/plans/$planShortId/specs/$specShortId/versions/$seq"
        params={{ ...params, seq: String(seq) }}
        className="flex-wrap"
      >
        <span className="w-10 font-mono text-small text-ink-3">v{version}</span>
        <span className="min-w-0 flex-1 truncate">{message || "Changed"}</span>
        <span className="text-note text-ink-3">
          <Author of={shown} /> · <Time at={createdAt} />
        </span>
        {byAgent && <Pill>{credential.kind === "api_key" ? "API key" : "App"}</Pill>}
      </RowLink>
    </RowWithActs>
  );
}
