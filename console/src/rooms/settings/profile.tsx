import { Page } from "../../parts/page.tsx";

/** This room is not built yet. */
export default function Room() {
  return <Page title="Profile">This room is not built yet.</Page>;
}
