import * as z from 'zod/mini'
import { type Endpoint, ok } from './endpoint.ts'
import { linkPasswordLength } from './limits.ts'
import { secretText } from './text.ts'

/** Contains all passes of a browser, newest first and joined by dots. */
export const passCookie = 'framelight_pass'

/** API clients send a single pass in this header. */
export const passHeader = 'x-framelight-pass'

/** Owners send an invitation's ID to preview their link as that guest. */
export const previewAsHeader = 'x-framelight-seen-as'

const unlocking = z.object({ password: secretText('Password', linkPasswordLength.max) })

export const unlockLink = {
  method: 'POST',
  url: '/api/links/slug/:slug/unlock',
  config: { session: 'none', keyScope: 'never', guessEvent: 'link_password_failed', isOnDomains: true },
  schema: {
    summary:
      'Unlock a link with its password. Returns a pass and sets it as a cookie; API clients send it as X-Framelight-Pass',
    tags: ['Links'],
    params: z.object({ slug: z.string().check(z.minLength(1, 'Invalid link: No slug provided')) }),
    body: unlocking,
    response: { 200: ok(z.object({ pass: z.string() })) },
  },
} as const satisfies Endpoint
