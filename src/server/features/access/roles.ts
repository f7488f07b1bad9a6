import type { Viewer } from '#server/viewer.ts'
import type { TeamAct } from '#shared/activity-kinds.ts'

/** Each role can do everything that the roles before it can. */
const roles = ['visitor', 'uploader', 'editor', 'owner'] as const
export type Role = (typeof roles)[number]

export const isAtLeast = (role: Role, least: Role) => roles.indexOf(role) >= roles.indexOf(least)

export const isOwner = (link: { userId: string }, viewer: { userId?: string | undefined } | undefined) =>
  viewer?.userId === link.userId

/** If someone was invited twice, the stronger role counts. */
export function roleOn(link: { id: string; userId: string }, viewer: Viewer | undefined): Role {
  if (isOwner(link, viewer)) return 'owner'
  let strongest: Role = 'visitor'
  for (const { ownerId, linkId, role } of viewer?.collaborations ?? []) {
    const isHere = ownerId === link.userId && (linkId === null || linkId === link.id)
    if (isHere && isAtLeast(role, strongest)) strongest = role
  }
  return strongest
}

/** Does nothing if the viewer isn't a collaborator. */
export type RecordAct = (
  viewer: Viewer | undefined,
  link: { id: string; userId: string },
  act: TeamAct,
  count?: number,
) => Promise<void>
