/** Whoever makes a call with a live session. */
export type Viewer = { userId: string; sessionId: string }

/** Where a call comes from. */
export type Caller = { address: string; userAgent: string }
