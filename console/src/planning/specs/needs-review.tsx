import { Pill } from "../../components/pill.tsx";

/** Marks a spec that is built and waits for a reviewer's pass. */
export const NeedsReview = () => <Pill tone="warn">Needs review</Pill>;
