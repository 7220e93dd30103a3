import { Page } from "../../parts/page.tsx";

/** This room is not built yet. */
export default function Room() {
  return <Page title="Workspace">This room is not built yet.</Page>;
}
