import { allProjects } from "@groundplan/contract/first-reads";
import { useQuery } from "@tanstack/react-query";
import { readAll } from "../api/read.ts";
import { Loaded } from "../components/page/loaded.tsx";
import { Page } from "../components/page/page.tsx";
import { FirstRun } from "./home/first-run.tsx";
import { NextUp } from "./home/next-up.tsx";
import { OwnPlans } from "./home/own-plans.tsx";
import { usePlansEverywhere } from "./home/plans-everywhere.ts";
import { PushedLately } from "./home/pushed-lately.tsx";
import { WaitsForYou } from "./home/waits-for-you.tsx";

/** Inbox items, next specs, own plans and recent pushes. */
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
      <NextUp />
      <OwnPlans plans={plans} />
      <PushedLately plans={plans} />
    </>
  );
}
