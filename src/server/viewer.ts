import type { KeyScope } from '#shared/api-key-forms.ts'
import type { ViewerCollaboration } from '#shared/collaborator-forms.ts'
import { AppError } from '#shared/errors.ts'
import { isPage } from '#shared/pages.ts'

/**
 * `key` is set if the request is made with an API key. Its `sessionId` is then derived from the key's ID, and it has no
 * collaborations, because a key only reaches its owner's links.
 */
export type Viewer = {
  userId: string
  sessionId: string
  key?: ViewerKey
  collaborations?: readonly ViewerCollaboration[]
}

export type ViewerKey = {
  id: string
  scopes: readonly KeyScope[]
  /** Scopes that the owner's plan includes. */
  planScopes: readonly KeyScope[]
  /** Null means all links of the owner. */
  links: readonly string[] | null
  /** The call changes something, so it needs a link of the owner. */
  isChange: boolean
}

/** Session tokens are shorter. */
export const isApiKey = (token: string) => /^fl_[\w-]{43}$/.test(token)

export const deadKey = () =>
  new AppError('UNAUTHENTICATED', "This API key doesn't work. It may have expired or been revoked.")

/** Identifies who makes a request. The newest pass token is first. */
export type Caller = {
  viewer: Viewer | undefined
  passTokens: readonly string[]
  /** The owner previews the gallery as the guest with this invitation. */
  previewAs?: string | undefined
  /** Set if the request is for someone's domain. Only links of its owner exist there. */
  domain?: OwnDomain | undefined
}

/** The domain of an account that serves its galleries. While it's paused, it only redirects to our own host. */
export type OwnDomain = { host: string; origin: string; ownerId: string; isPaused: boolean }

/** If a slug is also the name of a page, the page wins on a domain. */
export const galleryPath = (slug: string, domain: Pick<OwnDomain, 'host'> | undefined) =>
  domain && !isPage(`/${slug}`) ? `/${slug}` : `/links/${slug}`

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
