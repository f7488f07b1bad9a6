import { vi } from 'vitest'

/** Decides whether media queries with this text match, until mocks are restored. */
export function emulateMedia(text: string, isMatching = true) {
  const matchMedia = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    matchMedia(!query.includes(text) ? query : isMatching ? 'all' : 'not all'),
  )
}
