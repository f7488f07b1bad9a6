// @engine sqlite
import { expect, test, vi } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { readOutbox } from '#test/support/outbox.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

const ask = (slug: string, body: object, from = build.anAddress()) =>
  server.post(`/api/links/slug/${slug}/ask`, body, { from })

/** Runs all due tasks and returns the emails to this recipient. */
async function mailsTo(email: string) {
  const due = () => server.db.selectFrom('tasks').select('id').where('run_at', '<=', server.clock.now().toISOString())
  await vi.waitFor(async () => {
    await server.services.runDueTasks()
    expect(await due().execute()).toEqual([])
  })
  return readOutbox(server).filter((mail) => mail.includes(`To: ${email}`))
}

test("requests for more time over the limit get the same response as others but don't reach the owner", async () => {
  const link = await build.anExpiredLink()
  const from = build.anAddress()
  const answers = [await ask(link.slug, { name: 'Lena', message: 'A week <b>more</b>?' }, from)]
  const [first] = await mailsTo(link.owner.email)
  expect(first).toContain(`/links/edit/${link._id}`)
  expect(first).toContain('&lt;b&gt;')
  for (let n = 0; n < 4; n++) answers.push(await ask(link.slug, { name: 'Lena', message: `Again ${n}` }, from))
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(202))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  await ask(link.slug, { name: 'Tom' })
  expect(await mailsTo(link.owner.email)).toHaveLength(1)
  server.clock.advance(minutes(15))
  const [, second, ...more] = await mailsTo(link.owner.email)
  expect(second).toContain('3 updates')
  expect(second).toContain('Again 1')
  expect(second).toContain('Tom requested more time')
  expect(second).not.toContain('Again 2')
  expect(more).toEqual([])
})

test('a request for more time on an unexpired link returns the link, or the error for opening it', async () => {
  const open = await build.aLink()
  const answer = await ask(open.slug, { name: 'Lena' })
  expect([answer.status, answer.body.data.slug]).toEqual([200, open.slug])
  const closed = await build.aLink({ isPrivate: true })
  expect((await ask(closed.slug, { name: 'Lena' })).body.code).toBe('LINK_PRIVATE')
  const locked = await build.aLink({ password: 'four words of ours' })
  expect((await ask(locked.slug, { name: 'Lena' })).body.code).toBe('PASSWORD_REQUIRED')
  expect((await ask('nothing-here', { name: 'Lena' })).status).toBe(404)
})

test('a request without a name or with a message over 500 characters is rejected', async () => {
  const link = await build.anExpiredLink()
  expect((await ask(link.slug, { name: ' ' })).body.fields).toHaveProperty('name')
  expect((await ask(link.slug, { name: 'Lena', message: 'x'.repeat(501) })).body.fields).toHaveProperty('message')
})
