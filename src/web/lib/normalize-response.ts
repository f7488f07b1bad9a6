import type { User } from '#shared/accounts.ts'

type Fields = Record<string, unknown>

export const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

export const bodyOf = (answer: unknown): Fields => {
  const body = isObject(answer) && isObject(answer.data) ? answer.data : answer
  return isObject(body) ? body : {}
}

/** Reads the user from `/auth/me`. The specification allows responses with and without `data`. */
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

/** Fills in a missing user, for example one whose account was deleted. */
export const withUser = <Item extends { user: { _id: string; name: string } }>(item: Item): Item => ({
  ...item,
  user: item.user?.name ? item.user : { ...anonymous, ...(item.user && { _id: item.user._id }) },
})
