import { describe, expect, test } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { createLinkAccess, withPass } from '#test/support/link-access.ts'
import { useServer } from '#test/support/use-server.ts'
import { readZip } from '#test/support/zip-reader.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const { invite, enter } = createLinkAccess(server)

type TestLink = { _id: string; slug: string; owner: Person }

const asOwner = ({ owner }: TestLink) => ({ token: owner.token })

/** Anna & Tom, who are invited, pick the first two of three images. Lena, a guest, picks the last two. */
async function aChosenLink(fields: object = {}, make = build.imageRows) {
  const link = await build.aLink({ title: 'A Year Outside', choosing: 'on', ...fields })
  const ids = await make(link, 3)
  const anna = withPass((await enter(await invite(link))).pass)
  const put = (n: number, note: string, options?: Parameters<typeof server.put>[2]) =>
    server.put(`/api/images/${ids[n]}/choice`, { chosen: true, note }, options)
  await put(0, '=1+1', anna)
  await put(1, 'For the "cover", please', anna)
  const guest = withPass((await put(1, 'Darker', { from: build.anAddress() })).body.data.pass)
  await put(2, '', guest)
  await server.post(`/api/links/slug/${link.slug}/choice/send`, { name: 'Lena' }, guest)
  const { body } = await server.get(`/api/links/${link._id}/choices`, asOwner(link))
  const byName = (name: string): string => body.data.find((one: Named) => one.guest.name === name)._id
  return { ...link, ids, anna: byName('Anna & Tom'), lena: byName('Lena') }
}
type Named = { _id: string; guest: { name: string } }

describe('file names for photo software', () => {
  test('are listed on one line without their last extension, for one person or everyone', async () => {
    const link = await aChosenLink()
    const everyone = await server.get(`/api/links/${link._id}/choices.txt`, asOwner(link))
    expect(everyone.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename=a-year-outside-choices.txt',
    })
    expect(everyone.body).toBe('IMG_1.CR3, IMG_2.CR3, IMG_3.CR3')
    const one = await server.get(`/api/links/${link._id}/choices.txt?choice=${link.lena}`, asOwner(link))
    expect(one.body).toBe('IMG_2.CR3, IMG_3.CR3')
    expect((await server.get(`/api/choices/${link.lena}.txt`, asOwner(link))).body).toBe(one.body)
  })
})

describe('CSV', () => {
  test('lists each image once with its notes and escapes formulas', async () => {
    const link = await aChosenLink()
    const { body, headers } = await server.get(`/api/choices/${link.anna}.csv`, asOwner(link))
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename=a-year-outside-anna-tom-choices.csv',
    })
    expect(body).toBe(
      `\uFEFFfileName,title,note\r\n"IMG_1.CR3.jpg","Picture 1","'=1+1"\r\n"IMG_2.CR3.jpg","Picture 2","For the ""cover"", please"\r\n`,
    )
    const everyone = await server.get(`/api/links/${link._id}/choices.csv`, asOwner(link))
    expect(everyone.body.split('\r\n').slice(1, 4)).toEqual([
      '"IMG_1.CR3.jpg","Picture 1","Anna & Tom: =1+1"',
      '"IMG_2.CR3.jpg","Picture 2","Anna & Tom: For the ""cover"", please\nLena: Darker"',
      '"IMG_3.CR3.jpg","Picture 3",',
    ])
    const one = await server.get(`/api/links/${link._id}/choices.csv?choice=${link.anna}`, asOwner(link))
    expect(one.body).toBe(body)
  })
})

test('CSV, TXT and ZIP files return 404 for a list of another link', async () => {
  const [link, other] = [await aChosenLink(), await aChosenLink()]
  for (const ending of ['csv', 'txt', 'zip']) {
    const { status } = await server.get(`/api/links/${link._id}/choices.${ending}?choice=${other.anna}`, asOwner(link))
    expect(status).toBe(404)
  }
})

describe('ZIP', () => {
  const uploads = async (link: { _id: string; owner: Person }) => {
    const ids: string[] = []
    for (const name of ['a', 'b', 'c']) {
      ids.push((await build.anUpload({ link, fileName: `${name}.jpg` })).body.data._id)
    }
    return ids
  }

  const namesAt = async (url: string, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    return readZip((await server.app.inject({ url, headers })).rawPayload).map(({ name }) => name)
  }

  test("contains one person's or everyone's favorites, for the owner only", async () => {
    const link = await aChosenLink({ isPrivate: false }, uploads)
    const { token } = link.owner
    expect(await namesAt(`/api/links/${link._id}/choices.zip`, token)).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
    expect(await namesAt(`/api/links/${link._id}/choices.zip?choice=${link.anna}`, token)).toEqual(['a.jpg', 'b.jpg'])
    const address = async (choice: string) =>
      (await server.get(`/api/links/${link._id}/download-address?choice=${choice}`, { token })).body.data.url
    expect(await namesAt(await address(link.lena))).toEqual(['b.jpg', 'c.jpg'])
    expect(await namesAt(await address('all'))).toHaveLength(3)
    const visitor = await server.get(`/api/links/slug/${link.slug}/download?choice=${link.anna}`)
    expect([visitor.status, visitor.body.code]).toEqual([403, 'FORBIDDEN'])
    await server.del(`/api/choices/${link.anna}`, undefined, { token })
    await server.del(`/api/choices/${link.lena}`, undefined, { token })
    expect((await server.get(`/api/links/${link._id}/choices.zip`, { token })).status).toBe(404)
  })
})
