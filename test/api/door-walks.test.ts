import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Image } from '#shared/images.ts'
import type { Invitation } from '#shared/invitations.ts'
import type { Person } from '../support/builders.ts'
import { createDoors, withPass } from '../support/doors.ts'
import { useServer } from '../support/use-server.ts'
import { useWebApp } from '../support/web-app.ts'

/**
 * Random walks of what an owner and visitors do at the doors of a link, against a small model of who may see what. A few in
 * every run; `DOOR_WALKS=20000` takes as many.
 */
const walks = Number(process.env.DOOR_WALKS ?? 15)

const { server, build } = useServer({ defaultPlan: 'gold' }, useWebApp())
const doors = createDoors(server)
let origin = ''

// Over a real connection: what is ready is answered before the routes, which injected requests go to at once.
beforeAll(async () => {
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
})

const passwords = ['the first of them', 'the second of them'] as const
type Link = { _id: string; slug: string; owner: Person }

/** What a visitor came in by last, as the model has it. */
type Door = { passwordVersion: number } | { invitation: number } | undefined
/** An address of the picture that somebody saved once, and what it was made for: nobody, or a pass through that door. */
type Saved = { url: string; door: Door }
type Visitor = { pass: string; door: Door; saved: Saved | undefined }

type Model = {
  link: Link
  /** Behind a password that nobody here knows; the picture moves there and back. */
  other: Link
  image: Pick<Image, '_id'>
  isImageHere: boolean
  isPrivate: boolean
  isDeleted: boolean
  password: string | null
  passwordVersion: number
  invitations: { made: Invitation; isRevoked: boolean; isOver: boolean }[]
  visitors: [Visitor, Visitor, Visitor]
}

const nobody = (): Visitor => ({ pass: '', door: undefined, saved: undefined })

/** Whether who came in by this door may see the link. */
function isIn({ isPrivate, password, passwordVersion, invitations }: Model, door: Door) {
  const invitation = door && 'invitation' in door ? invitations[door.invitation] : undefined
  if (invitation && !invitation.isRevoked && !invitation.isOver) return true
  if (isPrivate) return false
  if (password === null) return true
  return door !== undefined && 'passwordVersion' in door && door.passwordVersion === passwordVersion
}

const isOpenToAll = ({ isPrivate, password }: Model) => !isPrivate && password === null

const as = (model: Model) => ({ token: model.link.owner.token })
const changeLink = (model: Model, fields: object) => server.put(`/api/links/${model.link._id}`, fields, as(model))

/** What can happen: each does it and writes it into the model. `who` and `which` choose among those that there are. */
const acts: Record<string, (model: Model, who: Visitor, which: number) => Promise<unknown>> = {
  async setPassword(model, _who, which) {
    model.password = passwords[which % 2] ?? null
    model.passwordVersion++
    await changeLink(model, { password: model.password })
  },
  async removePassword(model) {
    if (model.password !== null) model.passwordVersion++
    model.password = null
    await changeLink(model, { password: null })
  },
  async makePrivate(model) {
    if (!model.isPrivate) model.passwordVersion++
    model.isPrivate = true
    await changeLink(model, { isPrivate: true })
  },
  async makePublic(model) {
    model.isPrivate = false
    await changeLink(model, { isPrivate: false })
  },
  async invite(model) {
    model.invitations.push({ made: await doors.invite(model.link), isRevoked: false, isOver: false })
  },
  async revoke(model, _who, which) {
    const chosen = model.invitations[which % model.invitations.length]
    if (!chosen) return
    chosen.isRevoked = true
    await doors.revoke(model.link, chosen.made._id)
  },
  async restore(model, _who, which) {
    const chosen = model.invitations[which % model.invitations.length]
    if (!chosen) return
    chosen.isRevoked = false
    await doors.changeInvitation(model.link, chosen.made._id, { revoked: false })
  },
  async expire(model, _who, which) {
    const chosen = model.invitations[which % model.invitations.length]
    if (!chosen) return
    chosen.isOver = true
    const past = { expires_at: '2020-01-01T00:00:00.000Z' }
    await server.db.updateTable('invitations').set(past).where('id', '=', chosen.made._id).execute()
    server.services.invalidation.invalidate(model.link._id)
  },
  async enter(model, who, which) {
    const index = which % model.invitations.length
    const chosen = model.invitations[index]
    if (!chosen) return
    const { pass } = await doors.enter(chosen.made)
    if (chosen.isRevoked || chosen.isOver) expect(pass).toBe('')
    else Object.assign(who, { pass, door: { invitation: index } })
  },
  async unlock(model, who, which) {
    const tried = passwords[which % 2] ?? ''
    const { status, body } = await doors.unlock(model.link, tried, `10.7.${which % 250}.${Math.floor(which / 250)}`)
    const isRight = !model.isPrivate && tried === model.password
    if (isRight) Object.assign(who, { pass: body.data.pass, door: { passwordVersion: model.passwordVersion } })
    else expect(status).toBeGreaterThanOrEqual(400)
  },
  async move(model) {
    const linkId = model.isImageHere ? model.other._id : model.link._id
    model.isImageHere = !model.isImageHere
    await server.post('/api/images/bulk', { action: 'move', imageIds: [model.image._id], linkId }, as(model))
  },
}

