import { useEffect, useState } from 'react'

const load = async () => (await import('./choice-ui.ts')).choiceUi
type ChoiceUi = Awaited<ReturnType<typeof load>>

/** What choiceUi needs, once it has come; a gallery without choiceUi fetches none of it. */
export function useChoiceUi(isOffered: boolean): ChoiceUi | undefined {
  const [choiceUi, setChoiceUi] = useState<ChoiceUi>()
  useEffect(() => {
    // Where it does not come the pictures can still be looked at.
    if (isOffered) load().then(setChoiceUi, () => {})
  }, [isOffered])
  return isOffered ? choiceUi : undefined
}
