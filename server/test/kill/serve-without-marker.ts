import { serve } from "../../src/main.ts";
import { type OpenTracker, openTracker } from "../../src/modules/push/trackers/open.ts";

/** The control: a service that does not look for what an unanswered call may have made. */
const blind: OpenTracker = (services, credential) => ({
  ...openTracker(services, credential),
  find: async (_target, sought) => sought.map(() => []),
});

await serve(process.env, { openTracker: blind });
