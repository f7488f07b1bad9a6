import * as z from 'zod/mini'
import { type Endpoint, ok } from './endpoint.ts'
import { bulkMaxSize } from './limits.ts'
import { cursor, limit } from './paging.ts'

const trashEntry = z.object({
  _id: z.string(),
  kind: z.enum(['link', 'image']),
  title: z.string(),
  /** Null if the link has no images. */
  thumbnailUrl: z.nullable(z.string()),
  imageCount: z.number(),
  commentCount: z.number(),
  bytes: z.number(),
  /** The link that the image was deleted from. Null for links. */
  link: z.nullable(z.object({ _id: z.string(), title: z.string() })),
  deletedAt: z.iso.datetime(),
  /** When it's deleted for good. */
  goesAt: z.iso.datetime(),
})
export type TrashEntry = z.infer<typeof trashEntry>

/** `images` doesn't include the images of links in the trash, but `bytes` does. */
const trashTotals = z.object({ links: z.number(), images: z.number(), bytes: z.number() })
export type TrashTotals = z.infer<typeof trashTotals>

const tags = ['Trash'] as const

export const listTrash = {
  method: 'GET',
  url: '/api/trash',
  config: { session: 'required', keyScope: 'read', isAcrossLinks: true, isExpensive: true },
  schema: {
    summary: 'List the links or images in your trash, the latest first',
    tags,
    querystring: z.object({ kind: z.enum(['link', 'image'], 'Kind must be link or image'), cursor, limit }),
    response: {
      200: z.object({
        success: z.literal(true),
        data: z.array(trashEntry),
        totals: trashTotals,
        nextCursor: z.optional(z.string()),
      }),
    },
  },
} as const satisfies Endpoint

const ids = (sentence: string) =>
  z.optional(z.array(z.string(sentence).check(z.regex(/^[\w-]{1,100}$/, sentence)), sentence))

const chosen = { linkIds: ids('Links must be a list of ids'), imageIds: ids('Images must be a list of ids') }

const isChosen = ({
  linkIds = [],
  imageIds = [],
}: {
  linkIds?: string[] | undefined
  imageIds?: string[] | undefined
}) => linkIds.length + imageIds.length >= 1 && linkIds.length + imageIds.length <= bulkMaxSize

const choice = { error: `Choose from 1 to ${bulkMaxSize} links and images`, path: ['imageIds'] }

const restoration = z.object(chosen).check(z.refine(isChosen, choice))
export type Restoration = z.infer<typeof restoration>

export const restoreTrash = {
  method: 'POST',
  url: '/api/trash/restore',
  config: { session: 'required', keyScope: 'manage', isAcrossLinks: true },
  schema: {
    summary: 'Restore links and images from the trash, all or none',
    tags,
    body: restoration,
    response: { 200: ok(z.object({ done: z.number() })) },
  },
} as const satisfies Endpoint

/** Either these links and images, or everything that was deleted up to an instant. */
const purge = z
  .object({
    ...chosen,
    all: z.optional(z.literal(true, 'All must be true')),
    until: z.optional(z.iso.datetime({ offset: true, error: "The time isn't valid" })),
  })
  .check(
    z.refine(({ all, until }) => (all === undefined) === (until === undefined), {
      error: 'Send all together with until',
      path: ['until'],
    }),
    z.refine(({ all, linkIds, imageIds }) => (all ? !linkIds && !imageIds : isChosen({ linkIds, imageIds })), choice),
  )
export type Purge = z.infer<typeof purge>

export const emptyTrash = {
  method: 'DELETE',
  url: '/api/trash',
  config: { session: 'required', keyScope: 'manage', isAcrossLinks: true, isExpensive: true },
  schema: {
    summary: 'Delete links and images in the trash for good, or (all) everything that was deleted up to an instant',
    tags,
    body: purge,
    response: { 200: ok(z.object({ done: z.number() })) },
  },
} as const satisfies Endpoint
