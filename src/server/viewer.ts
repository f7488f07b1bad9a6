/** Whoever makes a call with a live session. */
export type Viewer = { userId: string; sessionId: string }

/** Where a call comes from. */
export type Caller = { address: string; userAgent: string }

/** Somebody who looks at a gallery. */
export type Visitor = Caller & { userId: string | undefined; isPrefetch: boolean }
