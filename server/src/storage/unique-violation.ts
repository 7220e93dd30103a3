/**
 * Returns true for PostgreSQL's error about a key that another transaction took meanwhile. On SQLite, with one writer,
 * whoever looks first knows.
 */
export const isUniqueViolation = (error: unknown): boolean => (error as { code?: unknown }).code === "23505";
