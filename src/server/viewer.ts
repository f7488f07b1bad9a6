/** The signed-in user who makes a request. */
export type Viewer = { userId: string; sessionId: string }

/** Who makes a request: a session if signed in, and any passes, newest first. */
export type Caller = {
  viewer: Viewer | undefined
  passTokens: readonly string[]
  /** An invitation to the owner's own link, to preview the gallery as that guest. */
  previewAs?: string | undefined
}

/** The first letter of a pass token says how it was obtained, so we don't have to look it up. */
export const passLetters = { invitation: 'i', password: 'p', guest: 'g' } as const

/** Where a request comes from. Rate limits and visitor counts are based on this. */
export type Client = {
  ip: string
  userAgent: string
  userId: string | undefined
  /** `Sec-Purpose` or a similar header, sent with prefetches and previews. */
  purpose: string | undefined
}
