export const criteriaHeading = "## Acceptance Criteria";
