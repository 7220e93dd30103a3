import { Page } from "../../parts/page.tsx";

/** This room is not built yet. */
export default function Room() {
  return <Page title="Members">This room is not built yet.</Page>;
}
