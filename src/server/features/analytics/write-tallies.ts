import { batchesOf } from './batches.ts'
import { allLinks, dayAt, hourOf, monthAt, restHost } from './counter-snapshots.ts'
import { addOne, createTallies, type LinkTally } from './tally.ts'
import type { VisitCounterRepository } from './visit-counter.repository.ts'

type Bound = Omit<VisitCounterRepository, 'transaction'>
type Work = { links: LinkTally[]; imageViews: Map<string, number>; now: Date; breathe: () => Promise<void> }

/** Of a link or account on a day, and in a month, so many hosts are told apart. */
const maxHosts = 20

/** Always in one order (images, links, accounts, each by id), so that nodes do not wait for each other in a ring. */
export async function writeTallies(tx: Bound, { links, imageViews, now, breathe }: Work) {
  const hour = hourOf(now.getTime())
  for (const [imageId, count] of sortedBy([...imageViews], ([id]) => id)) {
    await tx.addViews(imageId, count, hour)
    await breathe()
  }

  const accounts = createTallies()
  const there: LinkTally[] = []
  for (const link of sortedBy(links, ({ linkId }) => linkId)) {
    const isThere = await tx.addVisits(link.linkId, link.counts.visits)
    if (isThere) {
      there.push(link)
      accounts.add({ ...link, linkId: link.ownerId })
    }
    await breathe()
  }

  const ofAccounts = accounts.all().map((account) => ({ ...account, linkId: allLinks }))
  const all = sortedBy([...ofAccounts, ...there], ({ ownerId, linkId }) => `${ownerId} ${linkId}`)
  for (const some of batchesOf(all)) {
    await tx.advance(some, hour)
    await breathe()
  }
  for (const tally of all) {
    if (tally.referrers.size === 0) continue
    for (const span of [dayAt(now), monthAt(now)]) await addReferrers(tx, tally, span)
    await breathe()
  }
}

const sortedBy = <T>(items: T[], keyOf: (item: T) => string) =>
  items.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))

/** Nobody else writes them meanwhile: the counters of this link or account are ours until the end. */
async function addReferrers(tx: Bound, { ownerId, linkId, referrers }: LinkTally, span: string) {
  const subject = { userId: ownerId, linkId }
  const named = new Set((await tx.listHosts(subject, span)).map(({ host }) => host))
  named.delete(restHost)
  const rows = new Map<string, number>()
  for (const [host, visits] of [...referrers].sort(([, one], [, other]) => other - one)) {
    if (named.size < maxHosts) named.add(host)
    addOne(rows, named.has(host) ? host : restHost, visits)
  }
  await tx.addReferrers(subject, span, [...rows])
}
