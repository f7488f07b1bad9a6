import { beforeAll } from 'vitest'
import { createBuilders, type Person } from './builders.ts'
import type { TestServer } from './server.ts'

/** Registers the first account, which becomes the administrator. Call it at the top level. */
export function useAdministrator(server: TestServer) {
  const admin = {} as Person
  beforeAll(async () => {
    Object.assign(admin, await createBuilders(server).aUser({ name: 'Ines Keller', email: 'ines@example.com' }))
  })

  const get = async (path: string) => (await server.get(`/api/admin${path}`, { token: admin.token })).body.data

  return {
    admin,
    get,

    change: (person: Person, body: object) => server.put(`/api/admin/users/${person.id}`, body, { token: admin.token }),

    lastAct: async () => (await get('/audit'))[0],
  }
}
