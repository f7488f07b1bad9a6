import * as z from 'zod/mini'

export type Release = { version: string; url: string | null }

const timeoutMs = 10_000

/** Accepts the format of GitHub and Gitea, or just a `version`. */
const answer = z.object({
  tag_name: z.optional(z.string()),
  version: z.optional(z.string()),
  html_url: z.optional(z.url({ protocol: /^https?$/ })),
})

export async function fetchLatestRelease(url: string): Promise<Release> {
  const response = await fetch(url, {
    headers: { accept: 'application/json', 'user-agent': 'Framelight' },
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`${new URL(url).host} returned ${response.status}`)
  const { tag_name, version = tag_name, html_url = null } = answer.parse(await response.json())
  if (!version || !partsOf(version)) throw new Error(`${new URL(url).host} returned no version`)
  return { version: version.replace(/^v/, ''), url: html_url }
}

export function isNewer(version: string, than: string) {
  const [wanted, present] = [partsOf(version), partsOf(than)]
  if (!wanted || !present) return false
  const at = wanted.findIndex((part, n) => part !== present[n])
  return at >= 0 && Number(wanted[at]) > Number(present[at])
}

const partsOf = (version: string) => /^v?(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number)
