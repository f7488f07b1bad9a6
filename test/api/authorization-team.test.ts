// @engine sqlite
import { describe, expect, test } from 'vitest'
import type { Person } from '../support/builders.ts'
import { type Scene, useScenes } from './authorization-scenes.ts'
import { expectedOfTeam, type Row, type TeamViewer, table, teamStates, teamViewers } from './authorization-table.ts'

const { server, build, sceneIn, call, forget } = useScenes()

/** The row itself, because a disabled owner can't create links. */
async function anotherLink(owner: Person) {
  const { _id } = await build.aLink()
  await server.db.updateTable('links').set({ user_id: owner.id }).where('id', '=', _id).execute()
  return { _id }
}

/** Sessions of a scene's collaborators. */
const teams = new WeakMap<Scene, Promise<Record<TeamViewer, Person>>>()

function teamOf(scene: Scene) {
  const team = teams.get(scene) ?? createTeam(scene)
  teams.set(scene, team)
  return team
}

async function createTeam({ owner, linkId }: Scene): Promise<Record<TeamViewer, Person>> {
  const [elsewhere, of] = [await anotherLink(owner), { owner, link: { _id: linkId } }]
  const isGone = (await server.db.selectFrom('links').select('id').where('id', '=', linkId).execute()).length === 0
  const here = isGone ? { owner } : of
  const removed = await build.aCollaborator({ ...here, role: 'editor' })
  await server.db.deleteFrom('collaborators').where('id', '=', removed.collaboratorId).execute()
  return {
    editor: await build.aCollaborator({ ...here, role: 'editor' }),
    uploader: await build.aCollaborator({ ...here, role: 'uploader' }),
    'removed collaborator': removed,
    'collaborator of another link': await build.aCollaborator({ owner, role: 'editor', link: elsewhere }),
  }
}

/** Left out: what only accounts and administrators do, and comments, which the stranger wrote. */
const isElsewhere = (route: string) => /\/api\/(admin|auth|payment|comments\/:id)|\/checkout\//.test(route)
const isAboutLink = (route: string) =>
  !isElsewhere(route) &&
  (table[route]?.url !== undefined || ['POST /api/uploads', 'POST /api/images/bulk'].includes(route))

describe.each(Object.keys(table).filter(isAboutLink))('%s', (route) => {
  const { isHarmless } = table[route] as Row

  test('returns the listed statuses to collaborators', async () => {
    const statuses: [string, number][] = []
    const expected: [string, number][] = []
    for (const state of teamStates) {
      for (const viewer of teamViewers) {
        const scene = await sceneIn(state)
        const { status } = await call(route, scene, { token: (await teamOf(scene))[viewer].token })
        if (!route.startsWith('GET ') && !isHarmless && status < 400) forget(state)
        statuses.push([`${viewer}, ${state}`, status])
        expected.push([`${viewer}, ${state}`, expectedOfTeam(route, viewer, state)])
      }
    }
    expect(Object.fromEntries(statuses)).toEqual(Object.fromEntries(expected))
  })
})
