const dayInSeconds = 86_400

/** Keeps caches, including shared ones, from storing a file past the link's expiry. */
export function publicCaching(expiresAt: string | null, now: Date) {
  const left = expiresAt === null ? dayInSeconds : Math.floor((Date.parse(expiresAt) - now.getTime()) / 1000)
  return `public, max-age=${Math.max(0, Math.min(dayInSeconds, left))}, s-maxage=${Math.max(0, Math.min(60, left))}`
}
