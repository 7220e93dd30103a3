import { getPlan, type SpecClaim } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../api/read.ts";
import { Button, type Look } from "../../components/button.tsx";
import { Confirm } from "../../components/overlays/lazy.tsx";
import { useSession } from "../../session/session.ts";
import type { SpecParams } from "../params.ts";
import { mayRelease, release, releaseQuestion } from "./release-claim.ts";

interface Properties {
  params: SpecParams;
  claim: SpecClaim;
  look?: Look;
  className?: string;
}

/** Absent for users who may not release the claim. */
export function Release({ params, claim, look = "quiet", className = "" }: Properties) {
  const { projectSlug, planShortId, specShortId } = params;
  const { user } = useSession();
  const [isAsked, ask] = useState(false);
  const { data } = useQuery(read(getPlan, { params: { projectSlug, planShortId } }));
  if (!mayRelease(claim, user.id, data?.plan)) return null;
  const { title, action, says } = releaseQuestion(specShortId, claim);
  return (
    <>
      <Button look={look} aria-label={action} className={className} onClick={() => ask(true)}>
        Release
      </Button>
      {isAsked && (
        <Confirm
          title={title}
          action={action}
          act={() => release(specShortId, claim)}
          onClose={() => ask(false)}
        >
          {says}
        </Confirm>
      )}
    </>
  );
}
