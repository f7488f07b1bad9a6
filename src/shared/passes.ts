import * as z from 'zod/mini'
import { type Endpoint, ok } from './endpoint.ts'
import { linkPasswordLength } from './limits.ts'
import { secretText } from './text.ts'

/** Holds the passes of a browser, joined by dots, the newest first. */
export const passCookie = 'framelight_pass'

/** Programs send one pass in it. */
export const passHeader = 'x-framelight-pass'

/** An owner sends the id of an invitation in it, to be shown their own link as whoever was invited is. */
export const previewAsHeader = 'x-framelight-seen-as'

const unlocking = z.object({ password: secretText('Password', linkPasswordLength.max) })

export const unlockLink = {
  method: 'POST',
  url: '/api/links/slug/:slug/unlock',
  config: { session: 'none', guessEvent: 'link_password_failed' },
  schema: {
    summary: 'Open a link with its password: answers a pass, also as a cookie; programs send it as X-Framelight-Pass',
    tags: ['Links'],
    params: z.object({ slug: z.string().check(z.minLength(1, 'Invalid link: No slug provided')) }),
    body: unlocking,
    response: { 200: ok(z.object({ pass: z.string() })) },
  },
} as const satisfies Endpoint
