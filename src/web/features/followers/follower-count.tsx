import { useQuery } from '@tanstack/react-query'
import { countFollowers } from '#shared/followers.ts'
import { call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

/** How many are told of new pictures; who they are is nobody's business. */
export function FollowerCount({ linkId }: { linkId: string }) {
  const { data, isPending } = useQuery({
    queryKey: [...queryKeys.link(linkId), 'followers'],
    queryFn: async () => (await call(countFollowers, { params: { id: linkId } })).data,
  })
  if (!data && !isPending) return null
  return (
    <section aria-labelledby="followers" className="mt-4 grid gap-2 border-line border-t pt-8">
      <h2 id="followers" className="text-subhead">
        Followers
      </h2>
      {data ? (
        <p className="max-w-140 text-ink-2 text-ui">{sentenceOf(data.count)}</p>
      ) : (
        <Loading label="Counting the followers">
          <Skeleton className="h-11" />
        </Loading>
      )}
    </section>
  )
}

function sentenceOf(count: number) {
  if (count === 0) return 'Nobody follows this gallery yet. Visitors can ask for a mail when it gets new pictures.'
  const who = count === 1 ? 'One person gets' : `${count} people get`
  return `${who} a mail when this gallery gets new pictures, at most once a day. You see how many, not who.`
}
