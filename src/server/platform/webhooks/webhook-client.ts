import { lookup, Resolver } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { webhookUrlMaxLength } from '#shared/limits.ts'
import { isPublicAddress } from './public-address.ts'

/** Where webhooks can go. */
export type WebhookNetwork = {
  protocols: readonly string[]
  isAllowed: (address: string) => boolean
  resolve: (host: string, signal: AbortSignal) => Promise<string[]>
}

/** `status` is null if there was no response. `error` is null if the receiver accepted the message. */
export type WebhookResult = { status: number | null; error: string | null }

type Message = { headers: Record<string, string>; body: string }

const tryMs = 5000
const maxResponseBytes = 64 * 1024

/** Unlike `lookup`, this doesn't occupy a thread, so a slow name server can't delay other work. */
async function resolvePublic(host: string, signal: AbortSignal) {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Also knows the names in /etc/hosts. */
const resolveLocal = async (host: string) => (await lookup(host, { all: true })).map(({ address }) => address)

export const publicNetwork: WebhookNetwork = {
  protocols: ['https:'],
  isAllowed: isPublicAddress,
  resolve: resolvePublic,
}

/** For WEBHOOKS_LOCAL. */
export const anyNetwork: WebhookNetwork = {
  protocols: ['https:', 'http:'],
  isAllowed: () => true,
  resolve: resolveLocal,
}

class Refused extends Error {}

const notAllowed = () => new Refused("This URL leads to a private network, which isn't allowed.")

const isLocalhost = (host: string) => /(?:^|\.)localhost\.?$/.test(host)

/** URL parsing writes every spelling of an IPv4 address with four decimal numbers. */
const hostOf = ({ hostname }: URL) => (hostname.startsWith('[') ? hostname.slice(1, -1) : hostname)

export function createWebhookClient(network: WebhookNetwork, { timeoutMs = tryMs } = {}) {
  const { protocols, isAllowed, resolve } = network

  function parse(text: string) {
    const url = text.length <= webhookUrlMaxLength ? URL.parse(text) : null
    if (!url) throw new Refused(`Enter a URL of up to ${webhookUrlMaxLength.toLocaleString('en-US')} characters.`)
    if (!protocols.includes(url.protocol)) throw new Refused('The URL must start with https://.')
    if (url.username !== '' || url.password !== '') throw new Refused("The URL can't contain a user name or password.")
    const host = hostOf(url)
    if (isIP(host) !== 0 ? !isAllowed(host) : isLocalhost(host) && !isAllowed('127.0.0.1')) throw notAllowed()
    return url
  }

  /** Refuses a host if any of its addresses isn't allowed. */
  async function findAddresses(url: URL, signal: AbortSignal) {
    const host = hostOf(url)
    const addresses = isIP(host) !== 0 ? [host] : await resolve(host, signal)
    if (addresses.length === 0) throw new Refused("We couldn't find this host.")
    if (!addresses.every(isAllowed)) throw notAllowed()
    return addresses.map((address) => ({ address, family: isIP(address) }))
  }

  /** Connects only to the addresses that were checked, because another lookup could return others. */
  const lookupOf = (addresses: { address: string; family: number }[]): LookupFunction => {
    const [first] = addresses
    return (_host, { all }, callback) =>
      all ? callback(null, addresses) : callback(null, first?.address ?? '', first?.family)
  }

  function send(url: URL, addresses: { address: string; family: number }[], message: Message, signal: AbortSignal) {
    const { promise, resolve: settle, reject } = Promise.withResolvers<number>()
    const options = {
      method: 'POST',
      headers: { ...message.headers, 'content-length': Buffer.byteLength(message.body) },
      // Connections aren't shared, because each one belongs to a single check of its address.
      agent: false,
      lookup: lookupOf(addresses),
      signal,
    }
    const request = (url.protocol === 'http:' ? requestHttp : requestHttps)(url, options)
    request.on('error', reject)
    request.on('response', (response) => {
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > maxResponseBytes) response.destroy()
      })
      // The status counts, even if the rest of the response never ends.
      response.on('error', () => {})
      response.on('close', () => settle(response.statusCode ?? 0))
    })
    request.end(message.body)
    return promise
  }

  return {
    /** Returns why this URL can't be used, as far as that's clear without a lookup. */
    problemOf(url: string) {
      try {
        parse(url)
        return undefined
      } catch (error) {
        if (error instanceof Refused) return error.message
        throw error
      }
    },

    /** Makes one attempt, of limited time and size. Never follows a redirect. */
    async post(text: string, message: Message): Promise<WebhookResult> {
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const url = parse(text)
        const addresses = await beforeAbort(findAddresses(url, signal), signal)
        return toResult(await send(url, addresses, message, signal))
      } catch (error) {
        return { status: null, error: signal.aborted ? tooSlow(timeoutMs) : sentenceOf(error) }
      }
    },
  }
}
export type WebhookClient = ReturnType<typeof createWebhookClient>

function beforeAbort<T>(work: Promise<T>, signal: AbortSignal) {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return Promise.race([work, promise])
}

function toResult(status: number): WebhookResult {
  if (status >= 200 && status < 300) return { status, error: null }
  const isRedirect = status >= 300 && status < 400
  return { status, error: `The receiver answered ${status}.${isRedirect ? " Redirects aren't followed." : ''}` }
}

const tooSlow = (ms: number) => `The receiver didn't answer within ${ms / 1000} seconds.`

/** These go to the owner of the webhook, so they don't contain details of the network. */
function sentenceOf(error: unknown) {
  if (error instanceof Refused) return error.message
  const code = String((error as NodeJS.ErrnoException).code)
  if (code === 'ENOTFOUND') return "We couldn't find this host."
  if (code === 'ECONNREFUSED') return 'The receiver refused the connection.'
  if (/CERT|TLS|SSL|ISSUER|SIGNATURE|EPROTO/.test(code)) return "We couldn't make a secure connection to the receiver."
  return "We couldn't reach the receiver."
}
