import * as z from 'zod/mini'
import type { KeyScope } from './api-key-forms.ts'

type Schema = z.core.$ZodType

/**
 * An API call in the shape of a Fastify route. The server registers it, the browser calls it, and the OpenAPI document
 * is generated from it. `session` defines whether the call needs a logged-in user. `signIn` is the error message
 * without one. `keyScope` is the scope that an API key needs for the call. Calls with `isExpensive` block the server for milliseconds, so they're queued by client. A handler with
 * `isUpload` reads the body as a stream.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD' | 'OPTIONS'
  url: `/api/${string}` | `/follow/${string}`
  config: {
    session: 'none' | 'optional' | 'required'
    keyScope: KeyScope | 'any' | 'never'
    /** The call isn't about a single link, so keys that are limited to certain links can't make it. */
    isAcrossLinks?: boolean
    signIn?: string
    isTokenInQueryAllowed?: boolean
    isExpensive?: boolean
    isUpload?: boolean
    /** Visitors can make the call on an owner's domain, where no one is logged in. All other calls don't exist there. */
    isOnDomains?: boolean
    /** Set for calls from servers of other sites or from email clients. Cookies have no effect on these calls. */
    isCrossSiteAllowed?: boolean
    /** Failures are logged as this event if LOG_CLIENT_IP is on. Set it where someone could guess a secret. */
    guessEvent?: 'login_failed' | 'link_password_failed'
    /** The error message for a malformed URL parameter. Without it, the response is a 404. */
    unreadable?: string
  }
  schema: {
    summary: string
    tags: readonly [string]
    params?: Schema
    querystring?: Schema
    body?: Schema
    response: Readonly<Record<number, Schema>>
  }
}

export const ok = <T extends Schema>(data: T) => z.object({ success: z.literal(true), data })

/** `nextCursor` is only set if there are more pages. */
export const okList = <T extends Schema>(item: T) =>
  z.object({ success: z.literal(true), data: z.array(item), nextCursor: z.optional(z.string()) })

export const done = ok(z.object({ message: z.string() }))
