/** The host that a visitor came from, unless it is our own. */
export function foreignHost(referrer: string, ownHost: string): string | undefined {
  const host = URL.canParse(referrer) ? new URL(referrer).host : ''
  return host && host !== ownHost ? host : undefined
}
