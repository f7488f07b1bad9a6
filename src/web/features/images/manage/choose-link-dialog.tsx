import '#web/ui/form-controls.css'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { titleMaxLength } from '#shared/limits.ts'
import { createLink, type Link } from '#shared/links.ts'
import { call } from '#web/lib/api.ts'
import { thrownMessage } from '#web/lib/error-message.ts'
import { count } from '#web/lib/formats.ts'
import { objectPositionOf } from '#web/lib/object-position.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { EmptyFrame } from '#web/ui/empty-frame.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'

type Props = {
  title: string
  verb: 'Move' | 'Copy' | 'Add'
  /** The button's label while it works. */
  busyVerb: string
  /** The link that the images are in. It can't be chosen. */
  from?: Link
  /** Rejects with a sentence to show. */
  onChoose: (link: Link) => Promise<unknown>
  onClose: () => void
}

/** Editors can only take images to other links of the same owner that they edit, too. */
const targetLinks = (from: Link | undefined) =>
  from?.myRole === 'editor' ? ownerQueries.editedLinks(from.user) : ownerQueries.links

/** Stands for a link that's created first. IDs of links don't contain spaces. */
const newLink = 'new link'

export function ChooseLinkDialog({ title, verb, busyVerb, from, onChoose, onClose }: Props) {
  const [chosen, setChosen] = useState('')
  const [search, setSearch] = useState('')
  const [newTitle, setNewTitle] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const isEditor = from?.myRole === 'editor'
  const { data, error, refetch } = useQuery(targetLinks(from))
  const others = data?.filter(({ _id }) => _id !== from?._id)
  const wanted = search.trim().toLowerCase()
  const found = others?.filter((link) => link.title.toLowerCase().includes(wanted)) ?? []

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const target = others?.find(({ _id }) => _id === chosen)
    if (!target && chosen !== newLink) return setFailure(`Choose the link to ${verb.toLowerCase()} to`)
    setIsBusy(true)
    setFailure('')
    try {
      await onChoose(target ?? (await call(createLink, { body: { title: newTitle } })).data)
      onClose()
    } catch (error) {
      setFailure(thrownMessage(error, `Failed to ${verb.toLowerCase()} images. Please try again.`))
      setIsBusy(false)
    }
  }

  return (
    <Dialog title={title} onClose={isBusy ? () => {} : onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        {failure && <Notice tone="danger">{failure}</Notice>}
        {error && !others && (
          <Failure
            sentence={thrownMessage(error, 'Failed to fetch links. Please try again.')}
            onRetry={() => void refetch()}
          />
        )}
        {!error && !others && (
          <Loading label="Loading links">
            <Skeleton className="h-16" />
          </Loading>
        )}
        {others && others.length > 0 && (
          <TextField
            label={isEditor ? 'Search links' : 'Search your links'}
            type="search"
            autoComplete="off"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        )}
        {others && (
          <fieldset className="-mx-3 max-h-[40dvh] overflow-y-auto">
            <legend className="sr-only">Link to {verb.toLowerCase()} to</legend>
            {!isEditor && <NewLinkChoice isChosen={chosen === newLink} onChoose={() => setChosen(newLink)} />}
            {found.map((link) => (
              <LinkChoice
                key={link._id}
                link={link}
                isChosen={link._id === chosen}
                onChoose={() => setChosen(link._id)}
              />
            ))}
          </fieldset>
        )}
        {others && others.length > 0 && found.length === 0 && (
          <p role="status" className="text-ink-2 text-ui">
            No links match "{search.trim()}".
          </p>
        )}
        {chosen === newLink && (
          <TextField
            label="Title of the new link"
            autoFocus
            autoComplete="off"
            maxLength={titleMaxLength}
            value={newTitle}
            onChange={({ target }) => setNewTitle(target.value)}
          />
        )}
        <DialogButtons>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" kind="primary" busy={isBusy && busyVerb} disabled={!others}>
            {verb}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

type ChoiceProps = { isChosen: boolean; onChoose: () => void }

const choiceStyle =
  'grid min-h-16 cursor-pointer grid-cols-[auto_auto_minmax(0,1fr)] items-center gap-3 rounded-small px-3 py-2 hover:bg-hover'

const NewLinkChoice = ({ isChosen, onChoose }: ChoiceProps) => (
  <label className={choiceStyle}>
    <input type="radio" name="link" className="check" checked={isChosen} onChange={onChoose} />
    <span className="grid size-12 place-items-center rounded-print bg-sunken text-ink-3">
      <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
    </span>
    <span className="font-medium text-ui">New link</span>
  </label>
)

const LinkChoice = ({ link, isChosen, onChoose }: ChoiceProps & { link: Link }) => (
  <label className={choiceStyle}>
    <input type="radio" name="link" className="check" checked={isChosen} onChange={onChoose} />
    <span className="block size-12 overflow-hidden rounded-print bg-sunken">
      {link.coverImage ? (
        <Picture
          image={link.coverImage}
          alt=""
          sizes="3rem"
          style={{ objectPosition: objectPositionOf(link.coverImage.coverFocus) }}
          className="size-full object-cover"
        />
      ) : (
        <EmptyFrame />
      )}
    </span>
    <span className="min-w-0">
      <span dir="auto" className="block truncate font-medium text-ui">
        {link.title}
      </span>
      <span className="block text-caption text-ink-3">{count(link.imageCount, 'image')}</span>
    </span>
  </label>
)
