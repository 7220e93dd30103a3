/**
 * Follows a browser's redirects and forms below `base`, with cookies; returns the first address elsewhere.
 */
export async function letIn(url: string, base: string): Promise<string> {
  const cookies = new Map<string, string>();
  for (let at = url, hops = 0; ; hops++) {
    if (hops > 20) throw new Error(`the vendor leads in circles, to ${at}`);
    if (!at.startsWith(base)) return at;
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const response = await fetch(at, { redirect: "manual", headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [key = "", value = ""] = (set.split(";")[0] ?? "").split("=");
      cookies.set(key, value);
    }
    const location = response.headers.get("location");
    if (!location) throw new Error(`the vendor answered ${response.status}: ${await response.text()}`);
    at = new URL(location, at).href;
  }
}
