import { serve } from "../../src/main.ts";
import { type OpenTracker, openTracker } from "../../src/modules/push/trackers/open.ts";

/** The control: a service that does not look for what an unanswered call may have made. */
const blind: OpenTracker = (services, credential) => {
  const tracker = openTracker(services, credential);
  return {
    account: () => tracker.account(),
    targets: (after, limit) => tracker.targets(after, limit),
    check: (target) => tracker.check(target),
    create: (target, item) => tracker.create(target, item),
    update: (target, external, item) => tracker.update(target, external, item),
    find: async () => [],
    linkChild: (target, child, parent) => tracker.linkChild(target, child, parent),
    unlinkChild: (target, child, parent) => tracker.unlinkChild(target, child, parent),
    linkNeed: (target, issue, needed) => tracker.linkNeed(target, issue, needed),
    unlinkNeed: (target, issue, needed) => tracker.unlinkNeed(target, issue, needed),
  };
};

await serve(process.env, { openTracker: blind });
