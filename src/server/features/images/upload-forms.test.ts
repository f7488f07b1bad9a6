// @engine sqlite
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createBuilders } from '#test/support/builders.ts'
import { toForm } from '#test/support/form.ts'
import { aSmallJpeg, findFaults, padded } from '#test/support/pictures.ts'
import { createOwnServer } from '#test/support/server.ts'
import { addressOf, aFile, countOf, type OwnLink } from '#test/support/uploads.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

afterEach(async () => {
  expect(await readdir(server.config.tempDir), 'temporary files').toEqual([])
})

describe('an invalid upload is rejected and leaves no files behind:', () => {
  let link: OwnLink
  beforeAll(async () => {
    link = await build.aLink()
  })

  const many = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `field${n}`, value: 'x' }))
  const megabyte = 'n'.repeat(1_000_000)
  const cutAt = (part: number) => async () => {
    const { payload, headers } = toForm([await aFile()])
    return { payload: payload.subarray(0, Math.floor(payload.length * part)), headers }
  }

  test.each<[string, () => Promise<{ payload: unknown; headers: Record<string, string> }>]>([
    ['a file in the wrong field', async () => toForm([await aFile({ name: 'photo' })])],
    ['two files', async () => toForm([await aFile(), await aFile()])],
    ['a second file in another field', async () => toForm([await aFile(), await aFile({ name: 'more' })])],
    ['no file', async () => toForm([{ name: 'title', value: 'Nothing' }])],
    ['a file sent as text', async () => toForm([{ name: 'image', value: 'photo' }])],
    ['no parts', async () => toForm([])],
    ['a JSON body', async () => ({ payload: { title: 'x' }, headers: {} })],
    ['a text body', async () => ({ payload: 'image=1', headers: { 'content-type': 'text/plain' } })],
    ['no content type', async () => ({ payload: await aSmallJpeg(), headers: {} })],
    ['no boundary', async () => ({ ...toForm([await aFile()]), headers: { 'content-type': 'multipart/form-data' } })],
    [
      'a wrong boundary',
      async () => ({ ...toForm([await aFile()]), headers: { 'content-type': 'multipart/form-data; boundary=other' } }),
    ],
    ['a form cut off in its headers', cutAt(0.05)],
    ['a form cut off in its file', cutAt(0.6)],
    ['a form without its final boundary', cutAt(0.99)],
    ['10,000 fields before the file', async () => toForm([...many(10_000), await aFile()])],
    ['10,000 fields after the file', async () => toForm([await aFile(), ...many(10_000)])],
    ['10,000 files', async () => toForm(Array(10_000).fill(await aFile({ bytes: Buffer.alloc(1) })))],
    ['a field named __proto__', async () => toForm([{ name: '__proto__', value: 'x' }, await aFile()])],
    ['a field named constructor', async () => toForm([await aFile(), { name: 'constructor', value: 'x' }])],
    ['a file in a field named __proto__', async () => toForm([await aFile({ name: '__proto__' })])],
    ['a 1 MB field name', async () => toForm([{ name: megabyte, value: 'x' }, await aFile()])],
    ['a 1 MB field name after the file', async () => toForm([await aFile(), { name: megabyte, value: 'x' }])],
    ['a 1 MB file name', async () => toForm([await aFile({ fileName: megabyte })])],
  ])('%s', async (_what, make) => {
    const before = await countOf(server, link)
    const { payload, headers } = await make()
    const { status, body } = await server.post(addressOf(link), payload, { token: link.owner.token, headers })
    expect(status).toBe(400)
    expect(body).toMatchObject({ success: false, code: 'VALIDATION_FAILED', error: expect.stringMatching(/^[A-Z]/) })
    expect(body).toHaveProperty('message', body.error)
    expect(await countOf(server, link)).toBe(before)
  })

  test('a file without a name is called "image"', async () => {
    const { payload, headers } = toForm([await aFile()])
    const withoutName = Buffer.from(payload.toString('latin1').replace(/filename="[^"]*"/, 'filename'), 'latin1')
    const answer = await server.post(addressOf(link), withoutName, { token: link.owner.token, headers })
    expect([answer.status, answer.body.data?.fileName]).toEqual([201, 'image'])
  })

  test('a form from a client that disconnects at any point', async () => {
    const own = await createOwnServer()
    const link = await createBuilders(own).aLink()
    await own.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = own.app.server.address() as { port: number }
    const { payload, headers } = toForm([await aFile({ bytes: padded(await aSmallJpeg(), 300_000) })])
    const head = [
      `POST ${addressOf(link)} HTTP/1.1`,
      'Host: photos.test',
      `Authorization: Bearer ${link.owner.token}`,
      `Content-Type: ${headers['content-type']}`,
      `Content-Length: ${payload.length}`,
    ].join('\r\n')

    const hangUpAfter = (bytes: number) =>
      new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () =>
          socket.write(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), payload.subarray(0, bytes)]), () =>
            setImmediate(() => socket.destroy()),
          ),
        )
        socket.on('close', () => resolve())
      })
    await Promise.all(Array.from({ length: 20 }, (_, n) => hangUpAfter(Math.floor((n / 20) * payload.length))))
    await vi.waitFor(async () => expect(await readdir(own.config.tempDir)).toEqual([]))
    await vi.waitFor(async () => expect(await findFaults(own)).toEqual([]))
    expect(await countOf(own, link)).toBe(0)
  })
})
