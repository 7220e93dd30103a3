import type { ImportConflict } from "@groundplan/contract";

interface Properties {
  title: string;
  conflict: ImportConflict;
}

/** Both sides' versions of the conflicting lines. */
export const Conflict = ({ title, conflict: { field, line, here, source } }: Properties) => (
  <>
    {title}, {field}
    {line !== null && `, line ${line}`}
    <dl className="mt-1 grid gap-1">
      {[
        { name: "Here", text: here },
        { name: "In the folder", text: source },
      ].map(({ name, text }) => (
        <div key={name}>
          <dt className="text-ink-3">{name}</dt>
          <dd className="rounded-md bg-sunk px-2 py-1 font-mono text-small break-words whitespace-pre-wrap">
            {text || "Nothing"}
          </dd>
        </div>
      ))}
    </dl>
  </>
);
