/** Tests use this small repository of the format. */
export const small = {
  ".specify/memory/constitution.md": "# Shop Constitution\n\nTests come first.\n",
  "specs/002-login/spec.md": `# Feature Specification: Log in

**Feature Branch**: \`002-login\`

## User Scenarios & Testing *(mandatory)*

### User Story 1 - Password (Priority: P1)

People use a password, as FR-001 says.

**Acceptance Scenarios**:

1. **Given** an account, **When** it is right, **Then** they are in
2. **Given** an account, **When** it is wrong, **Then** they stay out

---

### User Story 2 - Code (Priority: P2)

People use a code.

**Acceptance Scenarios**:

1. **Given** a code, **When** it is old, **Then** they stay out

### Edge Cases

- What happens offline?

## Requirements *(mandatory)*

### Functional Requirements

- **FR-001**: It MUST keep passwords
  as hashes
- **FR-002**: It MUST be quick

### Key Entities

- **Account**: A person

## Success Criteria *(mandatory)*

- **SC-001**: Nine of ten get in

## Risks

Few.
`,
  "specs/002-login/plan.md": "# Plan\nHow.\n",
  "specs/002-login/research.md": "# Research\nWhy.\n",
  "specs/002-login/data-model.md": "# Data\n",
  "specs/002-login/quickstart.md": "# Quick start\n",
  "specs/002-login/contracts/api.yaml": "openapi: 3.1.0\n",
  "specs/002-login/tasks.md": `# Tasks: Log in

- [P] tasks run in parallel

## Phase 1: Setup (Shared Infrastructure)

- [x] T001 Create the project
- [x] T002 [P] Configure the linter

## Phase 2: Foundational (Blocking Prerequisites)

- [x] T003 Create the table

## Phase 3: User Story 1 - Password (Priority: P1)

### Tests for User Story 1

- [x] T004 [P] [US1] Test it in test/a.ts

### Implementation for User Story 1

- [ ] T005 [P] [US1] Write the model
  - with a key
- [ ] T006 [US1] Write the form (depends on T004, T005)

## Phase 4: User Story 2 - Code (Priority: P2)

- [ ] T007 [US2] Write the code

## Phase 5: Polish & Cross-Cutting Concerns

- [ ] T008 [P] Write it down

## Dependencies & Execution Order

Setup first.
`,
};
