import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type Comment, listComments } from '#shared/comments.ts'
import { getImage, listImages } from '#shared/images.ts'
import { call } from '../api.ts'
import { withUser } from '../normalize-response.ts'
import { toRefusal } from '../refusal.ts'
import { type ImageResult, type Page, queryKeys } from './keys.ts'

export const imageQueries = {
  /** Fetching an image counts as a view. */
  image: (id: string) =>
    queryOptions({
      queryKey: queryKeys.image(id),
      queryFn: ({ signal }) => fetchImage(id, signal).catch(toRefusal),
    }),

  imagesOfLink: (linkId: string) =>
    queryOptions({
      queryKey: queryKeys.imagesOfLink(linkId),
      queryFn: async ({ signal }) => (await call(listImages, { params: { linkId }, signal })).data,
    }),

  comments: (imageId: string) =>
    infiniteQueryOptions({
      queryKey: queryKeys.comments(imageId),
      queryFn: ({ pageParam: cursor, signal }): Promise<Page<Comment>> =>
        call(listComments, { params: { imageId }, query: { cursor }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      // The first page has the newest comments. Within a page, the oldest comes first.
      select: ({ pages }) => pages.toReversed().flatMap(({ data }) => data),
    }),
}

async function fetchImage(id: string, signal: AbortSignal): Promise<ImageResult> {
  return { state: 'open', image: withUser((await call(getImage, { params: { id }, signal })).data) }
}
