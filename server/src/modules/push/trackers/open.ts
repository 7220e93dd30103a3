export type OpenTracker = () => never;
export const openTracker: OpenTracker = () => {
  throw new Error("not built");
};
