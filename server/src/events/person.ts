/** Returns a user with the current name; null for deleted users and the service. */
export const personOf = (
  userId: string | null,
  name: string | null,
): { userId: string; name: string } | null => (userId === null || name === null ? null : { userId, name });
