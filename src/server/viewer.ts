/** Whoever makes a call with a live session. */
export type Viewer = { userId: string; sessionId: string }

/** Where a call comes from, signed in or not: what limits go by, and by what visitors are told apart. */
export type Client = {
  ip: string
  userAgent: string
  userId: string | undefined
  /** What a request is for that nobody looks at. */
  purpose: string | undefined
}
