/** Tests use this small repository of the format. */
export const small = {
  "backlog/config.yml": 'project_name: "Shop"\nstatuses: ["To Do", "In Review", "Done"]\n',
  "backlog/tasks/shop-2 - Pay.md": `---
id: SHOP-2
title: 'Pay: by card'
status: In Progress
assignee:
  - '@ann'
dependencies:
  - shop-01
milestone: m-1
priority: high
---

## Description

<!-- SECTION:DESCRIPTION:BEGIN -->
People pay.
<!-- SECTION:DESCRIPTION:END -->

## Acceptance Criteria
<!-- AC:BEGIN -->
- [x] #1 A card is charged
- [ ] #2 A receipt is sent
<!-- AC:END -->

## Risks

Few.

## Definition of Done
<!-- DOD:BEGIN -->
- [ ] #1 Tests pass
<!-- DOD:END -->

## Comments

<!-- COMMENTS:BEGIN -->
author: @ann
created: 2026-05-31 10:10
---
First.

## Not a section
---
created: 2026-06-01
---
Second.
---
<!-- COMMENTS:END -->
`,
  "backlog/tasks/shop-3 - Refund.md": `---
id: SHOP-3
title: Refund
status: In Review
dependencies: []
parent_task_id: SHOP-2
milestone: Payment
---
A refund.
`,
  "backlog/tasks/README.md": "# How we work\nTogether.\n",
  "backlog/completed/shop-1 - Cart.md": "---\nid: SHOP-1\ntitle: Cart\nstatus: Done\n---\nA cart.\n",
  "backlog/drafts/draft-1 - Gifts.md":
    "---\nid: DRAFT-1\ntitle: Gifts\nstatus: Draft\ndependencies: [SHOP-2]\n---\n",
  "backlog/milestones/m-1 - payment.md":
    '---\nid: m-1\ntitle: "Payment"\ndue: soon\n---\n\n## Description\n\nMoney.\n',
  "backlog/docs/doc-1 - Money.md": "---\nid: doc-1\ntitle: Money\n---\nAll of it.\n",
  "backlog/decisions/decision-1 - Cards.md": "# Cards first\n",
  "backlog/archive/tasks/shop-9 - Old.md": "---\nid: SHOP-9\n---\n",
};
