// The service worker that shows pushes. It has their title and address; the text is read in the console.
/** @type {any} The console's types are those of pages. */
const worker = globalThis;

worker.addEventListener("push", (/** @type {any} */ event) => {
  const { title, url } = event.data.json();
  // The same notice that comes again replaces the first one.
  event.waitUntil(worker.registration.showNotification(title, { tag: `${title} ${url}`, data: url }));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  const { origin, href } = new URL(event.notification.data, location.origin);
  if (origin === location.origin) event.waitUntil(show(href));
});

/** Shows an address in a window of the console that is open, or in another one. @param {string} address */
async function show(address) {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find((/** @type {{ url: string }} */ { url }) => url === address);
  await (open ? open.focus() : worker.clients.openWindow(address));
}
