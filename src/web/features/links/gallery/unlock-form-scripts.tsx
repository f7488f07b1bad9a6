import { useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { RefusedPassword } from '#shared/page-data.ts'
import { unlockLink } from '#shared/passes.ts'
import { tooManyAttempts } from '#shared/too-many-attempts.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

type Props = {
  slug: string
  input: RefObject<HTMLInputElement | null>
  refused: RefusedPassword | undefined
  onRefused: (refused: RefusedPassword | undefined) => void
}

/** Enhances the form: unlocks in place, can show the password, and counts down after too many attempts. */
export default function UnlockFormScripts({ slug, input, refused, onRefused }: Props) {
  const [isShown, setIsShown] = useState(false)
  const queryClient = useQueryClient()

  const unlock = useEffectEvent(async (event: SubmitEvent) => {
    event.preventDefault()
    try {
      await call(unlockLink, { params: { slug }, body: { password: input.current?.value ?? '' } })
    } catch (error) {
      const sentence = errorMessage(error, "Couldn't reach the server. Check your connection and try again.")
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

  useCountdown(refused?.retryAfterSeconds, (secondsLeft) =>
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

/** Reports each full minute and the end. Compares clock times, because timers stop while a laptop sleeps. */
function useCountdown(seconds: number | undefined, onChange: (secondsLeft: number) => void) {
  const report = useEffectEvent(onChange)
  useEffect(() => {
    if (seconds === undefined) return
    const endsAt = Date.now() + seconds * 1000
    const timer = setInterval(() => {
      const left = Math.ceil((endsAt - Date.now()) / 1000)
      if (Math.ceil(left / 60) < Math.ceil(seconds / 60)) report(left)
    }, 1000)
    return () => clearInterval(timer)
  }, [seconds])
}
