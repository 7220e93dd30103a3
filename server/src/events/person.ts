/** Returns a person by their name of now, as every answer shows one; null once the account is gone, or where the service acted. */
export const personOf = (
  userId: string | null,
  name: string | null,
): { userId: string; name: string } | null => (userId === null || name === null ? null : { userId, name });
