/** What has to be evaluated before anything of our own; nothing else of these packages is kept for this. */
export { QueryClient } from "@tanstack/react-query";
export { createRouter } from "@tanstack/react-router";
