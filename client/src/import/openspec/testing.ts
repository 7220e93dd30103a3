/** Tests use this small repository of the format. */
export const small = {
  "openspec/project.md": "# Project\nA shop.\n",
  "openspec/specs/auth/spec.md": `# Auth

## Purpose
People sign in.

## Requirements

### Requirement: Sign in
It SHALL let people in.

#### Scenario: Right password
- **WHEN** it is right
- **THEN** they are in
`,
  "openspec/changes/add-2fa/.openspec.yaml": "schema: spec-driven\ncreated: 2026-01-02\n",
  "openspec/changes/add-2fa/proposal.md": "## Why\nPasswords leak.\n",
  "openspec/changes/add-2fa/design.md": "# How\nWith a code.\n",
  "openspec/changes/add-2fa/specs/auth/spec.md": `## ADDED Requirements

### Requirement: Second factor
It SHALL ask for a code.

#### Scenario: Wrong code
- **WHEN** it is wrong
- **THEN** they stay out

## RENAMED Requirements
- FROM: \`### Requirement: Sign in\`
- TO: \`### Requirement: Log in\`
`,
  "openspec/changes/add-2fa/tasks.md": `## 1. Build

- [x] 1.1 Add the table
- [ ] 1.2 Add
  the code
  - [ ] with a key

  and more

## 2. Check
- [ ] 2.1 Test it
* [ ] Write it down
`,
  "openspec/changes/archive/2026-01-01-first/proposal.md": "# First\n",
};
