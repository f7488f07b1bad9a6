import { useQuery } from '@tanstack/react-query'
import { count } from '#web/lib/formats.ts'
import { imageQueries } from '#web/lib/queries/image.ts'

/** The comments of an image, and what they are called together. */
export function useComments(imageId: string) {
  const query = useQuery(imageQueries.comments(imageId))
  return { ...query, title: query.data?.length ? count(query.data.length, 'comment') : 'Comments' }
}
