import { useQuery } from "@tanstack/react-query";
import { readAll } from "../api/read.ts";
import { Loaded } from "../components/loaded.tsx";
import { contextAt } from "./context/endpoints.ts";
import { isBeingRead } from "./context/source-state.tsx";
import { Sources } from "./context/sources.tsx";
import { usePlace } from "./places/place.ts";
import { PlacePage } from "./places/place-page.tsx";

/** The polling interval in milliseconds; reading sends no events. */
const asksAgain = 1_000;

/** The context of the workspace, a project or a plan. */
export default function Context() {
  const place = usePlace();
  const sources = useQuery({
    ...readAll(contextAt(place).list, { params: place.params }, "sources"),
    refetchInterval: ({ state }) => (state.data?.some(isBeingRead) ? asksAgain : false),
  });
  return (
    <PlacePage place={place} title="Context">
      {(mayWrite) => (
        <Loaded query={sources}>
          {(all) => <Sources place={place} sources={all} mayWrite={mayWrite} />}
        </Loaded>
      )}
    </PlacePage>
  );
}
