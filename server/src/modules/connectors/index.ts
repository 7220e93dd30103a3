import type { Handler } from "../../dispatch/handlers.ts";
import { connectorConnect } from "./connect.ts";
import { connectorDisconnect } from "./disconnect.ts";
import { connectorsList } from "./list-connectors.ts";
import { targetsList } from "./list-targets.ts";
import { projectTracker, projectTrackerSet } from "./project-tracker.ts";

export const connectorHandlers: readonly Handler[] = [
  ...[connectorsList, connectorConnect, connectorDisconnect, targetsList],
  ...[projectTracker, projectTrackerSet],
] as readonly Handler[];
