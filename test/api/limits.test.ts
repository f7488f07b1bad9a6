import { expect, test } from 'vitest'
import { createBuilders } from '../support/builders.ts'
import { createOwnServer } from '../support/server.ts'

const rounds = 20
const attempts = 64

test(`the Free plan allows exactly 2 of ${attempts} concurrent new links (${rounds} rounds)`, {
  timeout: 120_000,
}, async () => {
  const server = await createOwnServer()
  const { aUser } = createBuilders(server)
  let made = 0
  for (let round = 0; round < rounds; round++) {
    const { token, id } = await aUser()
    const answers = await Promise.all(
      Array.from({ length: attempts }, (_, n) => server.post('/api/links', { title: `Link ${n}` }, { token })),
    )
    made += answers.length
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(2)
    expect(answers.filter((answer) => answer.body.code === 'LINK_LIMIT_REACHED')).toHaveLength(attempts - 2)
    expect((await server.get('/api/links', { token })).body.data).toHaveLength(2)
    const usage = await server.db.selectFrom('usage').selectAll().where('user_id', '=', id).executeTakeFirst()
    expect(usage?.links).toBe(2)
  }
  expect(made).toBe(rounds * attempts)
})
