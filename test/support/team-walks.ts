import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Collaboration, Collaborator } from '#shared/collaborators.ts'
import type { Image } from '#shared/images.ts'
import type { Builders, Person } from './builders.ts'
import { asOwner, type Grant, type Link, type Model, may, openLinks, pick, roleOn, shownIn } from './image-model.ts'
import { finishTasks, inEmailTo } from './outbox.ts'
import type { TestServer } from './server.ts'

const roles = ['editor', 'uploader'] as const

/** Grants to links in the trash wait there, too. */
const shownGrants = ({ grants }: Model) => grants.filter(({ link }) => !link?.isTrashed)
const activeGrants = (model: Model, person: Person) =>
  shownGrants(model).filter((each) => each.isActive && each.person === person)
const linkOf = ({ link }: Grant) => link?.id ?? null

/** What the owner and two collaborators do with invitations in random walks, and checks of what it leads to. */
export function createTeamWalks(server: TestServer, build: Builders) {
  const actions = {
    async invite(model: Model, which: number) {
      const person = pick(model.people, which)
      if (!person) return
      const link = pick([null, ...openLinks(model)], which >> 2) ?? null
      const role = pick([...roles], which >> 4) ?? 'editor'
      const fields = { email: person.email, role, linkId: link?.id ?? null }
      const options = { ...asOwner(model), from: build.anAddress() }
      // Walks invite the same people more often than they may get emails.
      await server.db.deleteFrom('rate_limits').execute()
      const { status, body } = await server.post('/api/collaborators', fields, options)
      const isKnown = model.grants.some((each) => each.person === person && each.link === link)
      expect(status).toBe(isKnown ? 409 : 201)
      if (!isKnown) model.grants.push({ id: body.data._id, person, link, role, isActive: false })
      // While a link is in the trash, nothing about it is emailed.
      await finishTasks(server)
    },
    async accept(model: Model, which: number) {
      const grant = pick(
        shownGrants(model).filter(({ isActive }) => !isActive),
        which,
      )
      if (!grant) return
      const token = await inEmailTo(server, grant.person.email, new RegExp(`/collaborate/(${grant.id}[\\w-]+)`))
      const answer = (act: string) =>
        server.post(`/api/collaborations/${token}/${act}`, {}, { token: grant.person.token })
      const isAccepted = which % 5 > 0
      expect((await answer(isAccepted ? 'accept' : 'decline')).status).toBe(200)
      if (isAccepted) grant.isActive = true
      else remove(model, grant)
      expect((await answer('accept')).status).toBe(404)
    },
    async changeRole(model: Model, which: number) {
      const grant = pick(shownGrants(model), which)
      if (!grant) return
      const role = pick([...roles], which >> 3) ?? 'editor'
      expect((await server.put(`/api/collaborators/${grant.id}`, { role }, asOwner(model))).status).toBe(200)
      grant.role = role
    },
    async removeCollaborator(model: Model, which: number) {
      const grant = pick(shownGrants(model), which)
      if (!grant || which % 3 > 0) return
      expect((await server.del(`/api/collaborators/${grant.id}`, undefined, asOwner(model))).status).toBe(200)
      remove(model, grant)
    },
    async leave(model: Model, which: number) {
      const grant = pick(shownGrants(model), which)
      if (!grant || which % 3 > 0) return
      const { status } = await server.del(`/api/collaborations/${grant.id}`, undefined, { token: grant.person.token })
      expect(status).toBe(grant.isActive ? 200 : 404)
      if (grant.isActive) remove(model, grant)
    },
  }

  function remove(model: Model, grant: Grant) {
    model.grants = model.grants.filter((each) => each !== grant)
  }

  async function checkLists(model: Model, person: Person) {
    const mine = await server.get('/api/collaborations', { token: person.token })
    const listed = mine.body.data.map(({ _id, role, link }: Collaboration) => [_id, role, link?._id ?? null])
    const expected = activeGrants(model, person).map((each) => [each.id, each.role, linkOf(each)])
    expect(listed.toSorted()).toEqual(expected.toSorted())
    const shared = await server.get('/api/links/shared', { token: person.token })
    const seen = shared.body.data.map((link: { _id: string; myRole: string }) => [link._id, link.myRole])
    const visible = openLinks(model).filter((link) => may(model, person, 'uploader', [link]))
    expect(seen.toSorted()).toEqual(visible.map((link) => [link.id, roleOn(model, person, link)]).toSorted())
    const used = server.db.selectFrom('usage').select(['links', 'images', 'bytes']).where('user_id', '=', person.id)
    const { links, images, bytes } = await used.executeTakeFirstOrThrow()
    expect([links, images, Number(bytes)]).toEqual([0, 0, 0])
  }

  async function checkLink(model: Model, person: Person, link: Link) {
    const { status, body } = await server.get(`/api/links/${link.id}`, { token: person.token })
    const role = roleOn(model, person, link)
    expect(status).toBe(role === 'visitor' && link.isPrivate ? 403 : 200)
    if (status !== 200) return
    const shown = shownIn(model, link)
    const seesNames = role === 'editor'
    expect(body.data.images.map(({ _id, addedBy }: Image) => [_id, addedBy?.name ?? null])).toEqual(
      shown.map(({ id, addedBy }) => [id, seesNames ? addedBy : null]),
    )
    expect(body.data.myRole).toBe(role === 'visitor' ? undefined : role)
  }

  return {
    actions,

    /** Checks what one collaborator sees, and what the owner sees of all. */
    async check(model: Model, which: number) {
      const { body } = await server.get('/api/collaborators', asOwner(model))
      const listed = body.data.map((each: Collaborator) => [each._id, each.email, each.role, each.state])
      const expected = shownGrants(model).map(({ id, person, role, isActive }) => [
        id,
        person.email,
        role,
        isActive ? 'active' : 'invited',
      ])
      expect(listed.toSorted()).toEqual(expected.toSorted())
      const person = pick(model.people, which)
      const link = pick(openLinks(model), which >> 1)
      if (person) await checkLists(model, person)
      if (person && link) await checkLink(model, person, link)
    },

    /** Invitations to links end with them, but those to all links don't. */
    async removeAll(model: Model) {
      for (const { id } of model.grants.filter(({ link }) => link === null)) {
        await server.del(`/api/collaborators/${id}`, undefined, asOwner(model))
      }
    },

    /** Otherwise, finding an email would take longer after every walk. */
    async emptyOutbox() {
      await finishTasks(server)
      await rm(join(server.config.dataDir, 'outbox'), { recursive: true, force: true })
    },
  }
}
