import { useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { unlockLink } from '#shared/passes.ts'
import { call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { sentenceOf } from '#web/lib/sentence.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

type Props = { slug: string; input: RefObject<HTMLInputElement | null>; onProblem: (problem: string) => void }

/** What scripts add to the form: the gallery opens in place, and what is typed can be seen. */
export default function UnlockFormScripts({ slug, input, onProblem }: Props) {
  const [isShown, setIsShown] = useState(false)
  const queryClient = useQueryClient()

  const unlock = useEffectEvent(async (event: SubmitEvent) => {
    event.preventDefault()
    try {
      await call(unlockLink, { params: { slug }, body: { password: input.current?.value ?? '' } })
    } catch (error) {
      onProblem(sentenceOf(error, 'The server could not be reached. Check your connection and try again.'))
      return input.current?.select()
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
