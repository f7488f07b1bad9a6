import { describe, expect, test } from 'vitest'
import { exportedAccount } from '#shared/export-format.ts'
import type { Person } from '#test/support/builders.ts'
import { createExports } from '#test/support/exports.ts'
import { useServer } from '#test/support/use-server.ts'
import { readZip } from '#test/support/zip-reader.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const { exportOf } = createExports(server)

describe("an export that's read in several pages of rows", () => {
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 3)).toISOString()

  async function manifestOf(owner: Person) {
    const answer = await server.app.inject(`/api${await exportOf(owner)}`)
    const [description] = readZip(answer.rawPayload)
    return exportedAccount.parse(JSON.parse(description?.body.toString() ?? ''))
  }

  test('contains all links, images, comments and favorites', async () => {
    const first = await build.anImage()
    const { link, owner } = first
    const guests = Array.from({ length: 45 }, (_, n) => ({
      ...{ id: `${link._id}-${n}`, link_id: link._id, name: `Guest ${n}`, email: null, invitation_id: null },
      created_at: at(n),
    }))
    await server.db.insertInto('guests').values(guests).execute()
    const rest = { user_id: null, state: 'shown', content: '', guest_name: 'Guest' }
    const comments = Array.from({ length: 450 }, (_, n) => ({
      ...{ ...rest, id: `${link._id}-${String(n).padStart(3, '0')}`, image_id: first._id, guest_id: `${link._id}-0` },
      ...{ content: `Comment ${n}`, created_at: at(n), updated_at: at(n) },
    }))
    for (const some of [comments.slice(0, 200), comments.slice(200)]) {
      await server.db.insertInto('comments').values(some).execute()
    }
    const choices = guests.map(({ id, name, created_at }) => ({
      ...{ id, link_id: link._id, guest_id: id, user_id: null, is_sent: 1, sent_at: created_at, asked_at: null },
      ...{ name, email: null, message: '', created_at, updated_at: created_at },
    }))
    await server.db.insertInto('choices').values(choices).execute()
    const second = await build.anImage({ link })
    const chosen = guests.flatMap(({ id }) =>
      [second, first].map(({ _id }) => ({ choice_id: id, image_id: _id, note: `${_id} for ${id}` })),
    )
    await server.db.insertInto('choice_images').values(chosen).execute()
    await build.aLink({ owner, title: 'Empty' })

    const { links } = await manifestOf(owner)
    expect(links.map(({ title, images }) => [title, images.length])).toEqual([
      ['Summer', 2],
      ['Empty', 0],
    ])
    const written = links[0]?.images.map((image) => image.comments.map(({ content }) => content))
    expect(written).toEqual([comments.map(({ content }) => content), []])
    const names = links[0]?.choices.map(({ name }) => name) ?? []
    expect(names.toSorted()).toEqual(guests.map(({ name }) => name).toSorted())
    for (const { images } of links[0]?.choices ?? []) {
      expect(images.map(({ imageId }) => imageId)).toEqual([first._id, second._id])
    }
  })

  test('contains every image of a very long list of favorites', async () => {
    const link = await build.aLink({ choosing: 'on' })
    const image = await build.anImage({ link })
    await server.put(`/api/images/${image._id}/choice`, { chosen: true }, { token: (await build.aUser()).token })
    const row = await server.db.selectFrom('images').selectAll().where('id', '=', image._id).executeTakeFirstOrThrow()
    const { id } = await server.db
      .selectFrom('choices')
      .select('id')
      .where('link_id', '=', link._id)
      .executeTakeFirstOrThrow()
    const ids = Array.from({ length: 1200 }, (_, n) => `${link._id}-${n}`)
    for (let from = 0; from < ids.length; from += 200) {
      const some = ids.slice(from, from + 200)
      const images = some.map((each, n) => ({ ...row, id: each, position: row.position + 1 + from + n, files: '[]' }))
      await server.db.insertInto('images').values(images).execute()
      const chosen = some.map((each) => ({ choice_id: id, image_id: each, note: '' }))
      await server.db.insertInto('choice_images').values(chosen).execute()
    }
    const [choice] = (await manifestOf(link.owner)).links[0]?.choices ?? []
    expect(choice?.images.map(({ imageId }) => imageId)).toEqual([image._id, ...ids])
  })

  test('numbers files that would have the same name', async () => {
    const link = await build.aLink()
    for (let n = 0; n < 52; n++) await build.anImage({ link })
    const files = (await manifestOf(link.owner)).links[0]?.images.map(({ file }) => file.split('/')[2])
    expect(files?.slice(0, 2)).toEqual(['photo.jpg', 'photo (2).jpg'])
    expect(files?.at(-1)).toBe('photo (52).jpg')
  })
})
