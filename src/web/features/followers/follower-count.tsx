import { useQuery } from '@tanstack/react-query'
import { countFollowers } from '#shared/followers.ts'
import { call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { useCanEmail } from '#web/lib/use-can-email.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

/** Shows only the number, because owners don't see who follows. */
export function FollowerCount({ linkId }: { linkId: string }) {
  const canEmail = useCanEmail()
  const { data, isPending } = useQuery({
    queryKey: [...queryKeys.link(linkId), 'followers'],
    queryFn: async () => (await call(countFollowers, { params: { id: linkId } })).data,
  })
  if (!data && !isPending) return null
  return (
    <section aria-labelledby="followers" className="grid gap-1 border-line border-t pt-5">
      <h3 id="followers" className="font-medium">
        Followers
      </h3>
      {data ? (
        <p className="max-w-140 text-ink-2 text-ui">
          {canEmail
            ? sentenceOf(data.count)
            : "Email isn't set up on this server, so visitors can't follow this gallery."}
        </p>
      ) : (
        <Loading label="Loading followers">
          <Skeleton className="h-11" />
        </Loading>
      )}
    </section>
  )
}

function sentenceOf(count: number) {
  if (count === 0) return 'No followers yet. Visitors can sign up to get an email when you add images.'
  const who = count === 1 ? '1 person gets' : `${count} people get`
  return `${who} an email when you add images (once a day at most). Followers are anonymous.`
}
