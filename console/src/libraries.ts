/** These parts have to be evaluated before anything of our own; nothing else of their packages is kept for this. */
export { QueryClient } from "@tanstack/react-query";
export { createRouter } from "@tanstack/react-router";