function savedStatus(model: Model, { door }: Saved) {
  if (!model.isImageHere) return 403
  return model.isDeleted ? 404 : isIn(model, door) ? 200 : 403
}

/** At every place, whether what is shown is what the model says. */
async function compare(model: Model, who: Visitor) {
  const { link, image } = model
  const maySee = isIn(model, who.door)
  const status = async (url: string) => {
    const headers = { ...withPass(who.pass).headers, 'x-forwarded-for': build.anAddress() }
    const answer = await fetch(origin + url, { headers })
    await answer.arrayBuffer()
    return answer.status
  }
  const refusedOr = (open: number) => (model.isDeleted ? 404 : maySee ? open : 403)
  const ofImage = model.isImageHere ? refusedOr(200) : 403
  const plain = model.isImageHere && isOpenToAll(model) ? 200 : model.isImageHere && model.isDeleted ? 404 : 403
  const expected = {
    [`/api/links/slug/${link.slug}`]: refusedOr(200),
    [`/links/${link.slug}`]: refusedOr(200),
    [`/api/links/${link._id}/images`]: refusedOr(200),
    [`/api/links/slug/${link.slug}/download`]: refusedOr(model.isImageHere ? 200 : 404),
    [`/api/images/${image._id}`]: ofImage,
    [`/images/${image._id}`]: ofImage,
    [`/api/comments/image/${image._id}`]: ofImage,
    [`/media/${image._id}/card.jpg`]: model.isDeleted && model.isImageHere ? 404 : plain,
    ...(who.saved && { [who.saved.url]: savedStatus(model, who.saved) }),
  }
  // Twice: what the first one leaves ready in memory answers the second.
  for (const _time of [1, 2]) {
    const seen = Object.fromEntries(
      await Promise.all(Object.keys(expected).map(async (url) => [url, await status(url)] as const)),
    )
    expect(seen).toEqual(expected)
  }
  if (ofImage !== 200) return
  const { body } = await server.get(`/api/images/${image._id}`, withPass(who.pass))
  const { thumbnailUrl: url } = body.data
  who.saved = { url, door: url.includes('pass=') ? who.door : undefined }
}

async function begin(): Promise<Model> {
  const link = await build.aLink()
  const other = await build.aLink({ owner: link.owner, password: 'nobody here knows it' })
  return {
    link,
    other,
    image: await build.anImage({ link }),
    isImageHere: true,
    isPrivate: false,
    isDeleted: false,
    password: null,
    passwordVersion: 0,
    invitations: [],
    visitors: [nobody(), nobody(), nobody()],
  }
}

const step = fc.record({
  act: fc.constantFrom(...Object.keys(acts)),
  who: fc.nat({ max: 2 }),
  which: fc.nat({ max: 60_000 }),
})

test(
  `${walks} random walks of owner and visitors: nobody sees what the model does not let them see`,
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: 10 }),
        fc.boolean(),
        async (steps, isDeletedAtLast) => {
          const model = await begin()
          for (const { act, who, which } of steps) {
            const visitor = model.visitors[who] as Visitor
            await acts[act]?.(model, visitor, which)
            await compare(model, visitor)
          }
          if (isDeletedAtLast) {
            await server.del(`/api/links/${model.link._id}`, undefined, as(model))
            model.isDeleted = true
          }
          for (const visitor of model.visitors) await compare(model, visitor)
        },
      ),
      { numRuns: walks, endOnFailure: walks > 1000 },
    )
  },
  Math.max(60_000, walks * 2000),
)
