import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { listTrash } from '#shared/trash.ts'
import { call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { formatStorage } from '#web/lib/storage-size.ts'
import { useSubscription } from '#web/lib/use-subscription.ts'
import { useTrashDays } from '#web/lib/use-trash-days.ts'
import { Notice } from '#web/ui/notice.tsx'

/** From this share of the storage on, files may not fit anymore. */
const nearlyFull = 0.95

/** Says how much room the trash would make. */
export function StorageNotice() {
  const { data } = useSubscription()
  const hasTrash = useTrashDays() > 0
  const limitGb = data?.planDetails.storageLimitGb ?? null
  const used = data?.usage.bytes ?? 0
  const isFull = limitGb !== null && used >= limitGb * 1e9 * nearlyFull
  const { data: inTrash = 0 } = useQuery({
    queryKey: queryKeys.trashSize,
    queryFn: async () => (await call(listTrash, { query: { kind: 'link', limit: 1 } })).totals.bytes,
    enabled: isFull && hasTrash,
  })
  if (!isFull || inTrash === 0) return null
  return (
    <Notice tone="warn">
      You've used {formatStorage(used)} of {limitGb} GB. The trash holds {formatStorage(inTrash)}.{' '}
      <Link className="link" to={pages.trash}>
        Open the trash
      </Link>
    </Notice>
  )
}
