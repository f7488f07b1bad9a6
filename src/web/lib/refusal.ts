import { closedStates, type GalleryState, hasClosedState } from '#shared/page-data.ts'
import type { ShownStudio } from '#shared/studio.ts'
import { ApiError } from './api.ts'

export type Refusal = Exclude<GalleryState, { state: 'open' }>

/** Turns errors that have their own screen, such as an expired link, into data. Rethrows all others. */
export function toRefusal(error: unknown): Refusal {
  if (!(error instanceof ApiError) || !hasClosedState(error.code)) throw error
  const studio = (error.data as { studio?: ShownStudio } | undefined)?.studio
  return {
    state: closedStates[error.code],
    message: error.message,
    ...(isOwned(error.data) && { owned: error.data }),
    ...(studio && { studio }),
  }
}

const isOwned = (data: unknown): data is NonNullable<Refusal['owned']> =>
  typeof data === 'object' && data !== null && '_id' in data && 'title' in data
