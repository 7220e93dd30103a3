import { NotImportable, type Notice } from "../../../../../client/src/import/format.ts";
import { FirstFew } from "./first-few.tsx";

/** The most notices shown unfolded. */
const few = 12;

/** Warnings about skipped or misunderstood lines. */
export function Notices({ notices }: { notices: readonly Notice[] }) {
  if (notices.length === 0) return null;
  return (
    <details open={notices.length <= few}>
      <summary className="cursor-pointer font-[550]">
        Skipped, changed or not recognized: {notices.length.toLocaleString("en")}
      </summary>
      <FirstFew label="Skipped, changed or not recognized" items={notices}>
        {({ file, line, text, why }) => (
          <>
            <span className="font-mono text-small break-all text-ink-3">
              {file}:{line}
            </span>{" "}
            {text && (
              <q className="text-ink-2">{text.length > longest ? `${text.slice(0, longest)}…` : text}</q>
            )}{" "}
            {why}
          </>
        )}
      </FirstFew>
    </details>
  );
}

/** The most characters shown of a line. */
const longest = 120;

export const noticesOf = (error: unknown): readonly Notice[] =>
  error instanceof NotImportable ? error.notices : [];
