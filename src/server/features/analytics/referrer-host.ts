const host = /^(?:[a-z0-9_-]{1,63}\.)+[a-z0-9-]{2,63}$/

/** The host that somebody came from, told by the page itself; empty where it tells none, or only where they are. */
export function referrerHost(told: string, ownHost: string) {
  if (told === '') return ''
  const name = told.toLowerCase().replace(/:\d{1,5}$/, '')
  return name !== ownHost && name.length <= 253 && host.test(name) ? name : ''
}
