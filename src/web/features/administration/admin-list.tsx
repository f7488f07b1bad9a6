import { type ReactNode, useEffect } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

type Query<Item> = {
  data: Item[] | undefined
  error: Error | null
  refetch: () => Promise<unknown>
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

type Props<Item> = {
  query: Query<Item>
  failure: (error: Error) => string
  empty: string
  children: (items: Item[]) => ReactNode
}

/** A page of search results can be empty, so keep fetching pages while there are fewer rows than this. */
const minRows = 20

export function AdminList<Item>({ query, failure, empty, children }: Props<Item>) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const isSearching = data !== undefined && data.length < minRows && hasNextPage && !error
  useEffect(() => {
    if (isSearching && !isFetchingNextPage) void fetchNextPage()
  }, [isSearching, isFetchingNextPage, fetchNextPage])
  if (error && !data?.length) return <Failure sentence={failure(error)} onRetry={() => void refetch()} />
  if (!data || (data.length === 0 && isSearching)) {
    return (
      <Loading label="Loading">
        <Skeleton className="h-72" />
      </Loading>
    )
  }
  if (data.length === 0) return <p className="text-ink-2">{empty}</p>
  return (
    <>
      {children(data)}
      {hasNextPage && (
        <div className="mt-6">
          <Button busy={isFetchingNextPage && 'Loading'} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}
