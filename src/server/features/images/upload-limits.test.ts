import { readdir } from 'node:fs/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createBuilders } from '#test/support/builders.ts'
import { type FormPart, toForm } from '#test/support/form.ts'
import { findFaults } from '#test/support/pictures.ts'
import { createOwnServer } from '#test/support/server.ts'
import { addressOf, aFile, countOf, createServerWithoutPatience, setUsage } from '#test/support/uploads.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

afterEach(async () => {
  expect(await readdir(server.config.tempDir), 'temporary files').toEqual([])
})

const limitSentence = "You have reached your plan's image limit. Please upgrade to upload more images."

describe('the token', () => {
  test('in the query string is accepted for uploads only and is never logged', async () => {
    const link = await build.aLink()
    const { token } = link.owner
    const inAddress = async (parts: FormPart[]) => {
      const { payload, headers } = toForm(parts)
      return server.post(`${addressOf(link)}?token=${token}`, payload, { headers })
    }
    const { status, body } = await inAddress([await aFile()])
    expect(status).toBe(201)
    expect((await inAddress([await aFile({ bytes: Buffer.from('no picture') })])).status).toBe(415)
    expect((await inAddress([])).status).toBe(400)

    const id = body.data._id
    for (const [method, url] of [
      ['GET', '/api/links'],
      ['GET', '/api/auth/me'],
      ['PUT', `/api/images/${id}`],
      ['PUT', `/api/images/${id}/set-cover`],
      ['GET', `/api/images/${id}/original`],
      ['DELETE', `/api/images/${id}`],
    ] as const) {
      expect((await server.call(method, `${url}?token=${token}`)).status, url).toBe(401)
    }
    expect(server.logLines.length).toBeGreaterThan(5)
    expect(server.logLines.filter((line) => line.includes(token))).toEqual([])
  })

  test.each(['', '?token=', '?token=unknown', '?token=a&token=b'])('is required: %j returns 401', async (query) => {
    const { payload, headers } = toForm([await aFile()])
    const { status, body } = await server.post(`${addressOf(await build.aLink())}${query}`, payload, { headers })
    const sentence = 'Authentication token not found. Please login again.'
    expect([status, body.error, body.message]).toEqual([401, sentence, sentence])
  })
})

describe('the image limit', () => {
  test('applies to the images of all links, and deleting one frees a slot', async () => {
    const link = await build.aLink()
    const elsewhere = await build.anImage({ link: await build.aLink({ owner: link.owner }) })
    await setUsage(server, link.owner, 750)
    const refused = await build.anUpload({ link })
    expect(refused).toMatchObject({ status: 403, body: { code: 'IMAGE_LIMIT_REACHED', error: limitSentence } })
    await server.del(`/api/images/${elsewhere._id}`, undefined, { token: link.owner.token })
    expect((await build.anUpload({ link })).status).toBe(201)
    expect((await build.anUpload({ link })).status).toBe(403)
  })

  test('allows only one of 64 concurrent uploads to use the last slot', async () => {
    const own = await createOwnServer()
    const { aLink, anUpload } = createBuilders(own)
    const link = await aLink()
    await setUsage(own, link.owner, 49)
    const answers = await Promise.all(Array.from({ length: 64 }, () => anUpload({ link })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'IMAGE_LIMIT_REACHED')).toHaveLength(63)
    expect(await countOf(own, link)).toBe(1)
    const usage = await own.db.selectFrom('usage').select('images').executeTakeFirst()
    expect(usage?.images).toBe(50)
    await setUsage(own, link.owner, 1)
    await vi.waitFor(async () => expect(await findFaults(own)).toEqual([]))
  })
})

test('low disk space blocks uploads but not reads or deletions', async () => {
  const own = await createOwnServer({ diskReserveMb: 999_999_999 })
  const builders = createBuilders(own)
  const link = await builders.aLink()
  const { status, body, headers } = await builders.anUpload({ link, bytes: Buffer.from('never looked at') })
  expect([status, body.code, headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '60'])
  expect(body.error).toMatch(/out of space/)
  expect((await own.get('/api/health')).body.data).toEqual({ database: 'ok', storage: 'ok', disk: 'low' })
  expect((await own.get(`/api/links/slug/${link.slug}`)).status).toBe(200)
  expect((await own.del(`/api/links/${link._id}`, undefined, { token: link.owner.token })).status).toBe(200)

  const roomy = await createOwnServer({ diskReserveMb: 0 })
  expect((await roomy.get('/api/health')).body.data.disk).toBe('ok')
})

test('repeated uploads of unusable files are rate-limited per user', async () => {
  const own = await createServerWithoutPatience()
  const builders = createBuilders(own)
  const link = await builders.aLink()
  // Post directly, because the builders would wait and retry.
  const send = async (to: typeof link) => {
    const { payload, headers } = toForm([await aFile()])
    return own.post(addressOf(to), payload, { headers, token: to.owner.token })
  }
  expect((await send(link)).status).toBe(415)
  const { status, body, headers } = await send(link)
  expect([status, body.code, headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '7'])
  expect(body.error).toBe("Many of your files couldn't be used. Please wait a moment before you upload more.")
  expect((await send(await builders.aLink())).status).toBe(415)
})
