import { isServedOn, type LinkFacts } from '#server/features/access/link-access.ts'
import type { MediaUrlService } from '#server/features/access/media-urls.service.ts'
import type { OriginOf } from '#server/features/domains/served-domains.service.ts'
import type { EmailService } from '#server/features/emails/emails.service.ts'
import type { LinkService } from '#server/features/links/links.service.ts'
import { type Clock, days, instantIn, instantNow } from '#server/platform/clock.ts'
import type { Signer } from '#server/platform/crypto/tokens.ts'
import type { Tasks } from '#server/platform/database/tasks.ts'
import type { EmailBrand } from '#server/platform/email/email-content.ts'
import { newId } from '#server/platform/ids.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import type { Caller, OwnDomain, Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import type { Following } from '#shared/followers.ts'
import { followConfirmationEmail } from './emails/follow-confirmation.ts'
import { openTo } from './follower-access.ts'
import type { FollowerRecord, FollowerRepository } from './followers.repository.ts'

type Dependencies = {
  repository: FollowerRepository
  links: LinkService
  mediaUrls: MediaUrlService
  brandOf: (userId: string) => Promise<EmailBrand | undefined>
  signer: Signer
  emails: EmailService
  tasks: Tasks
  rateLimits: RateLimits
  clock: Clock
  originOf: OriginOf
}

type GalleryRequest = { slug: string; caller: Caller; network: string }

const unconfirmedMs = days(7)

/** A token is an ID of this length (platform/ids.ts) followed by its signature. */
const idLength = 22

export function createFollowerService(dependencies: Dependencies) {
  const { repository, links, mediaUrls, brandOf, signer, emails, tasks, rateLimits, clock, originOf } = dependencies

  const signedText = (id: string) => `follower/${id}`
  const urlOf = async (id: string, { userId }: Pick<LinkFacts, 'userId'>) =>
    `${await originOf(userId)}/follow/${id}${signer.sign(signedText(id))}`

  /** Returns the newly requested grant if it opens the gallery and the current grant doesn't. */
  const newGrantOf = (follower: FollowerRecord, link: LinkFacts | undefined) =>
    follower.asked && !openTo(follower, link, clock.now()) && openTo(follower, link, clock.now(), follower.asked)
      ? follower.asked
      : undefined

  const confirmationEmail = tasks.define<{ followerId: string }>('follow-confirmation-mail', async ({ followerId }) => {
    const follower = await repository.find(followerId)
    if (!follower) return
    const link = await links.find(follower.linkId)
    // The gallery may have been closed or its owner disabled in the meantime.
    const opened = openTo(follower, link, clock.now(), newGrantOf(follower, link))
    if (!opened) return
    const [url, brand] = await Promise.all([urlOf(followerId, opened.link), brandOf(opened.link.userId)])
    const content = followConfirmationEmail({ url, brand })
    await emails.send({ kind: 'follow-confirmation', to: follower.email, content })
  })

  function idIn(token: string) {
    const id = token.slice(0, idLength)
    if (!signer.verify(signedText(id), token.slice(idLength))) throw followerNotFound()
    return id
  }

  async function requireServed(follower: FollowerRecord | undefined, domain: OwnDomain | undefined) {
    const link = follower && domain && (await links.find(follower.linkId))
    if (link && !isServedOn(link, { domain })) throw followerNotFound()
  }

  async function require(id: string, domain?: OwnDomain) {
    const follower = await repository.find(id)
    await requireServed(follower, domain)
    const isForgotten = !follower?.confirmedAt && (follower?.createdAt ?? '') <= instantIn(clock, -unconfirmedMs)
    if (!follower || isForgotten) throw followerNotFound()
    return follower
  }

  async function present(follower: FollowerRecord): Promise<Following> {
    const link = await links.find(follower.linkId)
    const newGrant = newGrantOf(follower, link)
    const opened = openTo(follower, link, clock.now(), newGrant)
    const coverId = opened?.isPublic ? await repository.findCoverId(follower.linkId) : null
    return {
      isConfirmed: follower.confirmedAt !== null && !newGrant,
      email: follower.email,
      link: opened
        ? {
            slug: opened.link.slug,
            title: opened.link.title,
            coverUrl: coverId === null ? null : mediaUrls.card(coverId, opened.link.mark),
          }
        : null,
    }
  }

  return {
    urlOf,

    /**
     * Fails like the gallery's page if the caller can't see the gallery. Silently ignores requests above a limit,
     * because a different response could reveal something about the email address.
     */
    async request({ slug, caller, network }: GalleryRequest, email: string) {
      const { link, pass } = await links.requireBySlug({ slug, caller, client: { network } })
      const answer = emails.isDelivered ? checkInbox : notSetUp
      if ((await rateLimits.followRequests.take({ network })).retryAfterSeconds > 0) return answer
      if (!(await emails.canSend({ kind: 'follow-confirmation', to: email }))) return answer
      const grant = { invitationId: pass?.invitation?.id ?? null, passwordVersion: pass?.passwordVersion ?? null }
      await repository.transaction(async (tx) => {
        const { id } = await tx.insert({ id: newId(), linkId: link.id, email, ...grant }, instantNow(clock))
        await tx.insertTask(confirmationEmail({ followerId: id }))
      })
      tasks.nudge()
      return answer
    },

    find: async (token: string, domain?: OwnDomain) => present(await require(idIn(token), domain)),

    async confirm(token: string, domain?: OwnDomain) {
      const follower = await require(idIn(token), domain)
      const { id } = follower
      const newGrant = newGrantOf(follower, await links.find(follower.linkId))
      if (newGrant) await repository.updateGrant(id, newGrant)
      await repository.confirm(id, instantNow(clock))
      return present(await require(id))
    },

    /** Also succeeds if the follower has already unsubscribed. */
    async leave(token: string, domain?: OwnDomain) {
      const id = idIn(token)
      if (domain) await requireServed(await repository.find(id), domain)
      await repository.remove(id)
    },

    async count(viewer: Viewer, linkId: string) {
      await links.requireOwn(viewer, linkId)
      return { count: await repository.count(linkId) }
    },

    removeUnconfirmed: () => repository.removeUnconfirmed(instantIn(clock, -unconfirmedMs)),
  }
}
export type FollowerService = ReturnType<typeof createFollowerService>

const checkInbox = 'Check your inbox and click the link to confirm.'
const notSetUp = "Email isn't set up on this server. Save the gallery's link and open it again anytime."

const followerNotFound = () =>
  new AppError(
    'NOT_FOUND',
    "This link doesn't work anymore. You may have unsubscribed already, or the link may be incomplete.",
  )
