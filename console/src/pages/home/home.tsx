import { allProjects } from "@groundplan/contract/first-reads";
import { useQuery } from "@tanstack/react-query";
import { readAll } from "../../api/read.ts";
import { later } from "../../components/loading/later.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Page } from "../../components/page/page.tsx";
import { usePlansEverywhere } from "../../planning/plans/plans-everywhere.ts";
import { FirstRun } from "./first-run.tsx";
import { NextUp } from "./next-up.tsx";
import { OwnPlans } from "./own-plans.tsx";
import { PushedLately } from "./pushed-lately.tsx";
import { WaitsForYou } from "./waits-for-you.tsx";

const ToReview = later(() => import("./to-review.tsx"));
const HeldNow = later(() => import("./held-now.tsx"));

/** Inbox items, reviews, next specs, claims, own plans and recent pushes. */
export default function Home() {
  const projects = useQuery(readAll(...allProjects));
  return (
    <Page title="Home">
      <Loaded query={projects}>{(all) => (all.length === 0 ? <FirstRun /> : <Everything />)}</Loaded>
    </Page>
  );
}

function Everything() {
  const plans = usePlansEverywhere();
  return (
    <>
      <WaitsForYou />
      <ToReview />
      <NextUp />
      <HeldNow />
      <OwnPlans plans={plans} />
      <PushedLately plans={plans} />
    </>
  );
}
