import {
  getSpec,
  getSpecReadiness,
  listSpecs,
  type SpecWithCriteria,
  updateSpec,
} from "@groundplan/contract";
import { call } from "../../../api/call.ts";
import { UserError } from "../../../base/user-error.ts";
import { toast } from "../../../components/overlays/toast.tsx";
import { changeOf } from "../../../edits/change.ts";
import { type Edit, sendEdits } from "../../../edits/edit.ts";
import type { SpecParams } from "../../../planning/params.ts";
import { type Box, boxAt, withBox } from "./task-box.ts";

/** Toggles a checkbox, with an undo. Returns false if refused. */
export async function tickBox(params: SpecParams, { id, content }: SpecWithCriteria, at: number) {
  // The text may have changed just before the click.
  if (!/^\[[ x]\]$/i.test(content.slice(at - 1, at + 2))) return false;
  const box = boxAt(content, at);
  const edit = (isTicked: boolean) => sendEdits(editBox(params, id, box, isTicked));
  const isMade = await edit(!box.isTicked);
  if (isMade) toast(box.isTicked ? "Unchecked." : "Checked.", () => edit(box.isTicked));
  return isMade;
}

function editBox(params: SpecParams, id: string, box: Box, isTicked: boolean): Edit {
  return {
    subject: id,
    change: (data, [path]) => {
      const { spec } = path === getSpec.path ? (data as { spec: SpecWithCriteria }) : {};
      return spec?.id === id
        ? { spec: { ...spec, content: withBox(spec.content, box, isTicked) ?? spec.content } }
        : data;
    },
    send: async () => {
      // The cached text may be unconfirmed or stale.
      const { spec: now } = await call(getSpec, { params });
      const content = withBox(now.content, box, isTicked);
      if (content === null)
        throw new UserError("Someone has changed this line. Find the checkbox in the current text.");
      const body = { content, baseRevision: now.revision };
      const { spec } = content === now.content ? { spec: now } : await call(updateSpec, { params, body });
      return changeOf([listSpecs, getSpec], id, spec);
    },
    touches: [listSpecs, getSpec, getSpecReadiness],
  };
}
