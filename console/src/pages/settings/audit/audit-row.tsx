import type { AuditEntry } from "@groundplan/contract";
import { Link } from "@tanstack/react-router";
import { Handle } from "../../../components/handle.tsx";
import { Pill } from "../../../components/pill.tsx";
import { wordOf } from "../../../components/status.tsx";
import { Time } from "../../../components/time.tsx";
import { isByProgram, Who } from "../../../components/who.tsx";
import { kindWords } from "./audit-filter.ts";

export function AuditRow({ entry }: { entry: AuditEntry }) {
  const { seq, type, at: time, actor, credential, data } = entry;
  const about = aboutOf(data);
  return (
    <div className="flex min-h-[2.125rem] flex-wrap items-center gap-x-3 gap-y-0.5 border-t column:flex-nowrap border-line px-2 py-1.5">
      <span className="w-12 flex-none font-mono text-small text-ink-3" title="Event number">
        {seq}
      </span>
      <span className="min-w-0 flex-1 basis-56 break-words text-ink-2">
        {actor || isByProgram(credential) ? (
          <Who person={actor} credential={credential} />
        ) : (
          <span className="font-[550] text-ink">Groundplan</span>
        )}{" "}
        · {kindWords(type)}
        {about && <span className="text-note text-ink-3"> · {about}</span>}
      </span>
      {isByProgram(credential) && <Pill>{credential.kind === "api_key" ? "API key" : "App"}</Pill>}
      <Where entry={entry} />
      <span className="w-24 flex-none column:text-right text-note text-ink-3">
        <Time at={time} />
      </span>
    </div>
  );
}

function Where({ entry: { projectSlug, planShortId, specShortId } }: { entry: AuditEntry }) {
  if (projectSlug === undefined || planShortId === undefined) return null;
  const params = { projectSlug, planShortId };
  const plan = "/projects/$projectSlug/plans/$planShortId" as const;
  return specShortId === undefined ? (
    <Link to={plan} params={params} data-row className="flex-none hover:text-accent">
      <Handle>{planShortId}</Handle>
    </Link>
  ) : (
    <Link
      to={`${plan}/specs/$specShortId`}
      params={{ ...params, specShortId }}
      data-row
      className="flex-none hover:text-accent"
    >
      <Handle>
        {planShortId} / {specShortId}
      </Handle>
    </Link>
  );
}

/** Formats a field name: `documentKind` becomes "document kind". */
const wordsOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Formats an enum value: `IN_PROGRESS` becomes "In progress". */
const saidOf = (value: unknown) => (/^[A-Z][A-Z_]+$/.test(`${value}`) ? wordOf(`${value}`) : `${value}`);

/** Ids mean nothing to readers. */
const isId = (value: unknown) => typeof value === "string" && /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(value);

/** Summarizes an event's data: "changed: title, content". */
function aboutOf(data: Record<string, unknown>): string {
  const parts = Object.entries(data).flatMap(([name, value]) => {
    const values = (Array.isArray(value) ? value : [value]).filter(
      (one) => ["string", "number", "boolean"].includes(typeof one) && !isId(one),
    );
    // Handles are shown as links.
    return values.length === 0 || name === "shortId"
      ? []
      : [`${wordsOf(name)}: ${values.slice(0, 10).map(saidOf).join(", ")}`];
  });
  return parts.join(" · ");
}
