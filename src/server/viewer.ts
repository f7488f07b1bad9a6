/** Whoever makes a call with a live session. */
export type Viewer = { userId: string; sessionId: string }

/** Where a call comes from. */
export type Caller = { network: string; userAgent: string }

/** Somebody who looks at a gallery, as their browser put it; what it means is found out when they are counted. */
export type Visitor = {
  ip: string
  userAgent: string
  userId: string | undefined
  /** What a request is for that nobody looks at. */
  purpose: string | string[] | undefined
}
