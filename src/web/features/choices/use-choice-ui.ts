import { useEffect, useState } from 'react'

const load = async () => (await import('./choice-ui.ts')).choiceUi
type ChoiceUi = Awaited<ReturnType<typeof load>>

export function useChoiceUi(isOffered: boolean): ChoiceUi | undefined {
  const [choiceUi, setChoiceUi] = useState<ChoiceUi>()
  useEffect(() => {
    // Ignore load errors, because the gallery works without favorites.
    if (isOffered) load().then(setChoiceUi, () => {})
  }, [isOffered])
  return isOffered ? choiceUi : undefined
}
