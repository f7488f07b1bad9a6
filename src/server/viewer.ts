/** Whoever makes a call with a live session. */
export type Viewer = { userId: string; sessionId: string }

/** Whoever makes a call: signed in or not, and with passes of links, the newest first, or none. */
export type Caller = {
  viewer: Viewer | undefined
  passTokens: readonly string[]
  /** The invitation by which an owner wants to see their own link: as whoever was invited sees it. */
  previewAs?: string | undefined
}

/** A pass begins with how it was come by: so it is known without a look into the database when it makes a difference. */
export const passLetters = { invitation: 'i', password: 'p', guest: 'g' } as const

/** Where a call comes from, signed in or not: what limits go by, and by what visitors are told apart. */
export type Client = {
  ip: string
  userAgent: string
  userId: string | undefined
  /** What a request is for that nobody looks at. */
  purpose: string | undefined
}
