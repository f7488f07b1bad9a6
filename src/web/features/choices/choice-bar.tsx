import { Heart } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Link } from '#shared/links.ts'
import { count, formatDay } from '#web/lib/formats.ts'
import { prepareToasts } from '#web/lib/notify.ts'
import { Button } from '#web/ui/button.tsx'
import type { ChoiceView } from './choice-store.ts'
import { useChoice, useFreshChoice } from './use-choice.ts'

const load = () => import('./choice-dialogs.tsx')
const SendDialog = lazy(async () => ({ default: (await load()).SendDialog }))
const AskDialog = lazy(async () => ({ default: (await load()).AskDialog }))

const interactions = ['pointermove', 'pointerdown', 'keydown', 'scroll']

/**
 * Preloads toasts and dialogs on the first interaction, so they still work if the phone goes offline. Loading them
 * earlier would delay the page.
 */
function usePrepared() {
  useEffect(() => {
    const firstInteraction = new AbortController()
    const prepare = () => {
      firstInteraction.abort()
      prepareToasts()
      load().catch(() => {})
    }
    for (const type of interactions) addEventListener(type, prepare, { signal: firstInteraction.signal, passive: true })
    return () => firstInteraction.abort()
  }, [])
}

type Props = {
  link: Link
  isOnlyChosen: boolean
  /** Shows only these images, or all images if undefined. */
  onShow: (imageIds: readonly string[] | undefined) => void
}

export function ChoiceBar({ link, isOnlyChosen, onShow }: Props) {
  const choice = useChoice(link, (store) => store.get())
  const [asking, setAsking] = useState<'send' | 'ask'>()

  usePrepared()
  useFreshChoice(link)

  const { imageIds, limit, state } = choice
  const chosen = imageIds.length
  const isSent = state === 'sent'
  const close = () => setAsking(undefined)
  // If the dialog can't load, the visitor is probably offline, so sending would fail too.
  const open = (what: 'send' | 'ask') =>
    load().then(
      () => setAsking(what),
      () => {},
    )
  return (
    <>
      <div className="choice-bar">
        {!isSent && limit !== null && chosen > 0 && (
          <div
            role="progressbar"
            aria-label="Favorites"
            aria-valuemin={0}
            aria-valuemax={limit}
            aria-valuenow={chosen}
            aria-valuetext={`${chosen} of ${limit}`}
            className="choice-meter"
          >
            <i style={{ width: `${Math.min(100, (100 * chosen) / limit)}%` }} />
          </div>
        )}
        <div className="choice-line">
          <p role="status">
            {isSent ? <SentText choice={choice} /> : <OpenText choice={choice} />}
            {choice.isBehind && <span className="choice-soft">Saved on this device until you're back online</span>}
          </p>
          {(chosen > 0 || isOnlyChosen) && (
            <Button kind="ghost" onClick={() => onShow(isOnlyChosen ? undefined : imageIds)}>
              {isOnlyChosen ? (
                'View all'
              ) : (
                <span>
                  View<span className="max-sm:sr-only"> favorites</span>
                </span>
              )}
            </Button>
          )}
          {isSent
            ? !choice.askedAt && <Button onClick={() => open('ask')}>Request changes</Button>
            : chosen > 0 && (
                <Button kind="primary" aria-haspopup="dialog" onClick={() => open('send')}>
                  <span>
                    Send<span className="max-sm:sr-only"> favorites</span>
                  </span>
                </Button>
              )}
        </div>
      </div>
      <Suspense>
        {asking === 'send' && <SendDialog link={link} onClose={close} />}
        {asking === 'ask' && <AskDialog link={link} onClose={close} />}
      </Suspense>
    </>
  )
}

function OpenText({ choice: { imageIds, limit } }: { choice: ChoiceView }) {
  if (imageIds.length === 0) {
    return (
      <span className="choice-hint">
        <Heart size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        {limit === null
          ? 'Pick your favorites with the heart'
          : `Pick up to ${count(limit, 'favorite')} with the heart`}
      </span>
    )
  }
  return (
    <>
      <b>{limit === null ? imageIds.length : `${imageIds.length} of ${limit}`}</b>{' '}
      {(limit ?? imageIds.length) === 1 ? 'favorite' : 'favorites'}
    </>
  )
}

function SentText({ choice: { sentAt, askedAt, imageIds, notes } }: { choice: ChoiceView }) {
  const sent = `Sent on ${sentAt && formatDay(sentAt)}`
  const held = [count(imageIds.length, 'photo'), ...noteText(notes)].join(', ')
  return (
    <>
      <b>{askedAt ? 'Changes requested' : sent}</b>{' '}
      <span className="choice-soft">{askedAt ? `${sent}, ${held}` : held}</span>
    </>
  )
}

function noteText(notes: ChoiceView['notes']) {
  const many = Object.keys(notes).length
  return many === 0 ? [] : [count(many, 'note')]
}
