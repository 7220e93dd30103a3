import { Page } from "../../parts/page.tsx";

/** This room is not built yet. */
export default function Room() {
  return <Page title="Connected apps">This room is not built yet.</Page>;
}
