/**
 * Tests for PostgreSQL's unique violation by a concurrent transaction. SQLite's single writer can check
 * first.
 */
export const isUniqueViolation = (error: unknown): boolean => (error as { code?: unknown }).code === "23505";
