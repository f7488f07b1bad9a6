import { useEffect, useSyncExternalStore } from 'react'
import { Topics } from './topics.ts'

const topic = 'listed'
const topics = new Topics()
let listed: readonly string[] = []

function change(next: readonly string[]) {
  listed = next
  topics.notify(topic)
}

/** Hides this link from the global upload indicator while the page lists its uploads. */
export function useListing(linkId: string) {
  useEffect(() => {
    change([...listed, linkId])
    return () => change(listed.filter((other) => other !== linkId))
  }, [linkId])
}

export const isListed = (linkId: string) => listed.includes(linkId)

const subscribe = (listener: () => void) => topics.subscribe(topic, listener)

export const useListedLinks = () => useSyncExternalStore(subscribe, () => listed)
