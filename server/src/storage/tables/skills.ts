export interface SkillTables {
  skills: {
    workspace_id: string;
    id: string;
    /** Null for the company's. */
    project_id: string | null;
    /** Name, unique per level. */
    slug: string;
    description: string;
    /** The whole `SKILL.md`; "" once deleted. */
    markdown: string;
    /** Slug of the extended skill. */
    extends: string | null;
    bytes: number;
    revision: number;
    created_at: string;
    updated_at: string;
    /**
     * The row outlives deletion, so that a recreated skill continues its revisions and old `If-Match` values
     * never fit.
     */
    deleted_at: string | null;
  };
  /** Files next to `SKILL.md`. */
  skill_files: {
    workspace_id: string;
    skill_id: string;
    /** Path in the folder. */
    path: string;
    file_id: string;
    bytes: number;
    /** 1 for an executable file. */
    executable: 0 | 1;
  };
}
