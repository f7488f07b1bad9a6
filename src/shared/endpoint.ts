import * as z from 'zod/mini'

type Schema = z.core.$ZodType

/**
 * One API call, in the shape of a Fastify route: the server registers it, the browser calls it, and OpenAPI is
 * generated from it. `session` says whether it needs a logged-in user; `signIn` is the error message without one.
 * `isExpensive` calls block the server for milliseconds and queue by client; an `isUpload` handler reads the body as a
 * stream.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: `/api/${string}` | `/follow/${string}`
  config: {
    session: 'none' | 'optional' | 'required'
    signIn?: string
    isTokenInQueryAllowed?: boolean
    isExpensive?: boolean
    isUpload?: boolean
    /** Called by other sites' servers or by email clients; cookies have no effect. */
    isCrossSiteAllowed?: boolean
    /** For endpoints where someone could guess a secret: failures are logged as this event if LOG_CLIENT_IP is on. */
    guessEvent?: 'login_failed' | 'link_password_failed'
    /** The error message for a malformed URL parameter. Returns a 404 by default. */
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
