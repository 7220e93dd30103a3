import type { ContextSource } from "@groundplan/contract";
import { Link } from "@tanstack/react-router";
import { counted } from "../../components/counted.ts";
import type { Scope } from "../../planning/scope/scope.ts";
import { tokens } from "./source-state.tsx";

/** The API's default budget. */
export const usualBudget = 20_000;

/** The tokens of active sources compared with the default budget. */
export function TokenBudget({ scope, sources }: { scope: Scope; sources: readonly ContextSource[] }) {
  const active = sources.filter((source) => source.active ?? true);
  const total = active.reduce((sum, { tokenCount }) => sum + tokenCount, 0);
  const isOver = total > usualBudget;
  const pack: string = `${scope.path}/context/pack`;
  const off = sources.length - active.length;
  return (
    <section
      aria-label="Tokens"
      className="mb-4 rounded-card border border-line bg-sheet grid-paper-12 px-3.5 py-2.5"
    >
      <p className="text-[1.125rem] leading-6 font-semibold">{tokens(total)}</p>
      <div aria-hidden="true" className="my-1.5 h-1.5 overflow-hidden rounded-full bg-line">
        <div
          className={`h-full ${isOver ? "bg-warn" : "bg-accent"}`}
          style={{ width: `${Math.min(100, (total / usualBudget) * 100)}%` }}
        />
      </div>
      <p className="text-note text-ink-3">
        {counted(active.length, "source")}
        {off > 0 && `, ${off} switched off`}. An agent usually reads {tokens(usualBudget)} for a plan
        {isOver && ", so the last sources are left out"}.{" "}
        {scope.kind === "plan" && (
          <Link to={pack} className="text-accent underline underline-offset-2">
            Preview for agents
          </Link>
        )}
      </p>
    </section>
  );
}
