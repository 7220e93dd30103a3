import type { ContextSource } from "@groundplan/contract";
import { RowLink, RowWithActs } from "../../components/lists/row.tsx";
import type { Act } from "../../components/overlays/act.ts";
import { Menu } from "../../components/overlays/menu.tsx";
import { wordOf } from "../../components/status.tsx";
import { sendEdits } from "../../edits/edit.ts";
import type { Scope } from "../../planning/scope/scope.ts";
import { sourceScopeOf } from "./endpoints.ts";
import { setActive } from "./source-edits.ts";
import { isBeingRead, SourceState, tokens } from "./source-state.tsx";

interface Properties {
  scope: Scope;
  source: ContextSource;
  mayWrite: boolean;
  acts: readonly Act[];
}

export function SourceRow({ scope, source, mayWrite, acts }: Properties) {
  const { id, title, scope: level, kind, active = true } = source;
  const address: string = `${scope.path}/context/${id}`;
  const hasSwitch = scope.kind === "plan";
  return (
    <RowWithActs
      id={id}
      before={
        hasSwitch && (
          <span className="flex size-[2.125rem] flex-none items-center justify-center">
            {mayWrite ? (
              <input
                type="checkbox"
                checked={active}
                data-act="active"
                aria-label={`Agents read ${title}`}
                onChange={({ target }) => void sendEdits(setActive(scope, source, target.checked))}
                className="size-4 accent-accent"
              />
            ) : (
              <span
                role="img"
                aria-label={active ? "Agents read it" : "Agents don't read it"}
                className={`size-2 rounded-full ${active ? "bg-good" : "bg-line-strong"}`}
              />
            )}
          </span>
        )
      }
      after={
        acts.length > 0 ? (
          <Menu label={`More actions for ${title}`} acts={acts} look="quiet" act="menu">
            <span aria-hidden="true">⋯</span>
          </Menu>
        ) : (
          // Keeps the numbers aligned in rows without a menu.
          <span className="w-9 flex-none" />
        )
      }
    >
      <RowLink to={address} className="flex-wrap column:flex-nowrap">
        <span
          className={`min-w-0 flex-1 basis-full truncate column:basis-0 ${active ? "" : "text-ink-3 line-through"}`}
        >
          {title}
        </span>
        <span className="flex min-w-0 flex-wrap items-center gap-2 text-note text-ink-3 column:flex-none">
          <SourceState source={source} />
          {level !== sourceScopeOf[scope.kind] && <span>from the {placeNames[level]}</span>}
          <span>{wordOf(kind.toUpperCase())}</span>
          <span className="column:min-w-20 column:text-right">
            {isBeingRead(source) ? "" : tokens(source.tokenCount)}
          </span>
        </span>
      </RowLink>
    </RowWithActs>
  );
}

const placeNames = { TEAM: "workspace", PROJECT: "project", PLAN: "plan above" } as const;
