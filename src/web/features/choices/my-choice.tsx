import { Heart, Pencil } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { noteMaxLength } from '#shared/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { type ChoosingLink, choose, storeOf, useChoice, useFreshChoice } from './use-choice.ts'

type Props = { link: ChoosingLink; imageId: string }

/** For the page of one image, which has no `ChoiceBar`. */
export function ImageChoice(props: Props) {
  useFreshChoice(props.link)
  return <MyChoice {...props} />
}

export function MyChoice({ link, imageId }: Props) {
  const [isWriting, setIsWriting] = useState(false)
  const isChosen = useChoice(link, (store) => store.get().imageIds.includes(imageId))
  const isSent = useChoice(link, (store) => store.get().state === 'sent')
  const note = useChoice(link, (store) => store.get().notes[imageId] ?? '')
  const isNoting = isWriting && isChosen && !isSent
  return (
    <div className="my-choice">
      {note && !isNoting && (
        <p dir="auto" className="my-note">
          {note}
        </p>
      )}
      {isNoting ? (
        <NoteForm link={link} imageId={imageId} note={note} onDone={() => setIsWriting(false)} />
      ) : (
        <div className="my-buttons">
          {isChosen && !isSent && (
            <Button icon={Pencil} onClick={() => setIsWriting(true)}>
              {note ? 'Edit note' : 'Add a note'}
            </Button>
          )}
          {isSent ? (
            isChosen && (
              <p className="my-sent">
                <Heart size={18} aria-hidden="true" fill="currentColor" /> In your favorites
              </p>
            )
          ) : (
            <Button
              icon={Heart}
              className="my-heart"
              aria-pressed={isChosen}
              onClick={() => choose(link, imageId, !isChosen)}
            >
              {isChosen ? 'Favorited' : 'Favorite'}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function NoteForm({ link, imageId, note, onDone }: Props & { note: string; onDone: () => void }) {
  const [text, setText] = useState(note)
  const save = (event: FormEvent) => {
    event.preventDefault()
    storeOf(link).set(imageId, { chosen: true, note: text.trim() })
    onDone()
  }
  // Escape closes the form, not the lightbox.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onDone()
  }
  return (
    <form className="grid gap-3" noValidate onSubmit={save} onKeyDown={onKeyDown}>
      <TextArea
        label={link.owner.name ? `Your note for ${link.owner.name}` : 'Your note'}
        rows={2}
        autoFocus
        maxLength={noteMaxLength}
        count={{ used: text.length, max: noteMaxLength }}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="my-buttons">
        <Button onClick={onDone}>Cancel</Button>
        <Button kind="primary" type="submit">
          Save note
        </Button>
      </div>
    </form>
  )
}
