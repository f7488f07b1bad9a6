import type { AccessService, RecordAct } from '#server/features/access/access.service.ts'
import { requireOwner } from '#server/features/access/link-access.ts'
import { isOwner } from '#server/features/access/roles.ts'
import type { EmailService } from '#server/features/emails/emails.service.ts'
import { type Clock, days, instantIn, instantNow } from '#server/platform/clock.ts'
import type { Signer } from '#server/platform/crypto/tokens.ts'
import type { Tasks } from '#server/platform/database/tasks.ts'
import { idLength, newId } from '#server/platform/ids.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import type { Viewer } from '#server/viewer.ts'
import type { CollaboratorRole, NewCollaborator } from '#shared/collaborator-forms.ts'
import type { Collaboration, CollaborationOffer, Collaborator, CollaboratorList } from '#shared/collaborators.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import { maxCollaborations, maxCollaboratorScopes } from '#shared/limits.ts'
import type { CatalogPlan } from '#shared/plans.ts'
import type { CollaboratorRecord, CollaboratorRepository } from './collaborators.repository.ts'
import { collaborationEmail } from './emails/collaboration.ts'

type Dependencies = {
  collaborators: CollaboratorRepository
  access: Pick<AccessService, 'findFacts'>
  planOf: (userId: string) => Promise<CatalogPlan>
  recordAct: RecordAct
  emails: EmailService
  tasks: Tasks
  rateLimits: RateLimits
  signer: Signer
  publicUrl: string
  clock: Clock
}

const tokenLifetimeMs = days(14)

export function createCollaboratorService(dependencies: Dependencies) {
  const { collaborators, access, planOf, recordAct, emails, tasks, rateLimits, signer, publicUrl, clock } = dependencies

  /** Like an invitation's URL, the token is derived from the ID and our secret, so it's stored nowhere. */
  const signedText = (id: string) => `collaborator/${id}`
  const urlOf = (id: string) => `${publicUrl}/collaborate/${id}${signer.sign(signedText(id))}`

  const emailTask = tasks.define<{ collaboratorId: string }>('collaborator-mail', async ({ collaboratorId }) => {
    const collaborator = await collaborators.find(collaboratorId)
    // The invitation may have been withdrawn or accepted since the email was queued.
    if (!collaborator || collaborator.acceptedAt) return
    const { email, owner, role, link } = collaborator
    const content = collaborationEmail({ url: urlOf(collaboratorId), ownerName: owner.name, role, title: link?.title })
    await emails.send({ kind: 'collaboration', to: email, content })
  })

  async function countEmail(userId: string, email: string, network: string) {
    await rateLimits.collaboratorEmails.takeOrThrow({ account: userId })
    await rateLimits.invitationEmailsOfNetwork.takeOrThrow({ network })
    // Checked after the limits, so that nobody can try many addresses to see who has opted out.
    if (!(await emails.canSend({ kind: 'collaboration', to: email }))) throw hasEnough()
  }

  async function queueEmail(id: string) {
    await collaborators.insertTask(emailTask({ collaboratorId: id }))
    tasks.nudge()
  }

  async function requireOwn(viewer: Viewer, id: string) {
    const collaborator = await collaborators.find(id)
    if (!collaborator || !isOwner({ userId: collaborator.ownerId }, viewer)) throw collaboratorNotFound()
    return collaborator
  }

  async function requireInviter(viewer: Viewer, { email, linkId }: NewCollaborator) {
    const account = await collaborators.findAccount(viewer.userId)
    if (account?.email === email) throw invalidField('email', "That's your own email address")
    if (linkId !== null) requireOwner(await access.findFacts(linkId), viewer)
    const { collaborators: limit } = (await planOf(viewer.userId)).allows
    if (limit === 0) throw notInPlan()
    if (account?.is_confirmed !== 1) throw unconfirmed()
    return limit
  }

  /** Finds the invitation of a token from an email, unless it was used or is too old. */
  async function requireOffer(token: string) {
    const [id, signature] = [token.slice(0, idLength), token.slice(idLength)]
    const isOurs = signer.verify(signedText(id), signature)
    const offer = isOurs ? await collaborators.find(id) : undefined
    if (!offer || offer.acceptedAt || offer.sentAt <= instantIn(clock, -tokenLifetimeMs)) throw offerNotFound()
    return offer
  }

  async function recordMembership(viewer: Viewer, { ownerId, link }: CollaboratorRecord, act: 'joined' | 'left') {
    await recordAct(viewer, { id: link?._id ?? null, userId: ownerId }, act)
  }

  /** Waits for uploads that are being committed, so that none is committed after this (images/uploads.service.ts). */
  const changeLocked = (
    ownerId: string,
    change: (tx: Pick<CollaboratorRepository, 'remove' | 'updateRole'>) => unknown,
  ) =>
    collaborators.transaction(async (tx) => {
      await tx.lockUsage(ownerId)
      await change(tx)
    })

  return {
    async list({ userId }: Viewer): Promise<CollaboratorList> {
      const [people, { allows }] = await Promise.all([collaborators.listOfOwner(userId), planOf(userId)])
      return { data: people.map(present), limit: allows.collaborators }
    },

    async invite(viewer: Viewer, input: NewCollaborator, network: string): Promise<Collaborator> {
      const { userId } = viewer
      const limit = await requireInviter(viewer, input)
      const { email, role, linkId } = input
      const id = newId()
      await collaborators.transaction(async (tx) => {
        await tx.lockUsage(userId)
        // People of a link in the trash don't count. Restoring it can exceed the limit, like a downgrade.
        const scopes = await tx.listOfOwner(userId)
        const isSame = ({ link }: CollaboratorRecord) => (link?._id ?? null) === linkId
        if (scopes.some((each) => each.email === email && isSame(each))) throw alreadyInvited()
        const people = new Set(scopes.map((each) => each.email)).add(email)
        if (people.size > limit && !scopes.some((each) => each.email === email)) throw limitReached(limit)
        if (scopes.length >= maxCollaboratorScopes) throw limitReached(limit)
        await tx.insert({ id, owner_id: userId, email, role, link_id: linkId }, instantNow(clock))
      })
      try {
        // Only invitations within the other limits count as emails.
        await countEmail(userId, email, network)
      } catch (error) {
        await collaborators.remove(id)
        throw error
      }
      await queueEmail(id)
      return present(await requireOwn(viewer, id))
    },

    async changeRole(viewer: Viewer, id: string, role: CollaboratorRole): Promise<Collaborator> {
      const { ownerId } = await requireOwn(viewer, id)
      await changeLocked(ownerId, (tx) => tx.updateRole(id, role))
      return present(await requireOwn(viewer, id))
    },

    async remove(viewer: Viewer, id: string) {
      const { ownerId } = await requireOwn(viewer, id)
      await changeLocked(ownerId, (tx) => tx.remove(id))
    },

    async send(viewer: Viewer, id: string, network: string): Promise<Collaborator> {
      const collaborator = await requireOwn(viewer, id)
      if (collaborator.acceptedAt) throw invalidField('email', 'They already accepted the invitation')
      await countEmail(viewer.userId, collaborator.email, network)
      await collaborators.updateSent(id, instantNow(clock))
      await queueEmail(id)
      return present(collaborator)
    },

    async getOffer(token: string): Promise<CollaborationOffer> {
      const { owner, role, link } = await requireOffer(token)
      return { owner, role, link: link && { title: link.title } }
    },

    async accept(viewer: Viewer, token: string): Promise<Collaboration> {
      const offer = await requireOffer(token)
      const { id, ownerId, email } = offer
      const { userId } = viewer
      const account = await collaborators.findAccount(userId)
      if (account?.email !== email || isOwner({ userId: ownerId }, viewer)) throw wrongAccount()
      const acceptedAt = instantNow(clock)
      await collaborators.transaction(async (tx) => {
        await tx.lockUsage(userId)
        if ((await tx.countOfUser(userId)) >= maxCollaborations) throw tooManyCollaborations()
        if (!(await tx.accept(id, userId, acceptedAt))) throw offerNotFound()
      })
      await recordMembership(viewer, offer, 'joined')
      return presentToCollaborator({ ...offer, acceptedAt })
    },

    async decline(token: string) {
      const { id } = await requireOffer(token)
      await collaborators.remove(id)
    },

    listMine: async ({ userId }: Viewer) => (await collaborators.listOfUser(userId)).map(presentToCollaborator),

    listCollaborations: (userId: string) => collaborators.listCollaborations(userId),

    async leave(viewer: Viewer, id: string) {
      const collaborator = await collaborators.find(id)
      if (!collaborator || collaborator.userId !== viewer.userId) throw collaborationNotFound()
      await changeLocked(collaborator.ownerId, (tx) => tx.remove(id))
      await recordMembership(viewer, collaborator, 'left')
    },
  }
}
export type CollaboratorService = ReturnType<typeof createCollaboratorService>

