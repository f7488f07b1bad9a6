import { beforeAll } from 'vitest'
import { createLinkRepository } from '#server/features/links/links.repository.ts'
import { newId } from '#server/platform/ids.ts'
import type { Person } from '../support/builders.ts'
import { createLinkAccess, firefox, withPass } from '../support/link-access.ts'
import { createTusCaller, idOfUpload } from '../support/resumable-uploads.ts'
import type { Method, TestServer } from '../support/server.ts'
import { useServer } from '../support/use-server.ts'
import { useWebApp } from '../support/web-app.ts'
import {
  type HolderKind,
  type LinkState,
  linkPassword,
  type Row,
  type Target,
  table,
  webhook,
} from './authorization-table.ts'

export const secretTitle = 'Nobody else may read this'

export type Scene = Target & {
  owner: Person
  stranger: Person
  passes: Record<HolderKind, string>
  /** Signed file URLs that people saved before the link got into its state. Empty unless asked for. */
  savedUrls: Partial<Record<HolderKind, string>>
}

type Call = { token?: string | undefined; headers?: Record<string, string>; body?: object | undefined; to?: TestServer }

/** A server with a link in each state, for the tests of who may call what. */
export function useScenes() {
  const { server, build } = useServer({ defaultPlan: 'gold', payments: 'test', webhooksLocal: true }, useWebApp())
  const access = createLinkAccess(server)
  let counter = 0

  // The first account is the administrator, so create it before any scene.
  let administrator: Person
  beforeAll(async () => {
    administrator = await build.aUser()
  })

  /** Tests share a scene until a call changes it. */
  const scenes = new Map<LinkState, Promise<Scene>>()

  function sceneIn(state: LinkState) {
    const scene = scenes.get(state) ?? aScene(state)
    scenes.set(state, scene)
    return scene
  }

  async function aScene(state: LinkState, { areUrlsSaved = false } = {}): Promise<Scene> {
    const [owner, stranger] = [await build.aUser(), await build.aUser()]
    const link = await build.aLink({
      owner,
      title: secretTitle,
      choosing: 'on',
      comments: 'guests',
      guestUploads: 'everyone',
    })
    const aSection = async (title: string): Promise<string> =>
      (await server.post(`/api/links/${link._id}/sections`, { title }, { token: owner.token })).body.data._id
    const [sectionId, otherSectionId] = [await aSection('Here'), await aSection('Elsewhere')]
    const image = await build.anImage({ link, fields: { sectionId } })
    const comment = await build.aComment({ image, author: stranger })
    await server.put(`/api/images/${image._id}/choice`, { chosen: true })
    const chosen = await server.get(`/api/links/${link._id}/choices`, { token: owner.token })
    const elsewhere = await build.aLink({ owner, password: linkPassword })
    // Use unique email addresses, because each gets at most three of these emails a day.
    const invited = await access.invite(link, { email: `anna-${++counter}@example.org` })
    const [revoked, over] = [await access.invite(link), await access.invite(link)]
    const toSection = async (id: string) => (await access.enter(await access.invite(link, { sections: [id] }))).pass
    const passes = {
      passed: '',
      'ended pass': '',
      'pass of another link': (await access.unlock(elsewhere, linkPassword)).body.data.pass,
      invited: (await access.enter(invited)).pass,
      'invitation for this section': await toSection(sectionId),
      'invitation for other sections': await toSection(otherSectionId),
      'invited stranger': (await access.enter(invited)).pass,
      'revoked invitation': (await access.enter(revoked)).pass,
      'expired invitation': (await access.enter(over)).pass,
    }
    const followerToken = await aFollower(link._id)
    const wall = await server.put(`/api/links/${link._id}/live-wall`, { isOn: true }, { token: owner.token })
    const guestId = await aGuestOf(link._id)
    const uploadUrl = await createTusCaller(server).anUpload({ token: owner.token }, 9, { linkId: link._id })
    const key = await build.aKey(owner)
    const ofOwner = await aWebhook(owner)
    const savedUrls = areUrlsSaved ? await saveUrls(link, image._id, passes) : {}
    await access.revoke(link, revoked._id)
    const past = { expires_at: '2020-01-01T00:00:00.000Z' }
    await server.db.updateTable('invitations').where('id', '=', over._id).set(past).execute()
    // Changing the password invalidates passes that were opened with the old one.
    await access.setPassword(link, 'the one before')
    passes['ended pass'] = (await access.unlock(link, 'the one before')).body.data.pass
    await access.setPassword(link, state.endsWith('password') ? linkPassword : null)
    if (state.endsWith('password')) passes.passed = (await access.unlock(link, linkPassword)).body.data.pass
    const as = { token: owner.token }
    if (state.startsWith('private')) await server.put(`/api/links/${link._id}`, { isPrivate: true }, as)
    if (state === 'expired') await server.db.updateTable('links').where('id', '=', link._id).set(past).execute()
    if (state === 'deleted') {
      await server.del(`/api/links/${link._id}?forever=true`, undefined, as)
      await server.services.runDueTasks()
    }
    if (state === 'watermarked') await server.put(`/api/links/${link._id}`, { watermark: { mode: 'corner' } }, as)
    if (state === 'link in trash') await server.del(`/api/links/${link._id}`, undefined, as)
    if (state === 'image in trash') await server.del(`/api/images/${image._id}`, undefined, as)
    if (state === 'deletion pending') await giveAway(link._id, owner.id)
    const who = `/api/admin/users/${owner.id}`
    if (state === 'owner disabled') await server.put(who, { isDisabled: true }, { token: administrator.token })
    if (state === 'owner unconfirmed')
      await server.db.updateTable('users').where('id', '=', owner.id).set({ is_confirmed: 0 }).execute()
    server.services.invalidation.receive(undefined)
    return {
      owner,
      stranger,
      passes,
      savedUrls,
      linkId: link._id,
      slug: link.slug,
      imageId: image._id,
      sectionId,
      otherSectionId,
      commentId: comment._id,
      choiceId: chosen.body.data[0]._id,
      guestId,
      mediaUrl: image.thumbnailUrl,
      strangerId: stranger.id,
      invitationId: invited._id,
      invitationToken: new URL(invited.url).pathname.slice('/i/'.length),
      followerToken,
      wallToken: new URL(wall.body.data.url).pathname.slice('/wall/'.length),
      stopToken: new URL(server.services.emailOptOuts.urlFor('nobody@example.org')).pathname.slice(
        '/emails/stop/'.length,
      ),
      checkoutId: await aCheckout(owner),
      keyId: key.id,
      ...ofOwner,
      uploadId: idOfUpload(uploadUrl),
      unique: '',
    }
  }

  /** URLs are only signed while the link is private. */
  async function saveUrls(link: { _id: string; owner: Person }, imageId: string, passes: Scene['passes']) {
    const setPrivate = (isPrivate: boolean) =>
      server.put(`/api/links/${link._id}`, { isPrivate }, { token: link.owner.token })
    await setPrivate(true)
    const urls: Scene['savedUrls'] = {}
    for (const [holder, pass] of Object.entries(passes)) {
      const { status, body } = await server.get(`/api/images/${imageId}`, withPass(pass))
      if (status === 200) urls[holder as HolderKind] = body.data.thumbnailUrl
    }
    await setPrivate(false)
    return urls
  }

  /** Deletes the link, but without the task that removes its data. */
  const giveAway = (id: string, userId: string) =>
    createLinkRepository(server.db).moveToDeletedAccount({ id, userId }, newId(), new Date().toISOString())

  async function aWebhook({ token }: Person) {
    const { _id: webhookId } = (await server.post('/api/auth/webhooks', webhook, { token })).body.data
    await server.post(`/api/auth/webhooks/${webhookId}/test`, undefined, { token })
    const { data } = (await server.get(`/api/auth/webhooks/${webhookId}/deliveries`, { token })).body
    return { webhookId, deliveryId: data[0]._id }
  }

  async function aCheckout(owner: Person) {
    const id = `test_${++counter}`
    const of = { user_id: owner.id, plan: 'plus', status: 'open', created_at: new Date().toISOString() }
    await server.db
      .insertInto('test_checkouts')
      .values({ id, checkout_id: id, ...of })
      .execute()
    return id
  }

  async function aGuestOf(linkId: string) {
    const [id, now] = [newId(), new Date().toISOString()]
    const guest = { link_id: linkId, invitation_id: null, name: null, email: null, created_at: now, last_added_at: now }
    await server.db
      .insertInto('guests')
      .values({ id, ...guest })
      .execute()
    return id
  }

  /** Inserts the row directly, because confirming by email would be far slower. */
  async function aFollower(linkId: string) {
    const id = newId()
    const now = new Date().toISOString()
    const open = { invitation_id: null, password_version: null, created_at: now }
    await server.db
      .insertInto('followers')
      .values({ id, link_id: linkId, email: 'anna@example.org', ...open })
      .execute()
    const confirmed = { confirmed_at: now, told_until: now }
    await server.db.updateTable('followers').set(confirmed).where('id', '=', id).execute()
    const url = await server.services.followers.urlOf(id, { userId: '' })
    return new URL(url).pathname.slice('/follow/'.length)
  }

  const targetOf = (scene: Scene): Target => ({ ...scene, unique: `u${++counter}` })

  /** Makes the call that the table describes. */
  function call(route: string, scene: Scene, { token, headers, body, to = server }: Call) {
    const row = table[route] as Row
    const [method, path] = route.split(' ') as [Method, string]
    const target = targetOf(scene)
    return to.call(method, row.url?.(target) ?? path, {
      token,
      from: build.anAddress(),
      headers: {
        'user-agent': firefox,
        ...(row.form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...row.headers?.(target),
        ...headers,
      },
      ...(row.form && { body: new URLSearchParams(row.form).toString() }),
      ...(row.body && { body: row.body(target) }),
      ...(body && { body }),
    })
  }

  return {
    server,
    build,
    sceneIn,
    aScene,
    aFollower,
    call,
    administrator: () => administrator,
    /** The next test gets a new scene. */
    forget: (state: LinkState) => scenes.delete(state),
  }
}
