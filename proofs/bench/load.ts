import { Agent as HttpAgent, type IncomingMessage, request } from 'node:http'
import { Agent as HttpsAgent, request as secureRequest } from 'node:https'
import { parseArgs } from 'node:util'

const options = {
  connections: { type: 'string', default: '32' },
  seconds: { type: 'string', default: '10' },
  header: { type: 'string', multiple: true },
} as const

const { values, positionals } = parseArgs({ options, allowPositionals: true, args: process.argv.slice(2) })
const connections = Number(values.connections)
const ms = Number(values.seconds) * 1000

const headers = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
  'accept-encoding': 'gzip, br',
  ...Object.fromEntries(
    (values.header ?? []).map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  ),
}

type Seen = { times: number[]; statuses: Map<string, number> }

async function keepAsking(urls: URL[], endsAt: number, { times, statuses }: Seen) {
  const [plain, secure] = [
    new HttpAgent({ keepAlive: true, maxSockets: 1 }),
    new HttpsAgent({ keepAlive: true, maxSockets: 1 }),
  ]
  let bytes = 0
  for (let turn = 0; performance.now() < endsAt; turn++) {
    const url = urls[turn % urls.length] as URL
    const sentAt = performance.now()
    const status = await new Promise<string>((resolve) => {
      const onAnswer = (answer: IncomingMessage) => {
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        answer.on('end', () => resolve(String(answer.statusCode)))
        answer.on('error', () => resolve('broken'))
      }
      const sent =
        url.protocol === 'https:'
          ? secureRequest(url, { headers, agent: secure }, onAnswer)
          : request(url, { headers, agent: plain }, onAnswer)
      sent.on('error', () => resolve('broken')).end()
    })
    times.push(performance.now() - sentAt)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  plain.destroy()
  secure.destroy()
  return bytes
}

async function measure(urls: URL[]) {
  const seen: Seen = { times: [], statuses: new Map() }
  const startedAt = performance.now()
  const bytes = await Promise.all(Array.from({ length: connections }, () => keepAsking(urls, startedAt + ms, seen)))
  const seconds = (performance.now() - startedAt) / 1000
  const sorted = seen.times.toSorted((a, b) => a - b)
  const quantile = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1)
  const size = bytes.reduce((sum, each) => sum + each, 0) / Math.max(1, sorted.length) / 1000
  const statuses = [...seen.statuses].map(([status, count]) => `${count} x ${status}`).join(' ')
  const figures = `${(sorted.length / seconds).toFixed(0)} req/s, median ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms`
  console.log(`${figures}, ${size.toFixed(1)} kB each: ${statuses}`)
  return seen.statuses.size === 1 && seen.statuses.has('200')
}

if (positionals.length === 0 || !(connections > 0) || !(ms > 0)) {
  console.error('npm run bench -- load URL… [--connections 32] [--seconds 10] [--header "Cookie: …"]')
  process.exitCode = 1
} else {
  const urls = positionals.map((text) => new URL(text))
  console.log(`${connections} connections, ${values.seconds} s, ${urls.length} URLs; the first line is the warm-up`)
  const good = [await measure(urls), await measure(urls), await measure(urls), await measure(urls)]
  // Any status other than 200 fails the run, because we wouldn't have measured the requested pages.
  process.exitCode = good.every(Boolean) ? 0 : 1
}
