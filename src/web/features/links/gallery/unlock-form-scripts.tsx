import { useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { RefusedPassword } from '#shared/page-data.ts'
import { unlockLink } from '#shared/passes.ts'
import { tooManyAttempts } from '#shared/too-many-attempts.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { sentenceOf } from '#web/lib/sentence.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

type Props = {
  slug: string
  input: RefObject<HTMLInputElement | null>
  refused: RefusedPassword | undefined
  onRefused: (refused: RefusedPassword | undefined) => void
}

/** What scripts add to the form: the gallery opens in place, what is typed can be seen, and a wait comes to its end. */
export default function UnlockFormScripts({ slug, input, refused, onRefused }: Props) {
  const [isShown, setIsShown] = useState(false)
  const queryClient = useQueryClient()

  const unlock = useEffectEvent(async (event: SubmitEvent) => {
    event.preventDefault()
    try {
      await call(unlockLink, { params: { slug }, body: { password: input.current?.value ?? '' } })
    } catch (error) {
      const sentence = sentenceOf(error, "Couldn't reach the server. Check your connection and try again.")
      const retryAfterSeconds = waitOf(error)
      onRefused({ sentence, retryAfterSeconds })
      if (retryAfterSeconds === undefined) input.current?.select()
      else input.current?.form?.reset()
      return
    }
    void queryClient.invalidateQueries({ queryKey: queryKeys.images })
    void queryClient.invalidateQueries({ queryKey: queryKeys.gallery(slug) })
  })
  useEffect(() => {
    const form = input.current?.form
    const onSubmit = (event: SubmitEvent) => void unlock(event)
    form?.addEventListener('submit', onSubmit)
    return () => form?.removeEventListener('submit', onSubmit)
  }, [input])

  useWait(refused?.retryAfterSeconds, (secondsLeft) =>
    onRefused(secondsLeft > 0 ? { sentence: tooManyAttempts(secondsLeft), retryAfterSeconds: secondsLeft } : undefined),
  )

  if (refused?.retryAfterSeconds !== undefined) return null
  return (
    <IconButton
      className="absolute top-0.5 right-0.5"
      icon={isShown ? EyeOff : Eye}
      label={isShown ? 'Hide password' : 'Show password'}
      onClick={() => {
        if (input.current) input.current.type = isShown ? 'password' : 'text'
        setIsShown(!isShown)
      }}
    />
  )
}

function waitOf(error: unknown) {
  if (!(error instanceof ApiError) || error.code !== 'RATE_LIMITED') return undefined
  return (error.data as { retryAfterSeconds?: number } | undefined)?.retryAfterSeconds
}

/** Tells with each minute how much is left of a wait, and when it is over; by the clock, for timers rest while a laptop does. */
function useWait(seconds: number | undefined, onChange: (secondsLeft: number) => void) {
  const tell = useEffectEvent(onChange)
  useEffect(() => {
    if (seconds === undefined) return
    const endsAt = Date.now() + seconds * 1000
    const timer = setInterval(() => {
      const left = Math.ceil((endsAt - Date.now()) / 1000)
      if (Math.ceil(left / 60) < Math.ceil(seconds / 60)) tell(left)
    }, 1000)
    return () => clearInterval(timer)
  }, [seconds])
}
