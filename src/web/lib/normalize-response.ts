import type { User } from '#shared/accounts.ts'

type Given = Record<string, unknown>

export const isObject = (value: unknown): value is Given => typeof value === 'object' && value !== null

/** What an answer carries: under `data`, or as it stands. */
export const bodyOf = (answer: unknown): Given => {
  const body = isObject(answer) && isObject(answer.data) ? answer.data : answer
  return isObject(body) ? body : {}
}

/** The user of `/auth/me`, under `data` or directly. */
export function toUser(answer: unknown): User {
  const user = bodyOf(answer) as Partial<User>
  const id = user._id ?? user.id ?? ''
  const missing = {
    name: '',
    galleryName: user.name ?? '',
    email: '',
    isAdmin: false,
    isConfirmed: true,
    createdAt: '',
  }
  return { ...missing, ...user, _id: id, id }
}

const anonymous = { _id: '', name: 'Anonymous' }

/** Whoever made it may not be known any more. */
export const withUser = <Made extends { user: { _id: string; name: string } }>(made: Made): Made => ({
  ...made,
  user: made.user?.name ? made.user : { ...anonymous, ...(made.user && { _id: made.user._id }) },
})
