export type Viewer = { userId: string; sessionId: string }

/** Identifies who makes a request. The newest pass token is first. */
export type Caller = {
  viewer: Viewer | undefined
  passTokens: readonly string[]
  /** The owner previews the gallery as the guest with this invitation. */
  previewAs?: string | undefined
}

/** The first letter of a pass token shows how the visitor got it, without a database lookup. */
export const passLetters = { invitation: 'i', password: 'p', guest: 'g' } as const

/** Rate limits and visitor counts use these fields. */
export type Client = {
  ip: string
  userAgent: string
  userId: string | undefined
  /** The `Sec-Purpose` header or a similar one. Browsers send it with prefetches and previews. */
  purpose: string | undefined
}
