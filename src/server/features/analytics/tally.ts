import type { DeviceKind } from '#shared/analytics.ts'
import { addCounts, type Counts, noCounts } from './counts.ts'
import type { Sighting } from './visitors.ts'

/** Somebody looked, or took something home; whether it counts is told when it is written. */
export type Note = {
  kind: 'visit' | 'view' | 'download'
  linkId: string
  ownerId: string
  imageId: string
  device: DeviceKind
  referrer: string
  sighting: Sighting
}

export type Reason = 'bots' | 'owner' | 'repeats'

export type LinkTally = { linkId: string; ownerId: string; counts: Counts; referrers: Map<string, number> }

const deviceCounters: Record<DeviceKind, keyof Counts | undefined> = {
  phone: 'phones',
  tablet: 'tablets',
  computer: 'computers',
  other: undefined,
}

/** What has come together of each link. */
export function createTallies() {
  const byLink = new Map<string, LinkTally>()

  const of = (linkId: string, ownerId: string) => {
    let tally = byLink.get(linkId)
    if (!tally) {
      tally = { linkId, ownerId, counts: { ...noCounts }, referrers: new Map() }
      byLink.set(linkId, tally)
    }
    return tally
  }

  return {
    of,
    all: () => [...byLink.values()],
    isEmpty: () => byLink.size === 0,
    add(other: LinkTally) {
      const { counts, referrers } = of(other.linkId, other.ownerId)
      addCounts(counts, other.counts)
      for (const [host, visits] of other.referrers) addOne(referrers, host, visits)
    },
  }
}
export type Tallies = ReturnType<typeof createTallies>

export const addOne = (to: Map<string, number>, key: string, count = 1) => to.set(key, (to.get(key) ?? 0) + count)

/** Adds what the notes come to; `looks` says who is no repeat, and who is the first time here today. */
export function addNotes(tallies: Tallies, notes: Note[], looks: Map<Sighting, number>) {
  const imageViews = new Map<string, number>()
  for (const note of notes) {
    const { counts, referrers } = tallies.of(note.linkId, note.ownerId)
    const look = looks.get(note.sighting)
    if (look === undefined) counts.repeats++
    else if (note.kind === 'view') {
      counts.views++
      addOne(imageViews, note.imageId)
    } else if (note.kind === 'download') counts.downloads++
    else {
      counts.visits++
      if (look === 1) counts.visitors++
      const device = deviceCounters[note.device]
      if (device) counts[device]++
      if (note.referrer) addOne(referrers, note.referrer)
    }
  }
  return imageViews
}
