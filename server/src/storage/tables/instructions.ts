import type { FormatKind, ProposalState } from "@groundplan/contract";

type Written = {
  workspace_id: string;
  id: string;
  /** Null for the company's. */
  project_id: string | null;
  /** Number of texts written; 0 before the first. */
  revision: number;
  created_at: string;
  updated_at: string;
};

export interface InstructionTables {
  instructions: Written & {
    /** The current text. Invisible text counts as none. */
    markdown: string;
  };
  instruction_proposals: {
    workspace_id: string;
    id: string;
    instructions_id: string;
    markdown: string;
    message: string;
    author_user_id: string | null;
    base_revision: number;
    state: ProposalState;
    created_at: string;
  };
  formats: Written & {
    kind: FormatKind;
    /** Null once the override was deleted. */
    markdown: string | null;
  };
}
