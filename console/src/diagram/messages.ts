/** What the frame is asked to draw. */
export interface DrawRequest {
  id: number;
  source: string;
  isDark: boolean;
}

/** What the frame says: that it has loaded, or what became of a request. Nothing of it is to be trusted. */
export type FrameMessage = { isReady: true } | { id: number; svg: string } | { id: number; error: string };
