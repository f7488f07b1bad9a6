import { isDeepStrictEqual } from 'node:util'
import { type Clock, instantNow } from '#server/platform/clock.ts'
import { requireUncommon } from '#server/platform/crypto/common-passwords.ts'
import type { Passwords } from '#server/platform/crypto/passwords.ts'
import { newId, newSlug } from '#server/platform/ids.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import type { NewLink } from '#shared/link-forms.ts'
import type { Link } from '#shared/links.ts'
import { type CatalogPlan, trashLimit } from '#shared/plans.ts'
import { initialWatermark } from '#shared/watermark-forms.ts'
import type { LinkRecord } from './link-rows.ts'
import { checkFuture, checkPlanAllows, checkWatermark, limitReached, slugTaken, withInstants } from './link-rules.ts'
import type { LinkRepository } from './links.repository.ts'

type Dependencies = {
  links: LinkRepository
  passwords: Passwords
  planOf: (userId: string) => Promise<CatalogPlan>
  presentOwn: (link: LinkRecord, viewer: Viewer) => Promise<Link>
  clock: Clock
}

type Options = { network: string; key: string | undefined }

class CreatedBefore extends Error {}

export function createLinkCreation({ links, passwords, planOf, presentOwn, clock }: Dependencies) {
  async function findCreated(viewer: Viewer, key: string | undefined) {
    const id = key === undefined ? undefined : await links.findCreatedId(viewer.userId, key)
    const link = id === undefined ? undefined : await links.find(id)
    return link && presentOwn(link, viewer)
  }

  async function requireTrashRoom(userId: string, { linkLimit }: CatalogPlan) {
    const limit = trashLimit(linkLimit)
    if (limit === null || (await links.countTrashedLinks(userId)).links < limit) return
    throw new AppError('LINK_LIMIT_REACHED', 'Your trash is full. Empty it to create links.')
  }

  async function createNew(viewer: Viewer, { password, ...input }: NewLink, { network, key }: Options) {
    const plan = await planOf(viewer.userId)
    const given = withInstants(input)
    checkPlanAllows(plan, given, clock.now())
    checkFuture(given, clock.now())
    const { watermark } = given
    if (!isDeepStrictEqual(watermark, initialWatermark)) {
      checkWatermark(watermark, initialWatermark, await links.findMarkSource(viewer.userId))
    }
    await requireTrashRoom(viewer.userId, plan)
    if (password) requireUncommon(password, 'password')
    const passwordHash = password ? await passwords.hash(password, network) : null
    const fields = { ...given, passwordHash, slug: input.slug ?? newSlug() }

    const made = await links.transaction(async (tx) => {
      if (!(await tx.takePlace(viewer.userId, plan.linkLimit))) throw limitReached()
      const id = newId()
      if (!(await tx.claimSlug(fields.slug, id))) throw slugTaken()
      const link = await tx.insert(id, viewer.userId, fields, instantNow(clock))
      if (key !== undefined && !(await tx.claimCreationKey(viewer.userId, key, id))) throw new CreatedBefore()
      return link
    })
    return presentOwn(made, viewer)
  }

  /** The same key returns the first link, even if both calls run at the same time. */
  return async (viewer: Viewer, input: NewLink, options: Options) => {
    const first = await findCreated(viewer, options.key)
    if (first) return { link: first, isNew: false }
    try {
      return { link: await createNew(viewer, input, options), isNew: true }
    } catch (error) {
      // The other call can be the reason for any of these errors, such as a slug that's taken.
      const other = await findCreated(viewer, options.key)
      if (!other) throw error
      return { link: other, isNew: false }
    }
  }
}
