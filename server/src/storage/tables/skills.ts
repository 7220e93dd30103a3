export interface SkillTables {
  skills: {
    workspace_id: string;
    id: string;
    /** The project that it belongs to; null where it is the company's. */
    project_id: string | null;
    /** The name, which is unique in its project or among the company's. */
    slug: string;
    description: string;
    /** The whole `SKILL.md`; empty once it is deleted. */
    markdown: string;
    /** The slug of the skill that it builds on. */
    extends: string | null;
    bytes: number;
    revision: number;
    created_at: string;
    updated_at: string;
    /**
     * The time at which it was deleted. The row stays, so that one which is made anew goes on with its revisions, and an
     * `If-Match` of before never fits it.
     */
    deleted_at: string | null;
  };
  /** The files of a skill's folder beside its `SKILL.md`. */
  skill_files: {
    workspace_id: string;
    skill_id: string;
    /** The path in the folder. */
    path: string;
    file_id: string;
    bytes: number;
    /** 1 for a file that may be run. */
    executable: 0 | 1;
  };
}
