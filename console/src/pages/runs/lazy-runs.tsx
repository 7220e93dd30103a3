import { later } from "../../components/loading/later.tsx";

/** In between, since the first load names the files of every route, and this one has no others. */
export default later(() => import("./runs.tsx"));
