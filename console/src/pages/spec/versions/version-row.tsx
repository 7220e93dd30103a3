import { type ReactNode, useRef } from "react";
import { RowLink, RowWithActs } from "../../../components/lists/row.tsx";
import { attempt } from "../../../components/overlays/toast.tsx";
import { Pill } from "../../../components/pill.tsx";
import { Time } from "../../../components/time.tsx";
import { isByProgram } from "../../../components/who.tsx";
import type { SpecParams } from "../../../planning/params.ts";
import { restore } from "../editing/restore.ts";
import { Author } from "./author.tsx";
import type { Version } from "./groups.ts";
import { useChangeName } from "./use-change-name.ts";

interface Properties {
  params: SpecParams;
  /** The newest version of the row. */
  version: Version;
  /** The row's number or numbers. */
  numbers: string;
  /** The version that the row is compared with; undefined for the first one. */
  before: Version | undefined;
  /** False if the version before isn't loaded, so that the change can't be named. */
  isWhole: boolean;
  canEdit: boolean;
  isWithin?: boolean;
  /** Opens the versions of the row. */
  toggle?: ReactNode;
}

const act = "mx-1 flex-none rounded-md px-2 py-1 text-note text-ink-2 hover:bg-line";

/** An agent's change can be undone in one click. */
export function VersionRow(properties: Properties) {
  const { params, version: shown, numbers, before, isWhole, canEdit, isWithin = false, toggle } = properties;
  const { seq, message, createdAt, credential } = shown;
  const row = useRef<HTMLSpanElement>(null);
  const name = useChangeName(row, params, seq, before?.seq, isWhole) ?? "Changed";
  const byAgent = isByProgram(credential);
  return (
    <RowWithActs
      id={`${seq}${isWithin ? " within" : ""}`}
      after={
        <>
          {toggle}
          {canEdit && before && (
            <button
              type="button"
              aria-label={`Revert version ${numbers.replaceAll("v", "")}`}
              title={`Restore version ${before.version}`}
              onClick={() => attempt(() => restore(params, before))}
              className={`${act} ${byAgent ? "" : "opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"}`}
            >
              Revert
            </button>
          )}
        </>
      }
    >
      <RowLink
        to="/projects/$projectSlug/plans/$planShortId/specs/$specShortId/versions/$seq"
        params={{ ...params, seq: before ? `${before.seq}-${seq}` : String(seq) }}
        className="flex-wrap"
        style={isWithin ? { paddingInlineStart: "1.5rem" } : undefined}
      >
        <span ref={row} className="font-mono text-small text-ink-3" style={{ minWidth: "4rem" }}>
          {numbers}
        </span>
        <span className="min-w-0 flex-1 truncate">{message ? `${message} · ${name}` : name}</span>
        <span className="text-note text-ink-3">
          <Author of={shown} /> · <Time at={createdAt} />
        </span>
        {byAgent && <Pill>{credential.kind === "api_key" ? "API key" : "App"}</Pill>}
      </RowLink>
    </RowWithActs>
  );
}

interface ToggleProperties {
  numbers: string;
  count: number;
  isOpen: boolean;
  toggle: () => void;
}

export const Toggle = ({ numbers, count, isOpen, toggle }: ToggleProperties) => (
  <button
    type="button"
    aria-expanded={isOpen}
    aria-label={`${count} versions, ${numbers}`}
    onClick={toggle}
    className={act}
  >
    {count} versions <span aria-hidden="true">{isOpen ? "▾" : "▸"}</span>
  </button>
);
