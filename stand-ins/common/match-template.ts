/** Returns a path's values for a template's `{names}`, or undefined for no match. */
export function matchTemplate(template: string, path: string): Record<string, string> | undefined {
  const names = template.split("/");
  const values = path.split("/");
  if (names.length !== values.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, name] of names.entries()) {
    const value = decoded(values[i] ?? "");
    if (!name.startsWith("{")) {
      if (name !== value) return undefined;
    } else if (value === "" || (/(number|_id)}$/.test(name) && !/^\d+$/.test(value))) {
      return undefined;
    } else {
      params[name.slice(1, -1)] = value;
    }
  }
  return params;
}

// An invalid escape stays literal: an unknown name instead of a failure.
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
