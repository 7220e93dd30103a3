import type { ContextSource } from "@groundplan/contract";
import { download } from "../../api/download.ts";
import type { Act } from "../../components/menu.tsx";
import { attempt } from "../../components/toast.tsx";
import type { Place } from "../places/place.ts";
import { contextAt, scopeOf } from "./endpoints.ts";
import { deleteSource, refresh } from "./source-edits.ts";

/** An inherited source is edited in its own scope. */
export function actsOf(
  place: Place,
  source: ContextSource,
  mayWrite: boolean,
  move: (source: ContextSource) => void,
): Act[] {
  const params = { ...place.params, sourceId: source.id };
  const save = () => attempt(() => download(contextAt(place).file, { params }));
  const isOwn = mayWrite && source.scope === scopeOf[place.kind];
  return [
    ...(source.hasFile ? [{ name: "Save the file", run: save }] : []),
    ...(isOwn && source.sourceKind === "URL"
      ? [{ name: "Read the page again", run: () => attempt(() => refresh(place, source)) }]
      : []),
    ...(isOwn
      ? [
          { name: "Rename or move…", run: () => move(source) },
          { name: "Delete", run: () => deleteSource(place, source) },
        ]
      : []),
  ];
}
