import { AppError } from '#shared/errors.ts'

/** So many ZIPs are written at once on a node, and so many of them for one network: nobody has all the places. */
export const downloadPlaces = { total: 32, each: 8 } as const

/** Lets so many in at once; whoever was let in gives the place back once. */
export function createDownloadPlaces({ total, each }: { total: number; each: number } = downloadPlaces) {
  const places = new Map<string, number>()
  let taken = 0

  return function take(network: string): () => void {
    const own = places.get(network) ?? 0
    if (own >= each) {
      const sentence = `${each} downloads are under way from your network. Try again when one of them is done.`
      throw new AppError('RATE_LIMITED', sentence, { retryAfterSeconds: 30 })
    }
    if (taken >= total) {
      const sentence = 'Many downloads are under way right now. Please try again in a minute.'
      throw new AppError('UNAVAILABLE', sentence, { retryAfterSeconds: 60 })
    }
    places.set(network, own + 1)
    taken++
    return () => {
      const left = (places.get(network) ?? 0) - 1
      if (left > 0) places.set(network, left)
      else places.delete(network)
      taken--
    }
  }
}
