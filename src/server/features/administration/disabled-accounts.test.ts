import { describe, expect, test } from 'vitest'
import { useAdministrator } from '#test/support/administration.ts'
import type { Person } from '#test/support/builders.ts'
import { createLinkAccess } from '#test/support/link-access.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ payments: 'test' })
const { admin, change, lastAct } = useAdministrator(server)
const access = createLinkAccess(server)

const as = (person: { token: string }) => ({ token: person.token })
const login = ({ email, password }: Person) =>
  server.post('/api/auth/login', { email, password }, { from: build.anAddress() })

describe('disabling an account', () => {
  test("immediately ends its sessions and closes its links until it's enabled again", async () => {
    const link = await build.aLink({ isListed: true })
    const image = await build.anImage({ link })
    const { owner } = link
    const { pass } = await access.enter(await access.invite(link))
    const cookie = { headers: { cookie: `framelight_pass=${pass}` } }
    const addresses = [
      `/api/links/slug/${link.slug}`,
      `/api/links/${link._id}`,
      `/api/images/${image._id}`,
      image.thumbnailUrl,
      `/api/links/slug/${link.slug}/download`,
    ]
    for (const url of addresses) expect((await server.get(url)).status).toBe(200)

    const { body } = await change(owner, { isDisabled: true, reason: 'Spam' })
    expect(body.data).toMatchObject({ isDisabled: true, disabledReason: 'Spam', devices: [] })
    for (const url of addresses) {
      for (const visitor of [{}, cookie, as(admin)]) {
        expect([url, (await server.get(url, visitor)).status]).toEqual([url, 404])
      }
    }
    expect((await server.get('/api/auth/me', as(owner))).status).toBe(401)
    const listed = (await server.get('/api/links/public')).body.data.map(({ slug }: { slug: string }) => slug)
    expect(listed).not.toContain(link.slug)
    expect(await lastAct()).toMatchObject({ action: 'disable', subject: owner.email, details: { reason: 'Spam' } })

    await change(owner, { isDisabled: false })
    for (const url of addresses) expect([url, (await server.get(url)).status]).toEqual([url, 200])
    expect((await login(owner)).status).toBe(200)
  })

  test('is only revealed after the right password', async () => {
    const owner = await build.aUser()
    await change(owner, { isDisabled: true })
    const right = await login(owner)
    expect([right.status, right.body.code]).toEqual([403, 'ACCOUNT_DISABLED'])
    const wrong = await login({ ...owner, password: 'not-the-one' })
    const nobody = await login({ ...owner, email: 'nobody@example.com' })
    expect([wrong.status, wrong.body]).toEqual([401, nobody.body])
  })

  test('during a login leaves no session', async () => {
    const owner = await build.aUser()
    const logins = Array.from({ length: 5 }, () => login(owner))
    await Promise.all([...logins, change(owner, { isDisabled: true })])
    const left = await server.db.selectFrom('sessions').select('id').where('user_id', '=', owner.id).execute()
    expect(left).toEqual([])
  })

  test('is rejected for administrators, as is deleting them', async () => {
    const { status, body } = await change(admin, { isDisabled: true })
    expect([status, body.code]).toEqual([403, 'FORBIDDEN'])
    expect((await server.del(`/api/admin/users/${admin.id}`, undefined, as(admin))).status).toBe(403)
  })
})
