// @engine sqlite
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { createMetrics } from '#server/platform/metrics/metrics.ts'
import { createBuilders } from '../support/builders.ts'
import { createLongStorage } from '../support/long-storage.ts'
import { createOwnServer, type TestServer } from '../support/server.ts'
import { useWebApp } from '../support/web-app.ts'

type Line = { msg: string; status?: number; event?: string; ip?: string; req?: { route: string; ip?: string } }
const webApp = useWebApp()
const linesOf = ({ logLines }: TestServer) => logLines.map((line): Line => JSON.parse(line))

test('a ZIP download aborted by the client is counted and logged as 499', async () => {
  const metrics = createMetrics()
  const { storage } = createLongStorage(200e6)
  const server = await createOwnServer({ accessLog: true, logLevel: 'info' }, { metrics, storage })
  const link = await createBuilders(server).aLink()
  await createBuilders(server).anImage({ link })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.app.server.address() as AddressInfo

  const socket = connect(port, '127.0.0.1')
  socket.write(`GET /api/links/slug/${link.slug}/download HTTP/1.1\r\nhost: photos.test\r\n\r\n`)
  const [head] = await once(socket, 'data')
  expect(String(head)).toContain('200 OK')
  socket.destroy()

  const route = '/api/links/slug/:slug/download'
  await vi.waitFor(() =>
    expect(linesOf(server)).toContainEqual(
      expect.objectContaining({ msg: 'request completed', status: 499, req: expect.objectContaining({ route }) }),
    ),
  )
  const lines = (await metrics.text()).split('\n')
  expect(lines).toContain(`framelight_http_requests_total{method="GET",route="${route}",status="499"} 1`)
  expect(lines).toContain(`framelight_http_requests_total{method="GET",route="${route}",status="200"} 0`)
})

describe('failed guesses', () => {
  const from = '203.0.113.9'

  async function guessAt(server: TestServer) {
    const build = createBuilders(server)
    const link = await build.aLink({ password: 'open sesame' })
    const login = { email: link.owner.email, password: 'not-the-one' }
    await server.post('/api/auth/login', login, { from })
    await server.post(`/api/links/slug/${link.slug}/unlock`, { password: 'not this one' }, { from })
    await server.call('POST', `/links/${link.slug}/unlock`, {
      body: 'password=nor+this+one',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      from,
    })
    await server.post('/api/auth/login', { email: link.owner.email, password: link.owner.password }, { from })
    return linesOf(server).filter(({ event }) => event !== undefined)
  }

  test('are logged with the client IP address if LOG_CLIENT_IP is set', async () => {
    const server = await createOwnServer({ logClientIp: true, logLevel: 'info', accessLog: true }, webApp)
    const lines = await guessAt(server)
    expect(lines.map(({ event, ip }) => [event, ip])).toEqual([
      ['login_failed', from],
      ['link_password_failed', from],
      ['link_password_failed', from],
    ])
    // Same format as the fail2ban filter in docs/monitoring.md.
    expect(server.logLines.filter((line) => /"event":"\w+_failed","ip":"203\.0\.113\.9"/.test(line))).toHaveLength(3)
    expect(
      linesOf(server).filter(({ msg, req }) => msg === 'request completed' && req?.ip === from).length,
    ).toBeGreaterThan(2)
  })

  test("aren't logged by default, and no line contains an IP address", async () => {
    const server = await createOwnServer({ logLevel: 'info', accessLog: true }, webApp)
    expect(await guessAt(server)).toEqual([])
    expect(server.logLines.join('')).not.toContain(from)
  })

  test('are logged even if the rate limit rejects them', async () => {
    const server = await createOwnServer({ logClientIp: true, logLevel: 'warn' })
    const { email } = await createBuilders(server).aUser()
    for (let n = 0; n < 12; n++) await server.post('/api/auth/login', { email, password: 'not-the-one' }, { from })
    expect(linesOf(server).filter(({ event }) => event === 'login_failed')).toHaveLength(12)
  })
})
