import type { ContextSource } from "@groundplan/contract";
import { download } from "../../api/download.ts";
import type { Act } from "../../components/overlays/act.ts";
import { attempt } from "../../components/overlays/toast.tsx";
import type { Scope } from "../../planning/scope/scope.ts";
import { contextAt, sourceScopeOf } from "./endpoints.ts";
import { deleteSource, refresh } from "./source-edits.ts";

/** An inherited source is edited in its own scope. */
export function actsOf(
  scope: Scope,
  source: ContextSource,
  mayWrite: boolean,
  move: (source: ContextSource) => void,
): Act[] {
  const params = { ...scope.params, sourceId: source.id };
  const save = () => attempt(() => download(contextAt(scope).file, { params }));
  const isOwn = mayWrite && source.scope === sourceScopeOf[scope.kind];
  return [
    ...(source.hasFile ? [{ name: "Save the file", run: save }] : []),
    ...(isOwn && source.sourceKind === "URL"
      ? [{ name: "Refresh the page", run: () => attempt(() => refresh(scope, source)) }]
      : []),
    ...(isOwn
      ? [
          { name: "Rename or move…", run: () => move(source) },
          { name: "Delete", run: () => deleteSource(scope, source) },
        ]
      : []),
  ];
}
