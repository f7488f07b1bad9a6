import * as z from 'zod/mini'
import { type Endpoint, ok } from './endpoint.ts'
import { image } from './images.ts'
import { byLinkId } from './links.ts'
import { yesOrNo } from './text.ts'

const order = z.enum(['newest', 'gallery', 'shuffle'], 'Order must be newest, gallery or shuffle')

const seconds = z
  .number('Seconds must be a number')
  .check(
    z.int('Seconds must be a whole number'),
    z.minimum(3, 'A photo must be shown for at least 3 seconds'),
    z.maximum(60, 'A photo cannot be shown for more than 60 seconds'),
  )

const liveWall = z.object({
  isOn: z.boolean(),
  /** Null while the wall is off. Turning it on again creates a new URL. */
  url: z.nullable(z.string()),
  seconds: z.number(),
  order,
  showQrCode: z.boolean(),
  showNames: z.boolean(),
})
export type LiveWall = z.infer<typeof liveWall>

const liveWallChange = z.partial(
  z.object({
    isOn: yesOrNo('Live wall'),
    seconds,
    order,
    showQrCode: yesOrNo('Show QR code'),
    showNames: yesOrNo('Show names'),
  }),
)
export type LiveWallChange = z.infer<typeof liveWallChange>

const shownWall = z.object({
  title: z.string(),
  seconds: z.number(),
  order,
  showQrCode: z.boolean(),
  showNames: z.boolean(),
  /** The page where guests add photos. Null unless everyone who can open the link may add. */
  addUrl: z.nullable(z.string()),
  /** Up to 500 images, with `url` null. */
  images: z.array(image),
})
export type ShownWall = z.infer<typeof shownWall>

const tags = ['Live wall'] as const

export const getLiveWall = {
  method: 'GET',
  url: '/api/links/:id/live-wall',
  config: { session: 'required', keyScope: 'manage' },
  schema: { summary: "Get your link's live wall", tags, params: byLinkId, response: { 200: ok(liveWall) } },
} as const satisfies Endpoint

export const updateLiveWall = {
  method: 'PUT',
  url: '/api/links/:id/live-wall',
  config: { session: 'required', keyScope: 'manage' },
  schema: {
    summary: 'Turn the live wall on or off, or change it',
    tags,
    params: byLinkId,
    body: liveWallChange,
    response: { 200: ok(liveWall) },
  },
} as const satisfies Endpoint

export const openLiveWall = {
  method: 'GET',
  url: '/api/wall/:token',
  config: { session: 'none', keyScope: 'never', isOnDomains: true },
  schema: {
    summary: 'Get what a live wall shows',
    tags,
    params: z.object({ token: z.string() }),
    response: { 200: ok(shownWall) },
  },
} as const satisfies Endpoint
