import { getPlan, getSpec } from "@groundplan/contract";
import { call } from "../../api/call.ts";
import { queryClient } from "../../api/query-client.ts";
import { read } from "../../api/read.ts";
import { type ProblemOptions, say } from "../../components/overlays/toast.tsx";
import { loadSession } from "../../session/session.ts";
import type { SpecParams } from "../params.ts";
import { clockTime, holderName } from "./held-text.ts";
import { mayRelease, release, releaseQuestion } from "./release-claim.ts";

/** Says who holds a spec whose change of status was refused, and offers its release where allowed. */
export async function showHeld(
  { projectSlug, planShortId, specShortId }: SpecParams,
  { before = "", retry }: ProblemOptions,
): Promise<void> {
  const params = { projectSlug, planShortId };
  const { plan } = await queryClient.ensureQueryData(read(getPlan, { params }));
  const { spec } = await call(getSpec, { params: { ...params, specShortId } });
  const { session } = await loadSession();
  const { claim } = spec;
  if (claim === null) {
    const act = retry && { name: "Retry", run: retry };
    say({ text: `${before}${specShortId} was held and is free again.`, tone: "bad", act });
    return;
  }
  const isAllowed = mayRelease(claim, session?.user.id, plan);
  const advice = isAllowed
    ? "Release it to change its status."
    : "Its holder or an owner of the plan can release it.";
  say({
    text: `${before}${specShortId} is held by ${holderName(claim)} until ${clockTime(claim.until)}. ${advice}`,
    tone: "bad",
    act: isAllowed
      ? {
          name: "Release",
          run: () => release(specShortId, claim),
          confirm: releaseQuestion(specShortId, claim),
        }
      : undefined,
  });
}
