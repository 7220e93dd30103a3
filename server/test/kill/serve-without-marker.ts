import { randomUUID } from "node:crypto";
import { serve } from "../../src/main.ts";
import { type OpenTracker, openTracker } from "../../src/modules/trackers/registry.ts";

/** The control experiment: a service that repeats unanswered creates without searching for their results. */
const blind: OpenTracker = async (services, credential) => {
  const tracker = await openTracker(services, credential);
  return {
    ...tracker,
    find: async (_target, sought) => sought.map(() => []),
    create(target, items) {
      const reissued = items.map((item) => ({
        ...item,
        identity: { ...item.identity, clientId: randomUUID() },
      }));
      return tracker.create(target, reissued);
    },
  };
};

await serve(process.env, { openTracker: blind });
