import { lazy, Suspense, useEffect, useState } from 'react'
import type { Link } from '#shared/links.ts'
import { count, formatDay } from '#web/lib/formats.ts'
import { prepareToasts } from '#web/lib/notify.ts'
import { Button } from '#web/ui/button.tsx'
import type { ChoiceView } from './choice-store.ts'
import { storeOf, useChoice } from './use-choice.ts'

const load = () => import('./choice-dialogs.tsx')
const SendDialog = lazy(async () => ({ default: (await load()).SendDialog }))
const AskDialog = lazy(async () => ({ default: (await load()).AskDialog }))

const signsOfLife = ['pointermove', 'pointerdown', 'keydown', 'scroll']

/**
 * A phone may be offline from one heart to the next: what is to be said then, and the form, are fetched at the first sign of
 * somebody, so that the page itself opens without them.
 */
function usePrepared() {
  useEffect(() => {
    const seen = new AbortController()
    const prepare = () => {
      seen.abort()
      prepareToasts()
      load().catch(() => {})
    }
    for (const sign of signsOfLife) addEventListener(sign, prepare, { signal: seen.signal, passive: true })
    return () => seen.abort()
  }, [])
}

type Props = {
  link: Link
  isOnlyChosen: boolean
  /** Shows these alone; undefined: all. */
  onShow: (imageIds: readonly string[] | undefined) => void
}

/** At the lower edge while somebody chooses: how many, and what to do with them. */
export function ChoiceBar({ link, isOnlyChosen, onShow }: Props) {
  const choice = useChoice(link, (store) => store.get())
  const [asking, setAsking] = useState<'send' | 'ask'>()

  usePrepared()

  useEffect(() => {
    const store = storeOf(link)
    // It may have changed on another device, or been opened again.
    const refresh = () => {
      if (document.visibilityState === 'hidden') return
      store.refresh().then(store.send, store.send)
    }
    refresh()
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [link])

  const { imageIds, limit, state } = choice
  const chosen = imageIds.length
  const isSent = state === 'sent'
  const close = () => setAsking(undefined)
  // Where the form cannot be fetched nothing could be sent either; the bar says that it waits for a connection.
  const open = (what: 'send' | 'ask') =>
    load().then(
      () => setAsking(what),
      () => {},
    )
  return (
    <>
      <div className="choice-bar">
        {!isSent && limit !== null && (
          <div
            role="progressbar"
            aria-label="Chosen"
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
            {choice.isBehind && <span className="choice-soft">Kept on this device until you are online</span>}
          </p>
          {(chosen > 0 || isOnlyChosen) && (
            <Button kind="ghost" onClick={() => onShow(isOnlyChosen ? undefined : imageIds)}>
              {isOnlyChosen ? 'Show all' : 'Show chosen'}
            </Button>
          )}
          {isSent
            ? !choice.askedAt && <Button onClick={() => open('ask')}>Ask to change it</Button>
            : chosen > 0 && (
                <Button kind="primary" aria-haspopup="dialog" onClick={() => open('send')}>
                  Send my choice
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
  if (imageIds.length === 0) return limit === null ? 'Choose with the heart' : `Choose up to ${limit} with the heart`
  return (
    <>
      <b>{limit === null ? imageIds.length : `${imageIds.length} of ${limit}`}</b> chosen
    </>
  )
}

function SentText({ choice: { sentAt, askedAt, imageIds, notes } }: { choice: ChoiceView }) {
  const sent = `Sent on ${sentAt && formatDay(sentAt)}`
  const held = [count(imageIds.length, 'picture'), ...noteText(notes)].join(', ')
  return (
    <>
      <b>{askedAt ? 'You asked to change it' : sent}</b>{' '}
      <span className="choice-soft">{askedAt ? `${sent}, ${held}` : held}</span>
    </>
  )
}

function noteText(notes: ChoiceView['notes']) {
  const many = Object.keys(notes).length
  return many === 0 ? [] : [count(many, 'note')]
}
