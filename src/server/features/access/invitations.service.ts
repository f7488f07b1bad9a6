import type { OriginOf } from '#server/features/domains/served-domains.service.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { type Clock, instantNow } from '#server/platform/clock.ts'
import type { Signer } from '#server/platform/crypto/tokens.ts'
import { idLength, newId } from '#server/platform/ids.ts'
import type { Caller, OwnDomain, Viewer } from '#server/viewer.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import type { InvitationChange, NewInvitation } from '#shared/invitation-forms.ts'
import type { GivenRights, Invitation } from '#shared/invitations.ts'
import { maxInvitations } from '#shared/limits.ts'
import type { InvitationRecord, InvitedLink } from './invitation-rows.ts'
import type { InvitationRepository } from './invitations.repository.ts'
import {
  isExpired,
  isServedOn,
  passOfInvitation,
  requireActiveOwner,
  requireOwner,
  rightsOf,
  sightOf,
} from './link-access.ts'
import type { PassService } from './passes.service.ts'

type Dependencies = {
  invitations: InvitationRepository
  passes: PassService
  signer: Signer
  originOf: OriginOf
  invalidation: Invalidation
  clock: Clock
  flushCounts: () => Promise<void>
}

/** An invitation URL is derived from the ID and our secret, so a copy of the database isn't enough to construct one. */
export function createInvitationService(dependencies: Dependencies) {
  const { invitations, passes, signer, originOf, invalidation, clock, flushCounts } = dependencies

  const signedText = (id: string) => `invitation/${id}`
  const pathOf = (id: string) => `/i/${id}${signer.sign(signedText(id))}`
  const urlOf = async (id: string, link: InvitedLink) => (await originOf(link.userId)) + pathOf(id)

  const presentAt = (
    origin: string,
    { id, linkId, ...invitation }: InvitationRecord,
    link: InvitedLink,
  ): Invitation => ({
    _id: id,
    ...invitation,
    rights: rightsOf(link, clock.now(), invitation.givenRights),
    url: origin + pathOf(id),
  })
  const present = async (invitation: InvitationRecord, link: InvitedLink) =>
    presentAt(await originOf(link.userId), invitation, link)

  async function requireOwn(viewer: Viewer, id: string) {
    const invitation = await invitations.find(id)
    if (!invitation) throw notFound()
    return { invitation, link: requireOwner(await invitations.findLink(invitation.linkId), viewer) }
  }

  async function change(viewer: Viewer, id: string, changed: (invitation: InvitationRecord) => InvitationRecord) {
    const { link } = await requireOwn(viewer, id)
    const updated = await invitations.transaction(async (tx) => {
      await tx.lockUsage(link.userId)
      const invitation = await tx.find(id)
      if (!invitation) throw notFound()
      const fields = changed(invitation)
      if (fields.sections !== invitation.sections) await requireSections(tx, link.id, fields.sections)
      return tx.update(id, fields)
    })
    if (!updated) throw notFound()
    invalidation.invalidate(link.id)
    return present(updated, link)
  }

  async function requireSections(
    tx: Pick<InvitationRepository, 'listSectionIds'>,
    linkId: string,
    sections: string[] | null,
  ) {
    const known = sections && (await tx.listSectionIds(linkId))
    if (sections?.some((id) => !known?.includes(id))) {
      throw invalidField('sections', 'Sections must be sections of this link')
    }
  }

  function readEnd(text: string | null) {
    const instant = text && new Date(text).toISOString()
    if (instant && instant <= instantNow(clock))
      throw invalidField('expiresAt', 'The expiration date must be in the future')
    return instant
  }

  async function findByToken(token: string) {
    const id = token.slice(0, idLength)
    if (!signer.verify(signedText(id), token.slice(idLength))) return undefined
    const invitation = await invitations.find(id)
    const link = invitation && (await invitations.findLink(invitation.linkId))
    return link && { invitation, link }
  }

  /** The number of images and the cover, as this person sees them. */
  async function asSeenBy(invitation: InvitationRecord, link: InvitedLink): Promise<InvitedLink> {
    const { sees, sections } = sightOf(link, clock.now(), invitation)
    if (sees === 'own') return { ...link, imageCount: 0, coverImageId: null }
    return sections ? { ...link, ...(await invitations.findContents(link.id, sections)) } : link
  }

  /** The returned pass isn't stored. */
  async function open(token: string, domain?: OwnDomain) {
    const found = await findByToken(token)
    if (!found || !isServedOn(found.link, { domain })) throw new AppError('NOT_FOUND', 'Invitation not found')
    const { invitation, link } = found
    requireActiveOwner(link)
    if (invitation.revokedAt) throw new AppError('FORBIDDEN', 'This invitation was revoked')
    if (isExpired(invitation, clock.now())) throw new AppError('LINK_EXPIRED', 'This invitation has expired')
    const seen = await asSeenBy(invitation, link)
    return { invitation, link: seen, pass: passOfInvitation(invitation, clock.now()) }
  }

  return {
    async list(viewer: Viewer, linkId: string) {
      const link = requireOwner(await invitations.findLink(linkId), viewer)
      await flushCounts()
      const origin = await originOf(link.userId)
      return (await invitations.list(linkId)).map((invitation) => presentAt(origin, invitation, link))
    },

    async create(viewer: Viewer, linkId: string, { rights: givenRights, ...input }: NewInvitation) {
      const link = requireOwner(await invitations.findLink(linkId), viewer)
      const sections = input.sections && [...new Set(input.sections)]
      const fields = { ...input, sections, givenRights, expiresAt: readEnd(input.expiresAt), revokedAt: null }
      const made = await invitations.transaction(async (tx) => {
        await tx.lockUsage(link.userId)
        if ((await tx.count(linkId)) >= maxInvitations) throw tooMany()
        await requireSections(tx, linkId, sections)
        return tx.insert(newId(), linkId, fields, instantNow(clock))
      })
      return present(made, link)
    },

    update: (viewer: Viewer, id: string, { name, email, rights, sections, expiresAt, revoked }: InvitationChange) =>
      change(viewer, id, (before) => ({
        ...before,
        name: name ?? before.name,
        email: email === undefined ? before.email : email,
        givenRights: withChanges(before.givenRights, rights),
        sections: sections === undefined ? before.sections : sections && [...new Set(sections)],
        // Accept an unchanged date even if it's in the past.
        expiresAt: expiresAt === undefined || expiresAt === before.expiresAt ? before.expiresAt : readEnd(expiresAt),
        revokedAt: revoked === false ? null : before.revokedAt,
      })),

    revoke: (viewer: Viewer, id: string) =>
      change(viewer, id, (before) => ({ ...before, revokedAt: before.revokedAt ?? instantNow(clock) })),

    requireOwn,
    urlOf,
    asSeenBy,

    open,

    async enter(token: string, { passTokens, domain }: Caller) {
      const { invitation, link } = await open(token, domain)
      const { held } = await passes.open(link, { invitationId: invitation.id }, passTokens)
      return { slug: link.slug, held }
    },
  }
}
export type InvitationService = ReturnType<typeof createInvitationService>

const withChanges = (before: GivenRights, change: InvitationChange['rights'] = {}): GivenRights => ({
  download: change.download === undefined ? before.download : change.download,
  comment: change.comment === undefined ? before.comment : change.comment,
  choose: change.choose === undefined ? before.choose : change.choose,
  add: change.add === undefined ? before.add : change.add,
})

const notFound = () => new AppError('NOT_FOUND', 'Invitation not found')

const tooMany = () => invalidField('name', `A link can have up to ${maxInvitations} invitations`)
