import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '#web/lib/error-message.ts'
import { count } from '#web/lib/formats.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Segment } from '#web/ui/segment.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

type LinkPickerProps = {
  value: readonly string[] | null
  error: string | undefined
  onChange: (links: string[] | null) => void
}

export function LinkPicker({ value, error, onChange }: LinkPickerProps) {
  return (
    <div className="grid min-w-0 gap-2">
      <Segment
        label="Links"
        labelPlace="above"
        options={[
          { value: 'all', label: 'All links' },
          { value: 'some', label: 'Pick links' },
        ]}
        value={value === null ? 'all' : 'some'}
        onChange={(which) => onChange(which === 'all' ? null : [])}
      />
      {value !== null && <OwnLinks picked={value} onChange={onChange} />}
      {error && <FieldError>{error}</FieldError>}
    </div>
  )
}

function OwnLinks({ picked, onChange }: { picked: readonly string[]; onChange: (links: string[]) => void }) {
  const { data: links, error, refetch } = useQuery(ownerQueries.links)
  if (error) {
    return <Failure sentence={errorMessage(error, "Couldn't load your links.")} onRetry={() => void refetch()} />
  }
  if (!links) {
    return (
      <Loading label="Loading your links">
        <Skeleton className="h-24" />
      </Loading>
    )
  }
  if (links.length === 0) return <p className="text-caption text-ink-3">You don't have any links yet.</p>
  return (
    <>
      <fieldset
        aria-label="Pick links"
        className="max-h-52 min-w-0 overflow-y-auto rounded-control px-3 py-1 shadow-[inset_0_0_0_1px_var(--color-line)]"
      >
        {links.map(({ _id, title }) => (
          <Checkbox
            key={_id}
            label={<span dir="auto">{title}</span>}
            checked={picked.includes(_id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...picked, _id] : picked.filter((each) => each !== _id))
            }
          />
        ))}
      </fieldset>
      <p className="text-caption text-ink-3">
        {count(picked.length, 'link')} picked. New links aren't added on their own.
      </p>
    </>
  )
}
