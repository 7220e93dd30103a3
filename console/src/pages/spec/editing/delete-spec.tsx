import { deleteSpec, listSpecs, type SpecWithCriteria } from "@groundplan/contract";
import { useNavigate } from "@tanstack/react-router";
import { call } from "../../../api/call.ts";
import { invalidate } from "../../../api/read.ts";
import { Confirm } from "../../../components/overlays/lazy.tsx";
import { sayEndedClaims } from "../../../planning/claims/ended-claims.ts";
import { offerRestore } from "../../../planning/edits/undo-specs.ts";
import type { SpecParams } from "../../../planning/params.ts";
import { stillHere } from "../../../planning/still-here.ts";

interface Properties {
  params: SpecParams;
  spec: SpecWithCriteria;
  onClose: () => void;
}

export function DeleteSpec({ params, spec, onClose }: Properties) {
  const navigate = useNavigate();
  const { projectSlug, planShortId } = params;
  const act = async () => {
    const isHere = stillHere();
    await call(deleteSpec, { params });
    offerRestore({ projectSlug, planShortId }, [spec]);
    void invalidate(listSpecs);
    if (!isHere()) return false;
    await navigate({
      to: "/projects/$projectSlug/plans/$planShortId",
      params: { projectSlug, planShortId },
      replace: true,
    });
    // The page has already been left.
    return false;
  };
  return (
    <Confirm title={`Delete ${spec.shortId}?`} action={`Delete ${spec.shortId}`} act={act} onClose={onClose}>
      Its text, versions, comments and dependencies are deleted. You can restore it for 30 days from the
      plan's menu. To keep it without building it, set its status to cancelled.
      {sayEndedClaims([spec])}
    </Confirm>
  );
}
