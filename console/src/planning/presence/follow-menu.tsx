import {
  endPlanSubscription,
  endSpecSubscription,
  getPlanSubscription,
  getSpecSubscription,
  type SubscriptionState,
  setPlanSubscription,
  setSpecSubscription,
} from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import { invalidate, read } from "../../api/read.ts";
import type { Act } from "../../components/overlays/act.ts";
import { Menu } from "../../components/overlays/menu.tsx";
import { attempt } from "../../components/overlays/toast.tsx";
import type { PlanParams } from "../params.ts";

type Params = PlanParams & { specShortId?: string | undefined };

const words: Record<SubscriptionState, string> = { follow: "Following", mute: "Muted" };

/** Lets the user follow or mute the page's plan or spec. */
export function FollowMenu({ params: { specShortId, ...plan } }: { params: Params }) {
  const spec = specShortId === undefined ? null : { ...plan, specShortId };
  const ofPlan = useQuery({ ...read(getPlanSubscription, { params: plan }), enabled: spec === null });
  const ofSpec = useQuery({
    ...read(getSpecSubscription, { params: { ...plan, specShortId: specShortId ?? "" } }),
    enabled: spec !== null,
  });
  const subscription = (spec ? ofSpec : ofPlan).data?.subscription;
  if (!subscription) return null;
  const { state, inherited } = subscription;
  const what = spec ? "spec" : "plan";
  const set = async (to: SubscriptionState | null) => {
    if (to === null)
      await (spec
        ? call(endSpecSubscription, { params: spec })
        : call(endPlanSubscription, { params: plan }));
    else
      await (spec
        ? call(setSpecSubscription, { params: spec, body: { state: to } })
        : call(setPlanSubscription, { params: plan, body: { state: to } }));
    await invalidate(getPlanSubscription, getSpecSubscription);
  };
  const actOf = (name: string, to: SubscriptionState | null): Act => ({
    name,
    isChosen: state === to,
    run: () => attempt(() => set(to)),
  });
  const now = state ?? inherited;
  return (
    <Menu
      label={now ? `${words[now]} this ${what}` : `Follow or mute this ${what}`}
      look="quiet"
      acts={[
        actOf("Follow: tell me of all conversations", "follow"),
        actOf(
          inherited ? `As above it: ${words[inherited].toLowerCase()}` : "Tell me what concerns me",
          null,
        ),
        actOf("Mute: tell me nothing", "mute"),
      ]}
    >
      {now ? words[now] : "Follow"} <span aria-hidden="true">▾</span>
    </Menu>
  );
}