const present = ({ id, email, name, role, link, invitedAt, acceptedAt }: CollaboratorRecord): Collaborator => ({
  _id: id,
  email,
  name,
  role,
  link,
  state: acceptedAt === null ? 'invited' : 'active',
  invitedAt,
  acceptedAt,
})

const presentToCollaborator = ({
  id,
  owner,
  role,
  link,
  invitedAt,
  acceptedAt,
}: CollaboratorRecord): Collaboration => ({
  _id: id,
  owner,
  role,
  link,
  acceptedAt: acceptedAt ?? invitedAt,
})

const notInPlan = () => new AppError('PLAN_FEATURE', 'Collaborators are available on the Plus and Gold plans.')

const unconfirmed = () => new AppError('EMAIL_UNCONFIRMED', 'Confirm your email address before you invite people.')

const limitReached = (limit: number) =>
  new AppError(
    'COLLABORATOR_LIMIT',
    `Your plan includes ${limit} collaborators. Remove someone to invite another person.`,
  )

const alreadyInvited = () => new AppError('COLLABORATOR_EXISTS', "You've already invited this person here.")

/** The same sentence for every reason, so that owners don't learn whether someone opted out. */
const hasEnough = () =>
  new AppError('RATE_LIMITED', "We can't email this address today. Try again tomorrow.", {
    retryAfterSeconds: days(1) / 1000,
  })

const tooManyCollaborations = () =>
  new AppError('COLLABORATOR_LIMIT', `You can work on up to ${maxCollaborations} invitations. Leave one first.`)

const wrongAccount = () =>
  new AppError('FORBIDDEN', 'This invitation is for another email address. Log in with that account to accept it.')

const offerNotFound = () => new AppError('NOT_FOUND', 'This invitation no longer works. Ask for a new one.')

const collaboratorNotFound = () => new AppError('NOT_FOUND', 'Collaborator not found')

const collaborationNotFound = () => new AppError('NOT_FOUND', 'Collaboration not found')
