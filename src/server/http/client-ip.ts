import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Config } from '#server/config.ts'

/** Works like Fastify's `request.ip`, for requests that don't reach Fastify. */
export function createClientIp(trustProxy: Config['trustProxy']): (request: IncomingMessage) => string {
  if (!trustProxy) return (request) => request.socket.remoteAddress ?? ''
  const trust = toTrust(trustProxy)
  return (request) => proxyAddr(request, trust)
}

function toTrust(trustProxy: Exclude<Config['trustProxy'], false>) {
  if (typeof trustProxy === 'string') return proxyAddr.compile(trustProxy.split(',').map((proxy) => proxy.trim()))
  return trustProxy
}
