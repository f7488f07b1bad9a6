import { useEffect, useState } from 'react'

const load = async () => (await import('./choosing.ts')).choosing
type Choosing = Awaited<ReturnType<typeof load>>

/** What choosing needs, once it has come; a gallery without choosing fetches none of it. */
export function useChoosing(isOffered: boolean): Choosing | undefined {
  const [choosing, setChoosing] = useState<Choosing>()
  useEffect(() => {
    // Where it does not come the pictures can still be looked at.
    if (isOffered) load().then(setChoosing, () => {})
  }, [isOffered])
  return isOffered ? choosing : undefined
}
