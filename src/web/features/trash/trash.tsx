import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { generatePath, Link, useNavigate } from 'react-router'
import { pages } from '#shared/pages.ts'
import type { TrashEntry } from '#shared/trash.ts'
import { ApiError } from '#web/lib/api.ts'
import { PartlyDoneError } from '#web/lib/batches.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { count } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { useSellsPlans } from '#web/lib/use-sells-plans.ts'
import { useTrashDays } from '#web/lib/use-trash-days.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyFrame } from '#web/ui/empty-frame.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { emptyingSentence, purgeSentence } from './trash-text.ts'
import { TrashedImages } from './trashed-images.tsx'
import { TrashedLinks } from './trashed-links.tsx'
import { useTrash, useTrashChanges } from './use-trash.ts'

type Question = { entries: readonly TrashEntry[] } | { until: string }

const titleOf = (entries: readonly TrashEntry[]) =>
  entries.length === 1 ? `“${entries[0]?.title}”` : count(entries.length, 'image')

export function TrashPage() {
  const trashDays = useTrashDays()
  const [links, images] = [useTrash('link'), useTrash('image')]
  const { remove, empty } = useTrashChanges()
  const [question, setQuestion] = useState<Question>()
  const { refusal, restore } = useRestore()
  const totals = images.totals
  const isEmpty = totals !== undefined && totals.links + totals.images === 0
  // Uses the server's clock. Anything deleted later isn't in the numbers that the dialog shows.
  const newest = [links.entries?.[0], images.entries?.[0]]
    .flatMap((entry) => entry?.deletedAt ?? [])
    .toSorted()
    .at(-1)
  const ask = (entries: readonly TrashEntry[]) => setQuestion({ entries })
  const inLinks = links.hasNextPage ? undefined : links.entries?.reduce((sum, { imageCount }) => sum + imageCount, 0)
  const failed = links.error ?? images.error
  return (
    <div className="page pb-20">
      <title>Trash · Framelight</title>
      <PageHead
        back={<BackLink to={pages.dashboard}>Dashboard</BackLink>}
        title="Trash"
        sentence={
          trashDays > 0 && `Deleted links and images stay here for ${count(trashDays, 'day')}. Then they're gone.`
        }
      >
        {links.entries && images.entries && newest && (
          <Button
            kind="dangerQuiet"
            icon={Trash2}
            className="max-sm:w-full"
            onClick={() => setQuestion({ until: newest })}
          >
            Empty the trash
          </Button>
        )}
      </PageHead>
      {refusal && <RefusalNotice sentence={refusal} />}
      {isEmpty && <EmptyTrash />}
      {!isEmpty && links.entries && images.entries && totals && (
        <div className="grid gap-16">
          <TrashedLinks {...links} entries={links.entries} total={totals.links} onRestore={restore} onDelete={ask} />
          <TrashedImages
            {...images}
            entries={images.entries}
            total={totals.images}
            onRestore={restore}
            onDelete={ask}
          />
        </div>
      )}
      {!links.entries && failed && (
        <Failure
          sentence={errorMessage(failed, "Couldn't load the trash. Please try again.")}
          onRetry={() => void Promise.all([links.refetch(), images.refetch()])}
        />
      )}
      {!failed && (!links.entries || !images.entries) && <Spinner />}
      {question && 'entries' in question && (
        <ConfirmDialog
          title={`Delete ${titleOf(question.entries)} for good?`}
          verb="Delete for good"
          busyVerb="Deleting"
          onConfirm={() => remove(question.entries).catch(rethrowUnlessPartlyDone)}
          onClose={() => setQuestion(undefined)}
        >
          <p>{purgeSentence(question.entries)}</p>
        </ConfirmDialog>
      )}
      {question && 'until' in question && totals && (
        <ConfirmDialog
          title="Empty the trash?"
          verb="Empty the trash"
          busyVerb="Emptying"
          onConfirm={() => empty(question.until)}
          onClose={() => setQuestion(undefined)}
        >
          <p>{emptyingSentence(totals, inLinks)}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

/** Entries that are gone can't be deleted again, so the dialog closes. */
function rethrowUnlessPartlyDone(error: unknown) {
  if (!(error instanceof PartlyDoneError) || error.done === 0) throw error
  void notify('error', error.message)
}

/** `refusal` is set if the plan has no room for what should be restored. */
function useRestore() {
  const [refusal, setRefusal] = useState('')
  const changes = useTrashChanges()
  const navigate = useNavigate()
  const actionFor = ([first, ...others]: readonly TrashEntry[]) =>
    first?.kind === 'link' && others.length === 0
      ? { label: 'Open', onClick: () => void navigate(generatePath(pages.upload, { linkId: first._id })) }
      : undefined
  const restore = async (entries: readonly TrashEntry[]) => {
    setRefusal('')
    try {
      await changes.restore(entries)
      void notify('success', `${titleOf(entries)} restored`, actionFor(entries))
    } catch (error) {
      if (!(error instanceof PartlyDoneError)) throw error
      const { cause, message } = error
      if (cause instanceof ApiError && cause.status === 403) setRefusal(message)
      else void notify('error', message)
    }
  }
  return { refusal, restore }
}

function RefusalNotice({ sentence }: { sentence: string }) {
  const sellsPlans = useSellsPlans()
  return (
    <div role="alert" className="mb-8">
      <Notice tone="warn">
        {sentence}{' '}
        {sellsPlans && (
          <Link className="link" to={pages.subscription}>
            See plans
          </Link>
        )}
      </Notice>
    </div>
  )
}

const EmptyTrash = () => (
  <div className="grid items-center gap-8 sm:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] sm:gap-12">
    <EmptyFrame />
    <h2 className="text-subhead">The trash is empty</h2>
  </div>
)
