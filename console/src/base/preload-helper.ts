/** The files asked for, by path. */
const downloads = new Map<string, Promise<unknown>>();

/** Fetches a script, or applies a style sheet. A link that preloads would keep its failure, too. */
async function download(file: string): Promise<void> {
  // The page names its own files.
  if (document.querySelector(`link[href="/${file}"]`)) return;
  if (file.endsWith(".css")) return applied(file);
  const response = await fetch(`/${file}`);
  await response.blob();
  if (!response.ok) throw new Error(`${response.status}`);
}

function applied(file: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.crossOrigin = "";
  link.href = `/${file}`;
  link.onload = () => resolve();
  link.onerror = (event) => {
    link.remove();
    reject(event);
  };
  document.head.append(link);
  return promise;
}

/**
 * Imports a module once its files are in the browser's cache: Chromium keeps the failure of an import until the page
 * is left, so a failed download must not become one. The build puts this around each `import()` (`build/preload.ts`).
 */
export async function __vitePreload<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(
    files.map((file) => {
      const begun = downloads.get(file) ?? download(file);
      downloads.set(file, begun);
      return begun.catch((cause: unknown) => {
        downloads.delete(file);
        throw new Error(`Unable to import ${file}`, { cause });
      });
    }),
  );
  return load();
}
