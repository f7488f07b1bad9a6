import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { emptyTrash, listTrash, restoreTrash, type TrashEntry } from '#shared/trash.ts'
import { call } from '#web/lib/api.ts'
import { inBatches } from '#web/lib/batches.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'

const trashQuery = (kind: TrashEntry['kind']) =>
  infiniteQueryOptions({
    queryKey: queryKeys.trashOf(kind),
    queryFn: ({ pageParam }) => call(listTrash, { query: { kind, ...(pageParam && { cursor: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Images are deleted on many pages.
    staleTime: 0,
  })

export function useTrash(kind: TrashEntry['kind']) {
  const query = useInfiniteQuery(trashQuery(kind))
  return { ...query, entries: query.data?.pages.flatMap(({ data }) => data), totals: query.data?.pages.at(-1)?.totals }
}

const idsOf = (entries: readonly TrashEntry[]) => {
  const of = (kind: TrashEntry['kind']) => entries.filter((entry) => entry.kind === kind).map(({ _id }) => _id)
  const [linkIds, imageIds] = [of('link'), of('image')]
  return { ...(linkIds.length > 0 && { linkIds }), ...(imageIds.length > 0 && { imageIds }) }
}

export function useTrashChanges() {
  const queryClient = useQueryClient()
  const invalidate = () =>
    Promise.all(
      [queryKeys.trash, queryKeys.links, queryKeys.galleries, queryKeys.images, queryKeys.subscription].map(
        (queryKey) => queryClient.invalidateQueries({ queryKey }),
      ),
    )
  return {
    restore: (entries: readonly TrashEntry[]) =>
      inBatches(entries, (batch) => call(restoreTrash, { body: idsOf(batch) }), {
        pastTense: 'restored',
        fallback: "Couldn't restore it. Please try again.",
      }).finally(invalidate),
    remove: (entries: readonly TrashEntry[]) =>
      inBatches(entries, (batch) => call(emptyTrash, { body: idsOf(batch) }), {
        pastTense: 'deleted',
        fallback: 'An error occurred. Please try again.',
      }).finally(invalidate),
    empty: (until: string) => call(emptyTrash, { body: { all: true, until } }).finally(invalidate),
  }
}
