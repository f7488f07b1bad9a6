import * as z from 'zod/mini'

type Schema = z.core.$ZodType

/**
 * One call of the API, shaped like a Fastify route: the server spreads it, the browser calls it, and OpenAPI is
 * generated from it. `session` says whether the call needs a signed-in user; `signIn` is what it tells those who are not.
 * `isExpensive` calls keep the server busy for milliseconds and queue by who asks; the handler of an `isUpload` reads the
 * body as it comes.
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
    /** Other sites' servers or mail programs call it, and no cookie decides anything. */
    isCrossSiteAllowed?: boolean
    /** A secret is guessed here: the event that a refusal is logged as, where client IPs are logged. */
    guessEvent?: 'login_failed' | 'link_password_failed'
    /** What is said where a part of the URL cannot be one of ours; else that nothing was found. */
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

/** What every successful call answers. */
export const ok = <T extends Schema>(data: T) => z.object({ success: z.literal(true), data })

/** A list that may go on: `nextCursor` is there exactly when it does. */
export const okList = <T extends Schema>(item: T) =>
  z.object({ success: z.literal(true), data: z.array(item), nextCursor: z.optional(z.string()) })

export const done = ok(z.object({ message: z.string() }))
