/** An imported spec's criteria are put under this heading. */
export const criteriaHeading = "## Acceptance Criteria";
