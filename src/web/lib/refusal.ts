import type { Closed, GalleryState } from '#shared/page-data.ts'
import { ApiError } from './api.ts'

const states: Partial<Record<ApiError['code'], Closed['state']>> = {
  LINK_PRIVATE: 'private',
  PASSWORD_REQUIRED: 'password',
  LINK_EXPIRED: 'expired',
  NOT_FOUND: 'missing',
}

export type Refusal = Exclude<GalleryState, { state: 'open' }>

/** A refusal that has a screen of its own is an answer like any other; everything else stays an error. */
export function toRefusal(error: unknown): Refusal {
  const state = error instanceof ApiError ? states[error.code] : undefined
  if (!state || !(error instanceof ApiError)) throw error
  return { state, message: error.message, ...(isOwned(error.data) && { owned: error.data }) }
}

const isOwned = (data: unknown): data is NonNullable<Refusal['owned']> =>
  typeof data === 'object' && data !== null && '_id' in data && 'title' in data
