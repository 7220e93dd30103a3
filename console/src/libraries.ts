/** Evaluates the libraries before the console's code; exports nothing else. */
export { QueryClient } from "@tanstack/react-query";
export { createRouter } from "@tanstack/react-router";
