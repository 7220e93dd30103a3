import { later } from "../../components/loading/later.tsx";

/** Preloaded with the bar of the view, since keys act through it once a spec is selected. */
export const SpecBar = later(() => import("./spec-bar.tsx"));
